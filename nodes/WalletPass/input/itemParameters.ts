import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The node's parameters for one item, with expressions evaluated. */
export interface ItemParameters {
  functions: IExecuteFunctions;
  itemIndex: number;
  /** A parameter; of a resource locator, the chosen ID. */
  value(name: string): unknown;
  /** A parameter that n8n hides with some settings and then cannot read: `null` if hidden. */
  valueIfShown(name: string): unknown;
  /** A whole collection, read once: n8n evaluates all its expressions each time. */
  collection(name: string): IDataObject;
}

/** Reads parameters for one item. */
export function itemParameters(functions: IExecuteFunctions, itemIndex: number): ItemParameters {
  const collections = new Map<string, IDataObject>();
  return {
    functions,
    itemIndex,
    value: (name) => functions.getNodeParameter(name, itemIndex, undefined, { extractValue: true }),
    valueIfShown: (name) => functions.getNodeParameter(name, itemIndex, null),
    collection(name) {
      const values = collections.get(name) ?? collectionValues(functions, name, itemIndex);
      collections.set(name, values);
      return values;
    },
  };
}

/** The values of a collection, e.g. `options`; `{}` if none is set. */
export function collectionValues(
  functions: IExecuteFunctions,
  name: string,
  itemIndex: number,
): IDataObject {
  return functions.getNodeParameter(name, itemIndex, {}) as IDataObject;
}

/** A parameter as saved in the workflow; its expressions are not evaluated. */
export function savedParameter(functions: IExecuteFunctions, name: string): unknown {
  return functions.getNodeParameter(name, 0, null, { rawExpressions: true });
}
