import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { InputField, InputFields, Section } from '../../../shared/fields';
import { passControls, refLocator, templateListNames, templateLocator } from './locators';
import { fileControls, imageControl } from './uploadControls';

/** From a kind of input to the n8n control that asks for it. */

/** Parameter that a mapper of field values brings along besides its own key. */
export const MORE_FIELD_VALUES = 'moreFieldValues';

/** The collection that holds each section's optional parameters, in display order. Names are published. */
export const COLLECTIONS: Record<
  Section,
  { name: string; displayName: string; placeholder: string }
> = {
  filters: { name: 'filters', displayName: 'Filters', placeholder: 'Add filter' },
  changes: { name: 'updateFields', displayName: 'Update Fields', placeholder: 'Add field' },
  details: { name: 'additionalFields', displayName: 'Additional Fields', placeholder: 'Add field' },
  design: { name: 'design', displayName: 'Design', placeholder: 'Add part of the design' },
  images: { name: 'images', displayName: 'Images', placeholder: 'Add image' },
  options: { name: 'options', displayName: 'Options', placeholder: 'Add option' },
};

/** The properties that ask for one input; a pass and a limit take several. */
export function controlsOf(key: string, field: InputField): INodeProperties[] {
  switch (field.kind) {
    case 'passRef':
      return passControls(field);
    case 'templateRef':
      return [templateLocator(key, field)];
    case 'templateRefs':
      return [templatesOptions(key, field)];
    case 'fieldValues':
      return [fieldMapper(key, field)];
    case 'limit':
      return limitControls(key, field);
    case 'list':
      return [listControl(key, field)];
    case 'ref':
      return [refLocator(key, field)];
    case 'file':
      return fileControls(field.description);
    case 'image':
      return [imageControl(base(key, field))];
    default:
      return [{ ...base(key, field), ...simpleControl(field) } as INodeProperties];
  }
}

function base(key: string, field: InputField) {
  const description = descriptionOf(field);
  return {
    displayName: field.label,
    name: key,
    ...(field.required ? { required: true } : {}),
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    ...(description ? { description } : {}),
    ...(field.hint ? { hint: field.hint } : {}),
  };
}

/** n8n wants switches to begin with "Whether". */
function descriptionOf({ kind, description }: InputField): string | undefined {
  if (description === undefined) return undefined;
  if (kind === 'boolean') return `Whether to ${description}`;
  return kind === 'confirmation' ? `Whether to confirm that ${description}` : description;
}

type SimpleField = Exclude<
  InputField,
  {
    kind:
      | 'passRef'
      | 'templateRef'
      | 'templateRefs'
      | 'fieldValues'
      | 'limit'
      | 'list'
      | 'ref'
      | 'file'
      | 'image';
  }
>;

function simpleControl(field: SimpleField): Partial<INodeProperties> {
  switch (field.kind) {
    case 'text':
      return {
        type: 'string',
        default: '',
        ...(field.multiline ? { typeOptions: { rows: 4 } } : {}),
      };
    case 'number':
      return {
        type: 'number',
        // Empty, so that a number nobody entered is refused instead of used.
        default: field.default ?? '',
        typeOptions: {
          ...(field.min === undefined ? {} : { minValue: field.min }),
          ...(field.max === undefined ? {} : { maxValue: field.max }),
          ...(field.integer ? { numberPrecision: 0 } : {}),
        },
      };
    case 'boolean':
      return {
        type: 'boolean',
        default: field.default,
        ...(field.literal ? { noDataExpression: true } : {}),
      };
    case 'choice':
      return {
        type: 'options',
        ...choiceOptions(field),
      };
    case 'choices':
      return { type: 'multiOptions', options: optionsOf(field), default: [] };
    case 'dateTime':
      return { type: 'dateTime', default: '' };
    case 'color':
      return { type: 'color', default: '' };
    case 'json':
      return { type: 'json', default: '{}' };
    case 'confirmation':
      // Takes away the expression toggle and the button that lets a model fill it in.
      return { type: 'boolean', default: false, noDataExpression: true };
  }
}

/** An optional choice without a default starts with nothing chosen, a required one with its first option. */
function choiceOptions(field: InputField & { kind: 'choice' }) {
  const options = optionsOf(field);
  if (field.default !== undefined || field.required) {
    return { options, default: field.default ?? field.options[0]?.value ?? '' };
  }
  return {
    options: byName(
      [{ name: 'Not Set', value: '', description: 'Same as removing this option' }, ...options],
      ({ name }) => name,
    ),
    default: '',
  };
}

