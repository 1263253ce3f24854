import type { INodeProperties } from 'n8n-workflow';

import type { InputField, RefTarget } from '../../../shared/fields';
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

export function refLocator(name: string, field: InputField & { kind: 'ref' }): INodeProperties {
  const { noun, scope } = PICKERS[field.of];
  return {
    displayName: field.label,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    ...(field.required ? { required: true } : {}),
    description: field.description ?? BY_ID_EXPRESSION,
    hint: `The list needs a key with ${scope === 'Full access' ? 'Full access' : `the scope ${scope}`}; an ID can always be entered`,
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: `Choose a ${noun.toLowerCase()}…`,
        typeOptions: { searchListMethod: listSearchName(field.of), searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 4f1d2a' },
    ],
  };
}

const BY_ID_EXPRESSION = 'Choose from the list, or enter the ID';

export function templateLocator(
  name: string,
  displayName: string,
  required: boolean,
  description = BY_ID_EXPRESSION,
): INodeProperties {
  return {
    displayName,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    ...(required ? { required: true } : {}),
    description,
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: 'Choose a template…',
        typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. tpl_8c2e91' },
    ],
  };
}

export function passControls(alwaysWithTemplate: boolean): INodeProperties[] {
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
      ...templateLocator('templateId', 'Template', true, 'The template the pass was made from'),
      displayOptions: byExternalId,
    },
    ...(alwaysWithTemplate
      ? [
          {
            ...templateLocator(
              'templateId',
              'Template',
              false,
              'The template the pass was made from: it tells which fields there are',
            ),
            displayOptions: byPassId,
          },
        ]
      : []),
    {
      displayName: 'Pass',
      name: 'passId',
      type: 'resourceLocator',
      default: { mode: 'list', value: '' },
      required: true,
      description:
        'Choose from the list, or enter the ID. Searching takes a whole email address or phone number.',
      displayOptions: byPassId,
      modes: [
        {
          displayName: 'From List',
          name: 'list',
          type: 'list',
          placeholder: 'Choose a pass…',
          typeOptions: { searchListMethod: 'searchPasses', searchable: true },
        },
        { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. ps_4f1d2a' },
      ],
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
