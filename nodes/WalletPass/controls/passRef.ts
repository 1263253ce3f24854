import { type Control, type FieldOf, collectValue } from './control';
import type { ItemParameters } from './itemParameters';
import { collectId, locator } from './locator';
import { templateMethodNames } from './methodNames';
import { templateLocator } from './templateRef';

/** Parameter that selects how a pass is identified. */
const IDENTIFY_BY = 'identifyBy';

/** One pass: Identify By, then the inputs of each way to identify it. */
export const passRef: Control<'passRef'> = {
  properties(_key, { template, requiresFeature }) {
    const byPassId = { show: { [IDENTIFY_BY]: ['passId'] } };
    const byExternalId = { show: { [IDENTIFY_BY]: ['externalId'] } };
    return [
      {
        displayName: 'Identify By',
        name: IDENTIFY_BY,
        type: 'options',
        noDataExpression: true,
        default: 'externalId',
        description: 'How to identify the pass',
        options: [
          {
            name: 'External ID',
            value: 'externalId',
            description: 'Your own ID for the pass, within its template',
          },
          { name: 'Pass ID', value: 'passId', description: 'ID assigned by the service' },
        ],
      },
      {
        ...templateLocator('templateId', {
          label: 'Template',
          required: true,
          description: 'Template the pass was issued from',
          requiresFeature,
        }),
        displayOptions: byExternalId,
      },
      ...(template === 'always'
        ? [
            {
              ...templateLocator('templateId', {
                label: 'Template',
                required: false,
                description: 'Template the pass was issued from; needed to list or read its fields',
                requiresFeature,
              }),
              displayOptions: byPassId,
            },
          ]
        : []),
      {
        ...locator(
          'passId',
          {
            label: 'Pass',
            required: true,
            description:
              'Choose from the list, or enter the ID. To find an older pass, enter its complete email, phone number or external ID.',
          },
          {
            noun: 'pass',
            searchListMethod: templateMethodNames(requiresFeature).searchPasses,
            exampleId: 'ps_4f1d2a',
          },
        ),
        displayOptions: byPassId,
      },
      {
        displayName: 'External ID',
        name: 'externalId',
        type: 'string',
        default: '',
        required: true,
        placeholder: 'e.g. M-0042',
        description: 'Your own ID for the pass, set when it was issued',
        displayOptions: byExternalId,
      },
    ];
  },

  /** Only the identifier chosen in Identify By. */
  collect: (item, _key, field) =>
    Object.fromEntries(
      chosenKeys(item, field).map((key) => [
        key,
        collectValue(item, key, field.combines[key] ?? field, () => collectId(item, key)),
      ]),
    ),
};

function chosenKeys(item: ItemParameters, { template }: FieldOf<'passRef'>): string[] {
  if (item.value(IDENTIFY_BY) !== 'passId') return ['externalId', 'templateId'];
  return template === 'always' ? ['passId', 'templateId'] : ['passId'];
}
