import {
  type IDisplayOptions,
  type INodeParameters,
  type INodeProperties,
  isExpression,
} from 'n8n-workflow';

import {
  mappedValue,
  type InputField,
  type InputFields,
  type Section,
} from '../../../shared/fields';
import { type Control, type FormOwner, byName } from './control';
import { type ItemParameters, parametersInside, readOrError } from './itemParameters';
import { locatorValue } from './locator';

/** The collection for the inputs of each section, in display order. Published names: never change them. */
export const COLLECTIONS: Record<
  Section,
  { name: string; displayName: string; placeholder: string }
> = {
  filters: { name: 'filters', displayName: 'Filters', placeholder: 'Add filter' },
  changes: { name: 'updateFields', displayName: 'Update Fields', placeholder: 'Add field' },
  design: { name: 'design', displayName: 'Design', placeholder: 'Add design setting' },
  images: { name: 'images', displayName: 'Images', placeholder: 'Add image' },
  options: { name: 'options', displayName: 'Options', placeholder: 'Add option' },
};

/** Shows and collects the inputs of an operation, of a trigger, or of one entry of a list. */
export type Form = ReturnType<typeof createForm>;

/** @param getControl the control of an input, by its kind */
export function createForm(getControl: (field: InputField) => Control) {
  const properties = (inputs: InputFields, section: Section | undefined, owner: FormOwner) =>
    Object.entries(inputs)
      .filter(([, field]) => field.section === section)
      .flatMap(([key, field]) =>
        getControl(field)
          .properties(key, field, inputs, owner)
          .map((property) => shownWhenEffective(field, property)),
      );
  return {
    /** The parameters of the inputs without a section. */
    direct: (inputs: InputFields, owner?: FormOwner) => properties(inputs, undefined, owner),

    /**
     * The collections with the optional inputs, so that unset inputs are not sent.
     * @param additional options of the node itself
     * @param last inputs of the options after all others
     */
    collections(
      inputs: InputFields,
      owner?: FormOwner,
      additional: INodeProperties[] = [],
      last: InputFields = {},
    ): INodeProperties[] {
      return (Object.keys(COLLECTIONS) as Section[]).flatMap((section) => {
        const isOptions = section === 'options';
        const named = [...properties(inputs, section, owner), ...(isOptions ? additional : [])];
        const options = [...byName(named), ...properties(last, section, owner)];
        return options.length === 0
          ? []
          : [{ ...COLLECTIONS[section], type: 'collection', default: {}, options }];
      });
    },

    /** The values of all inputs for an item, by input key. */
    collect(item: ItemParameters, inputs: InputFields, owner?: FormOwner): Record<string, unknown> {
      const raw: Record<string, unknown> = {};
      const bySection = new Map<Section | undefined, ItemParameters>([[undefined, item]]);
      for (const [key, field] of Object.entries(inputs)) {
        const { section } = field;
        const parameters = bySection.get(section) ?? insideCollection(item, section as Section);
        bySection.set(section, parameters);
        const collect = () => getControl(field).collect(parameters, key, field, owner);
        if (field.kind === 'passRef') Object.assign(raw, collect());
        else raw[key] = collectValue(parameters, key, field, collect);
      }
      return raw;
    },
  };
}

/** The value of an input; its error if the expression fails, and a mark if it was mapped and is empty. */
export function collectValue(
  item: ItemParameters,
  key: string,
  field: InputField,
  read: () => unknown,
): unknown {
  const value = readOrError(read, key, field.label);
  // On n8n, a mapped value is an expression.
  const isMapped = isExpression(locatorValue(item.saved[key]));
  return isMapped ? mappedValue(field, value) : value;
}

/** Shows an input only if it has an effect with the settings of the other inputs. */
function shownWhenEffective(
  { visibleWhen, forUnlistedFields }: InputField,
  property: INodeProperties,
): INodeProperties {
  if (forUnlistedFields) return { ...property, displayOptions: HIDDEN_FOR_LISTED };
  return visibleWhen
    ? shownFor(visibleWhen as NonNullable<IDisplayOptions['show']>, property)
    : property;
}

/** A template that is chosen from the list; n8n switches to By ID for an expression. */
const HIDDEN_FOR_LISTED: IDisplayOptions = { hide: { '/templateId.mode': ['list'] } };

/** The notice of an input. */
export function noticeBelow(key: string, { notice }: InputField): INodeProperties[] {
  if (!notice) return [];
  const { text, when } = notice;
  const property = {
    displayName: text,
    name: `${key}Notice`,
    type: 'notice',
    default: '',
  } as const;
  return [shownFor(when as NonNullable<IDisplayOptions['show']>, property)];
}

/** Adds to a property's own display conditions. */
export function shownFor(
  show: NonNullable<IDisplayOptions['show']>,
  property: INodeProperties,
): INodeProperties {
  const existing = property.displayOptions?.show ?? {};
  return {
    ...property,
    displayOptions: { ...property.displayOptions, show: { ...show, ...existing } },
  };
}

function insideCollection(item: ItemParameters, section: Section): ItemParameters {
  const { name } = COLLECTIONS[section];
  const saved = (item.saved[name] ?? {}) as INodeParameters;
  const values = () => item.collection(name);
  return parametersInside(item, values, saved, (key) =>
    isExpression(saved[key]) ? item.valueAlone(`${name}["${key}"]`) : values()[key],
  );
}
