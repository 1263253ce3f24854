import type { INodeProperties } from 'n8n-workflow';

import type { InputField } from '../../../shared/fields';
import { type Control, baseProps } from './control';
import { collectValue, shownFor } from './form';
import { collectId, locator, templateLocator, templateMethodNames } from './locator';

/** Selects how a pass is identified. */
const identifyBy: INodeProperties = {
  displayName: 'Identify By',
  name: 'identifyBy',
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
};

/** One pass: Identify By, then the inputs of each way to identify it. */
export const passRef: Control<'passRef'> = {
  properties(_key, { template, requiresFeature, combines }) {
    const by = (ways: string[], property: INodeProperties) =>
      shownFor({ [identifyBy.name]: ways }, property);
    const requiredText = (key: string, field: InputField): INodeProperties => ({
      ...baseProps(key, { ...field, required: true }),
      type: 'string',
      default: '',
    });
    const fromTemplate = (required: boolean, description: string) =>
      templateLocator('templateId', { label: 'Template', required, description, requiresFeature });
    const FROM = 'Template the pass was issued from';
    return [
      identifyBy,
      by(['externalId', 'contact'], fromTemplate(true, FROM)),
      ...(template === 'always'
        ? [by(['passId'], fromTemplate(false, `${FROM}; needed to list or read its fields`))]
        : []),
      by(
        ['passId'],
        locator(
          'passId',
          {
            label: 'Pass',
            required: true,
            description: `Choose from the list, or enter the ID. ${template === 'always' ? "Without 'Template', it" : 'It'} has only the ten newest templates. Search by complete email or external ID.`,
          },
          {
            noun: 'pass',
            searchListMethod: templateMethodNames(requiresFeature).searchPasses,
            exampleId: 'ps_4f1d2a',
          },
        ),
      ),
      by(['externalId'], requiredText('externalId', combines.externalId)),
      by(['contact'], requiredText('contact', combines.contact)),
    ];
  },

  /** Only the identifier chosen in Identify By. */
  collect(item, _key, { template, combines }) {
    const chosen = item.value(identifyBy.name);
    const way = chosen === 'passId' || chosen === 'contact' ? chosen : 'externalId';
    const hasTemplate = way !== 'passId' || template === 'always';
    const keys: (keyof typeof combines)[] = hasTemplate ? [way, 'templateId'] : [way];
    return Object.fromEntries(
      keys.map((key) => [key, collectValue(item, key, combines[key], () => collectId(item, key))]),
    );
  },
};
