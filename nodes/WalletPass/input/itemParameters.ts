import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { isExpression } from 'n8n-workflow';

import { locatorValue } from '../properties/locators';

/** The node's parameters for one item, with expressions evaluated. */
export interface ItemParameters {
  functions: IExecuteFunctions;
  itemIndex: number;
  /** All parameters as saved in the workflow; their expressions are not evaluated. */
  saved: INodeParameters;
  /** A parameter; of a resource locator, the chosen ID. */
  value(name: string): unknown;
  /** A parameter that n8n hides with some settings and then cannot read: `null` if hidden. */
  valueIfShown(name: string): unknown;
  /**
   * A whole collection, read once: n8n evaluates all its expressions each time. If one of them fails,
   * only reading that part throws.
   */
  collection(name: string): IDataObject;
}

/**
 * Reads parameters item by item. A parameter without expressions is the same for all items, so it is read
 * only for the first one: n8n does the same work again each time. Create one reader per run.
 */
export function parameterReader(
  functions: IExecuteFunctions,
): (itemIndex: number) => ItemParameters {
  const { parameters } = functions.getNode();
  const fixed = new Map<string, unknown>();
  const withExpression = new Set(
    Object.keys(parameters).filter((name) => hasExpression(parameters[name])),
  );

  function read(name: string, itemIndex: number, fallback?: unknown): unknown {
    // The node's parameters have no `validateType`, but n8n would search for one each time.
    const get = () =>
      functions.getNodeParameter(name, itemIndex, fallback, { skipValidation: true }) as unknown;
    if (!(name in parameters) || withExpression.has(name)) return get();
    if (!fixed.has(name)) fixed.set(name, get());
    return fixed.get(name);
  }

  return (itemIndex) => {
    const collections = new Map<string, IDataObject>();
    return {
      functions,
      itemIndex,
      saved: parameters,
      value: (name) => locatorValue(read(name, itemIndex)),
      valueIfShown: (name) => read(name, itemIndex, null),
      collection(name) {
        const values = collections.get(name) ?? readCollection(name, itemIndex);
        collections.set(name, values);
        return values;
      },
    };
  };

  function readCollection(name: string, itemIndex: number): IDataObject {
    const saved = parameters[name];
    const readWhole = () => read(name, itemIndex, {}) as IDataObject;
    if (!isContainer(saved)) return readWhole();
    try {
      return readWhole();
    } catch {
      return inParts(saved, name, (path) => read(path, itemIndex)) as IDataObject;
    }
  }
}

type Container = Record<string, INodeParameters[string]>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** A copy of a saved collection that resolves each expression when it is read. */
function inParts(saved: Container, path: string, resolve: (path: string) => unknown): unknown {
  const parts = Array.isArray(saved) ? [] : {};
  for (const [key, part] of Object.entries(saved)) {
    const partPath = `${path}["${key.replace(/["\\]/g, '\\$&')}"]`;
    const get = () => (isContainer(part) ? inParts(part, partPath, resolve) : resolve(partPath));
    Object.defineProperty(parts, key, { get, enumerable: true });
  }
  return parts;
}

/** Whether a saved parameter contains an expression, at any depth. */
function hasExpression(value: INodeParameters[string] | undefined): boolean {
  if (typeof value !== 'object' || value === null) return isExpression(value);
  return Object.values(value).some((each) => hasExpression(each as INodeParameters[string]));
}

/** A parameter as saved in the workflow; its expressions are not evaluated. */
export function savedParameter(functions: IExecuteFunctions, name: string): unknown {
  return functions.getNodeParameter(name, 0, null, { rawExpressions: true });
}
