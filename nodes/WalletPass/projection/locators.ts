import type { INodeProperties } from 'n8n-workflow';

import type { InputField, RefTarget, TemplateUse } from '../../../shared/fields';
import { PICKERS } from '../../../shared/pickers';

/** Resource locators: one thing of the service, from a list or by its ID. */

/** Parameter that says which of a pass's two identities is given. */
export const IDENTIFY_BY = 'identifyBy';

/** Whether a parameter's value is that of a locator, not yet taken out of it. */
export function isLocator(value: unknown): value is { value: unknown } {
  return typeof value === 'object' && value !== null && '__rl' in value;
}

/** Name of the list search of a kind of thing, under `methods.listSearch`. */
export function listSearchName(target: RefTarget): string {
  return `search${target.charAt(0).toUpperCase()}${target.slice(1)}`;
}

/** Names of the lists of templates, and of passes, for what an operation can work with. */
export function templateListNames(fits?: TemplateUse) {
  const which = fits === undefined ? '' : fits.charAt(0).toUpperCase() + fits.slice(1);
  return {
    searchTemplates: `search${which}Templates`,
    searchPasses: `search${which}Passes`,
    getTemplates: `get${which}Templates`,
  };
}

const LIST_OR_ID = 'Choose from the list, or enter the ID';

/** What one locator says beside what all of them have in common. */
interface LocatorTexts {
  name: string;
  displayName: string;
  required: boolean;
  description?: string;
  hint?: string;
  /** What is chosen, as it stands in "Choose a …". */
  noun: string;
  searchListMethod: string;
  exampleId: string;
}

function locator(texts: LocatorTexts): INodeProperties {
  const { name, displayName, required, description = LIST_OR_ID, hint } = texts;
  return {
    displayName,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    ...(required ? { required: true } : {}),
    description,
    ...(hint === undefined ? {} : { hint }),
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: `Choose a ${texts.noun}…`,
        typeOptions: { searchListMethod: texts.searchListMethod, searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${texts.exampleId}` },
    ],
  };
}

/** One thing of the kind the field points at; the list says which scope it needs. */
export function refLocator(name: string, field: InputField & { kind: 'ref' }): INodeProperties {
  const { noun, scope } = PICKERS[field.of];
  const { label: displayName, required, description } = field;
  return locator({
    name,
    displayName,
    required,
    description,
    hint: `The list needs a key with ${scope === 'Full access' ? 'Full access' : `the scope ${scope}`}; an ID can always be entered`,
    noun: noun.toLowerCase(),
    searchListMethod: listSearchName(field.of),
    exampleId: '4f1d2a',
  });
}

interface TemplateTexts {
  label: string;
  required: boolean;
  description?: string;
  fits?: TemplateUse;
}

/** One template. */
export function templateLocator(
  name: string,
  { label, required, description, fits }: TemplateTexts,
): INodeProperties {
  return locator({
    name,
    displayName: label,
    required,
    description,
    noun: 'template',
    searchListMethod: templateListNames(fits).searchTemplates,
    exampleId: 'tpl_8c2e91',
  });
}

export function passControls({
  template,
  fits,
}: InputField & { kind: 'passRef' }): INodeProperties[] {
  const byPassId = { show: { [IDENTIFY_BY]: ['passId'] } };
  const byExternalId = { show: { [IDENTIFY_BY]: ['externalId'] } };
  return [
    {
      displayName: 'Identify By',
      name: IDENTIFY_BY,
      type: 'options',
      noDataExpression: true,
      default: 'passId',
      description: 'How to say which pass is meant',
      options: [
        { name: 'Pass ID', value: 'passId', description: 'The ID the service gave the pass' },
        {
          name: 'External ID',
          value: 'externalId',
          description: 'Your own reference, together with the template',
        },
      ],
    },
    {
      ...templateLocator('templateId', {
        label: 'Template',
        required: true,
        description: 'The template the pass was made from',
        fits,
      }),
      displayOptions: byExternalId,
    },
    ...(template === 'always'
      ? [
          {
            ...templateLocator('templateId', {
              label: 'Template',
              required: false,
              description: 'The template the pass was made from: it tells which fields there are',
              fits,
            }),
            displayOptions: byPassId,
          },
        ]
      : []),
    {
      ...locator({
        name: 'passId',
        displayName: 'Pass',
        required: true,
        description:
          'Choose from the list, or enter the ID. Searching takes a whole email address or phone number.',
        noun: 'pass',
        searchListMethod: templateListNames(fits).searchPasses,
        exampleId: 'ps_4f1d2a',
      }),
      displayOptions: byPassId,
    },
    {
      displayName: 'External ID',
      name: 'externalId',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. M-0042',
      description: 'Your own reference, given when the pass was issued',
      displayOptions: byExternalId,
    },
  ];
}
