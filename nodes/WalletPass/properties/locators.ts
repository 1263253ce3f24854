import type { INodeProperties } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import type { InputField, TemplateFeature } from '../../../shared/fields';
import { PICKERS } from '../../../shared/pickers';
import { listSearchName, templateMethodNames } from './methods/methodNames';

/** Resource locators: choose one template, pass or badge from a list or by its ID. */

/** Parameter that selects how a pass is identified. */
export const IDENTIFY_BY = 'identifyBy';

/** The ID in the object of a resource locator; any other value unchanged. */
export function locatorValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value
    ? value.value
    : value;
}

/** The name of what was chosen from the list; n8n stores it with the ID. */
export function locatorName(value: unknown): { id: string; name: string } | undefined {
  const { mode, value: id, cachedResultName } = (value ?? {}) as Record<string, unknown>;
  const isChosen = mode === 'list' && typeof id === 'string' && !isExpression(id);
  return isChosen && typeof cachedResultName === 'string'
    ? { id, name: cachedResultName }
    : undefined;
}

const LIST_OR_ID = 'Choose from the list, or enter the ID';

/** Everything that differs between locators. */
interface LocatorOptions {
  name: string;
  displayName: string;
  required: boolean;
  description?: string;
  /** Completes "Choose a …". */
  noun: string;
  searchListMethod: string;
  exampleId: string;
}

function locator(options: LocatorOptions): INodeProperties {
  const { name, displayName, required, description = LIST_OR_ID } = options;
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
        placeholder: `Choose a ${options.noun}…`,
        typeOptions: { searchListMethod: options.searchListMethod, searchable: true },
      },
      {
        displayName: 'By ID',
        name: 'id',
        type: 'string',
        placeholder: `e.g. ${options.exampleId}`,
      },
    ],
  };
}

/** Locator for a `ref`. */
export function refLocator(name: string, field: InputField & { kind: 'ref' }): INodeProperties {
  const { noun } = PICKERS[field.of];
  const { label: displayName, required, description } = field;
  return locator({
    name,
    displayName,
    required,
    description,
    noun: noun.toLowerCase(),
    searchListMethod: listSearchName(field.of),
    exampleId: '4f1d2a',
  });
}

/** The parts of a template input that its locator shows. */
interface TemplateTexts {
  label: string;
  required: boolean;
  description?: string;
  requiresFeature?: TemplateFeature;
}

/** Locator for one template, e.g. of those that support a feature. */
export function templateLocator(
  name: string,
  { label, required, description, requiresFeature: feature }: TemplateTexts,
): INodeProperties {
  return locator({
    name,
    displayName: label,
    required,
    description,
    noun: 'template',
    searchListMethod: templateMethodNames(feature).searchTemplates,
    exampleId: 'tpl_8c2e91',
  });
}

/** Identify By, then the inputs of each way to identify a pass. */
export function passControls({
  template,
  requiresFeature: feature,
}: InputField & { kind: 'passRef' }): INodeProperties[] {
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
          description: 'Your own reference, combined with the template',
        },
        { name: 'Pass ID', value: 'passId', description: 'ID assigned by the service' },
      ],
    },
    {
      ...templateLocator('templateId', {
        label: 'Template',
        required: true,
        description: 'Template the pass was issued from',
        requiresFeature: feature,
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
              requiresFeature: feature,
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
          'Choose from the list, or enter the ID. A search finds older passes only by a complete email address, phone number or external ID.',
        noun: 'pass',
        searchListMethod: templateMethodNames(feature).searchPasses,
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
      description: 'Your own reference, set when the pass was issued',
      displayOptions: byExternalId,
    },
  ];
}