/** Five or more options in alphabetical order, as n8n requires; fewer as declared. */
function optionsOf({
  options,
}: {
  options: readonly { value: string; label: string; description?: string }[];
}) {
  const shown: INodePropertyOptions[] = options.map(({ value, label, description }) => ({
    name: label,
    value,
    ...(description ? { description } : {}),
  }));
  return shown.length < 5 ? shown : byName(shown, ({ name }) => name);
}

export function byName<T>(entries: readonly T[], name: (entry: T) => string): T[] {
  return [...entries].sort((a, b) => name(a).localeCompare(name(b), 'en'));
}

/** The option that a dropdown starts with. */
export function firstKey([first]: readonly { key: string }[]): string {
  return first?.key ?? '';
}

function fieldMapper(key: string, field: InputField): INodeProperties {
  return {
    ...base(key, field),
    type: 'resourceMapper',
    noDataExpression: true,
    default: { mappingMode: 'defineBelow', value: null },
    typeOptions: {
      loadOptionsDependsOn: ['templateId.value'],
      resourceMapper: {
        resourceMapperMethod: 'getTemplateFields',
        mode: 'add',
        fieldWords: { singular: 'field', plural: 'fields' },
        addAllFields: true,
        multiKeyMatch: false,
        supportAutoMap: true,
        // The method returns the reason as a notice; n8n would add a red 'No fields found'.
        hideNoDataError: true,
      },
    },
  } as INodeProperties;
}

/** Field values by ID: for an unreadable design, and inside lists, which cannot hold a mapper. */
export function fieldValuesById(name: string, displayName: string, hint?: string): INodeProperties {
  return {
    displayName,
    name,
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Field Value',
    default: {},
    description: 'Values by field ID, for fields that cannot be listed',
    ...(hint === undefined ? {} : { hint }),
    options: [
      {
        displayName: 'Field Value',
        name: 'field',
        values: [
          {
            displayName: 'Field ID',
            name: 'id',
            type: 'string',
            default: '',
            placeholder: 'e.g. memberSince',
          },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
  };
}

/** Parameter that asks for all results instead of a limit. */
export const RETURN_ALL = 'returnAll';

/** n8n's two controls for the number of results, in its standard wording. */
function limitControls(key: string, field: InputField & { kind: 'limit' }): INodeProperties[] {
  return [
    {
      displayName: 'Return All',
      name: RETURN_ALL,
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
    },
    {
      ...base(key, { ...field, required: false }),
      type: 'number',
      typeOptions: { minValue: 1, numberPrecision: 0 },
      default: field.default,
      displayOptions: { show: { [RETURN_ALL]: [false] } },
    },
  ];
}

function listControl(key: string, field: InputField & { kind: 'list' }): INodeProperties {
  return {
    ...base(key, field),
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: `Add ${field.entryLabel}`,
    default: {},
    options: [{ displayName: field.entryLabel, name: 'entry', values: entryControls(field.entry) }],
  };
}

function entryControls(entry: InputFields): INodeProperties[] {
  const own = Object.entries(entry).filter(([, field]) => field.section === undefined);
  return [
    ...own.flatMap(([key, field]) => {
      if (field.kind === 'fieldValues')
        return [fieldValuesById(key, field.label, field.description)];
      if (field.kind === 'templateRef') return [templateOptions(key, field.description)];
      return controlsOf(key, field);
    }),
    ...collectionControls(entry),
  ];
}

/** The collections that hold the optional inputs, so that unset ones are not sent. */
export function collectionControls(
  input: InputFields,
  more: Partial<Record<Section, INodeProperties[]>> = {},
): INodeProperties[] {
  const sections = Object.keys(COLLECTIONS) as Section[];
  return sections.flatMap((section) => {
    const entries = Object.entries(input)
      .filter(([, field]) => field.section === section)
      .flatMap(([key, field]) => controlsOf(key, field))
      .concat(more[section] ?? []);
    if (entries.length === 0) return [];
    return [
      {
        ...COLLECTIONS[section],
        type: 'collection' as const,
        default: {},
        options: byName(entries, ({ displayName }) => displayName),
      },
    ];
  });
}

/** Locators do not search inside a list of entries; a dropdown does. */
function templateOptions(name: string, hint?: string): INodeProperties {
  return {
    displayName: 'Template Name or ID',
    name,
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getTemplates' },
    default: '',
    required: true,
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Several templates: a locator holds one only. */
function templatesOptions(
  key: string,
  { label, description, fits }: InputField & { kind: 'templateRefs' },
): INodeProperties {
  return {
    displayName: `${label.replace(/s$/, '')} Names or IDs`,
    name: key,
    type: 'multiOptions',
    typeOptions: { loadOptionsMethod: templateListNames(fits).getTemplates },
    default: [],
    description:
      'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    ...(description ? { hint: description } : {}),
  };
}
