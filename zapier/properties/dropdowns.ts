import type { PlainInputField } from 'zapier-platform-core';

import type { FieldTexts, Section, TemplateUse } from '../../shared/fields';
import { PICKERS } from '../../shared/pickers';
import { PASS_GROUP, groupOf } from './groups';
import { flatOperations } from '../../shared/engine/catalog';
import type { RefField } from '../../shared/engine/catalog';
import { helpText } from '../../shared/engine/helpTexts';
import { listKeys, refListKey, snakeCase } from './lists/keys';

/** Inputs that point at something of the service: a dropdown, a search to add, or a typed ID. */

function needsScope(scope: string): string {
  return `The list needs an API key with the scope \`${scope}\`; without it, enter the ID as a custom value.`;
}

/** @param alters whether further fields depend on the template */
export function templatePicker(
  key: string,
  texts: FieldTexts & { required: boolean; section?: Section; fits?: TemplateUse },
  alters: boolean,
): PlainInputField {
  return {
    key,
    label: texts.label,
    type: 'string',
    required: texts.required,
    dynamic: `${listKeys(texts.fits).templates}.id.name`,
    ...searchConnector('find_template'),
    ...(alters ? { altersDynamicFields: true } : {}),
    ...groupOf(texts),
    helpText: [helpText(texts), needsScope('templates.viewAll')].filter(Boolean).join(' '),
  };
}

/** Something the service knows by an ID, from the list of its kind. */
export function refPicker(key: string, field: RefField): PlainInputField {
  return {
    key,
    label: field.label,
    type: 'string',
    required: field.required,
    dynamic: `${refListKey(field.of)}.id.name`,
    ...searchConnector(`find_${snakeCase(field.of)}`),
    ...groupOf(field),
    helpText: [helpText(field), needsScope(PICKERS[field.of].scope)].filter(Boolean).join(' '),
  };
}

/** A pass by its ID alone. No search to add: the search itself uses this input. */
export function passPicker(key: string, texts: FieldTexts): PlainInputField {
  const help = helpText(texts);
  return {
    key,
    type: 'string',
    dynamic: `${listKeys(undefined).passes}.id.label`,
    ...(help === undefined ? {} : { helpText: help }),
  };
}

const EITHER = "Enter a 'Pass ID', or an 'External ID' together with its 'Template'.";

/** The inputs a pass reference consists of; an external ID never comes without its template. */
export function passInputs(alters: boolean, fits: TemplateUse | undefined): PlainInputField[] {
  const group = PASS_GROUP.key;
  const why = alters ? 'It also tells which fields there are, and' : 'It';
  return [
    {
      ...templatePicker(
        'templateId',
        {
          label: 'Template',
          required: false,
          description: `The template the pass was made from. ${why} narrows the list of passes. Needed with an 'External ID'`,
          fits,
        },
        alters,
      ),
      group,
    },
    {
      key: 'passId',
      group,
      label: 'Pass ID',
      type: 'string',
      required: false,
      dynamic: `${listKeys(fits).passes}.id.label`,
      ...searchConnector('find_pass'),
      helpText: `${EITHER} The list shows the newest passes; any Pass ID can be given as a custom value, e.g. from an earlier step.`,
    },
    {
      key: 'externalId',
      group,
      label: 'External ID',
      type: 'string',
      required: false,
      placeholder: 'e.g. M-0042',
      helpText: `Your own reference, given when the pass was issued. ${EITHER} With both, the 'Pass ID' counts.`,
    },
  ];
}

/** Lets a person add a search step for an ID, if that search is declared. */
function searchConnector(search: string): { search?: string } {
  const isDeclared = flatOperations('search').some(({ flat }) => flat.key === search);
  return isDeclared ? { search: `${search}.id` } : {};
}
