import { type Control, type FieldOf, baseProps } from './control';
import { collectValue } from './form';
import type { ItemParameters } from './itemParameters';
import { collectId, locator, templateMethodNames, templateLocator } from './locator';

/** Parameter that selects how a pass is identified. */
const IDENTIFY_BY = 'identifyBy';

/** One pass: Identify By, then the inputs of each way to identify it. */
export const passRef: Control<'passRef'> = {
  properties(_key, { template, requiresFeature, combines }) {
    const byPassId = { show: { [IDENTIFY_BY]: ['passId'] } };
    const byExternalId = { show: { [IDENTIFY_BY]: ['externalId'] } };
    const byContact = { show: { [IDENTIFY_BY]: ['contact'] } };
    const inTemplate = { show: { [IDENTIFY_BY]: ['externalId', 'contact'] } };
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
          {
            name: 'Email or Phone',
            value: 'contact',
            description: 'Of the holder, within its template',
          },
        ],
      },
      {
        ...templateLocator('templateId', {
          label: 'Template',
          required: true,
          description: 'Template the pass was issued from',
          requiresFeature,
        }),
        displayOptions: inTemplate,
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
      {
        ...baseProps('contact', { ...combines.contact, required: true }),
        type: 'string',
        default: '',
        displayOptions: byContact,
      },
    ];
  },

  /** Only the identifier chosen in Identify By. */
  collect: (item, _key, field) =>
    Object.fromEntries(
      chosenKeys(item, field).map((key) => [
        key,
        collectValue(item, key, field.combines[key], () => collectId(item, key)),
      ]),
    ),
};

function chosenKeys(
  item: ItemParameters,
  { template }: FieldOf<'passRef'>,
): (keyof FieldOf<'passRef'>['combines'])[] {
  const identifyBy = item.value(IDENTIFY_BY);
  if (identifyBy === 'contact') return ['contact', 'templateId'];
  if (identifyBy !== 'passId') return ['externalId', 'templateId'];
  return template === 'always' ? ['passId', 'templateId'] : ['passId'];
}
