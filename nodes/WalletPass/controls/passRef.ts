import type { FieldOf } from '../../../shared/fields';
import { type Control, baseProps } from './control';
import { collectValue } from './form';
import type { ItemParameters } from './itemParameters';
import { collectId, locator, templateMethodNames, templateLocator } from './locator';

/** Parameter that selects how a pass is identified. */
const IDENTIFY_BY = 'identifyBy';

/** One pass: Identify By, then the inputs of each way to identify it. */
export const passRef: Control<'passRef'> = {
  properties(_key, { template, requiresFeature, combines }) {
    const shownFor = (...ways: string[]) => ({ displayOptions: { show: { [IDENTIFY_BY]: ways } } });
    const templateFor = (required: boolean, description: string, ...ways: string[]) => ({
      ...templateLocator('templateId', {
        label: 'Template',
        required,
        description,
        requiresFeature,
      }),
      ...shownFor(...ways),
    });
    const fromTemplate = 'Template the pass was issued from';
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
      templateFor(true, fromTemplate, 'externalId', 'contact'),
      ...(template === 'always'
        ? [templateFor(false, `${fromTemplate}; needed to list or read its fields`, 'passId')]
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
        ...shownFor('passId'),
      },
      {
        displayName: 'External ID',
        name: 'externalId',
        type: 'string',
        default: '',
        required: true,
        placeholder: 'e.g. M-0042',
        description: 'Your own ID for the pass, set when it was issued',
        ...shownFor('externalId'),
      },
      {
        ...baseProps('contact', { ...combines.contact, required: true }),
        type: 'string',
        default: '',
        ...shownFor('contact'),
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
