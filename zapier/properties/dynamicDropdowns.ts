import type { PlainInputField } from 'zapier-platform-core';

import type { FieldTexts, InputField, Section, TemplateFeature } from '../../shared/fields';
import { PASS_GROUP, groupOf } from './inputFieldGroups';
import { zapierOperations } from '../catalog';
import { helpText } from './helpTexts';
import { templateListKeys, refListKey, snakeCase } from './hiddenTriggers/triggerKeys';

/** Inputs for an ID: Zapier's dynamic dropdown, with a search to add or a custom value instead. */

/**
 * Dropdown of templates.
 * @param hasTemplateFields whether the step has inputs for the fields of the chosen template
 */
export function templateDropdown(
  key: string,
  texts: FieldTexts & { required: boolean; section?: Section; requiresFeature?: TemplateFeature },
  hasTemplateFields: boolean,
): PlainInputField {
  return {
    key,
    label: texts.label,
    type: 'string',
    required: texts.required,
    dynamic: `${templateListKeys(texts.requiresFeature).templates}.id.name`,
    ...addSearch('find_template'),
    ...(hasTemplateFields ? { altersDynamicFields: true } : {}),
    ...groupOf(texts),
    ...helpOf(texts),
  };
}

/** Dropdown of the objects that a `ref` input can refer to, e.g. badge holders. */
export function refDropdown(key: string, field: InputField & { kind: 'ref' }): PlainInputField {
  return {
    key,
    label: field.label,
    type: 'string',
    required: field.required,
    dynamic: `${refListKey(field.of)}.id.name`,
    ...addSearch(`find_${snakeCase(field.of)}`),
    ...groupOf(field),
    ...helpOf(field),
  };
}

/** Dropdown of passes, without a search to add: the search itself uses this input. */
export function passDropdown(key: string, texts: FieldTexts): PlainInputField {
  return {
    key,
    type: 'string',
    dynamic: `${templateListKeys(undefined).passes}.id.label`,
    ...helpOf(texts),
  };
}

const EITHER = "Enter a 'Pass ID', or an 'External ID' together with its 'Template'.";

/** The inputs of a pass reference: a pass ID, or an external ID with its template. */
export function passInputs(
  hasTemplateFields: boolean,
  feature: TemplateFeature | undefined,
): PlainInputField[] {
  const group = PASS_GROUP.key;
  const purpose = hasTemplateFields ? 'Determines the fields below and filters' : 'Filters';
  return [
    {
      ...templateDropdown(
        'templateId',
        {
          label: 'Template',
          required: false,
          description: `Template the pass was issued from. ${purpose} the list of passes. Required with an 'External ID'`,
          requiresFeature: feature,
        },
        hasTemplateFields,
      ),
      group,
    },
    {
      key: 'passId',
      group,
      label: 'Pass ID',
      type: 'string',
      required: false,
      dynamic: `${templateListKeys(feature).passes}.id.label`,
      ...addSearch('find_pass'),
      helpText: `${EITHER} The list shows the newest passes. For any other pass, map or enter its ID as a custom value.`,
    },
    {
      key: 'externalId',
      group,
      label: 'External ID',
      type: 'string',
      required: false,
      placeholder: 'e.g. M-0042',
      helpText: `Your own ID for the pass, set when it was issued. ${EITHER} If both are set, the 'Pass ID' is used.`,
    },
  ];
}

function helpOf(texts: FieldTexts): { helpText?: string } {
  const help = helpText(texts);
  return help === undefined ? {} : { helpText: help };
}

/** Lets a user add a search step for the ID, if the app has that search. */
function addSearch(search: string): { search?: string } {
  const isDeclared = zapierOperations('search').some(({ zapier }) => zapier.key === search);
  return isDeclared ? { search: `${search}.id` } : {};
}
