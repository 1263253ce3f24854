import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeParameters,
  type INodeProperties,
  type IPollFunctions,
  isExpression,
} from 'n8n-workflow';

import {
  invalidInput,
  isServiceError,
  messageOf,
  type ServiceError,
} from '../../../shared/errors/serviceError';
import type { OpenedFile } from '../../../shared/fields/file';
import { ownValue } from '../../../shared/runtime/records';
import { isBlank } from '../../../shared/service/text';

/** The node's parameters for one item, with expressions evaluated. */
export interface ItemParameters {
  /** All parameters as saved in the workflow; their expressions are not evaluated. */
  saved: INodeParameters;
  /** A parameter; `null` if n8n hides it with the other settings. */
  value(name: string): unknown;
  /** Like {@link value}, but never as a part of a collection, where n8n turns a date of an expression into a text. */
  valueAlone(name: string): unknown;
  /**
   * A whole collection, read once, because n8n evaluates all its expressions each time. If an expression fails, only
   * reading that part throws.
   */
  collection(name: string): IDataObject;
  /** The columns of the item. */
  json: IDataObject;
  /** Whether every expression of the node is empty for the item. */
  isBlank: () => boolean;
  /** Opens a binary field of the item; `undefined` if there is none. */
  openBinary: (field: string) => Promise<OpenedFile | undefined>;
}

/**
 * Reads parameters item by item. A parameter without expressions is the same for all items, so it is read only for the
 * first item: n8n does the same work again each time. Create one reader per run.
 */
export function parameterReader(
  functions: IExecuteFunctions,
): (itemIndex: number) => ItemParameters {
  const { parameters } = functions.getNode();
  const items = functions.getInputData();
  const fixed = new Map<string, unknown>();
  const withExpression = new Set(
    Object.keys(parameters).filter((name) => hasExpression(parameters[name])),
  );

  function read(name: string, itemIndex: number, fallback?: unknown): unknown {
    // The node's parameters have no `validateType`, but n8n would search for it each time.
    const get = () =>
      functions.getNodeParameter(name, itemIndex, fallback, { skipValidation: true }) as unknown;
    if (!(name in parameters) || withExpression.has(name)) return get();
    if (!fixed.has(name)) fixed.set(name, get());
    return fixed.get(name);
  }

  return (itemIndex) => ({
    ...parametersReadBy((name, fallback) => read(name, itemIndex, fallback), parameters),
    json: items[itemIndex]?.json ?? {},
    isBlank() {
      try {
        return [...withExpression].every((name) =>
          isBlankWhereMapped(parameters[name], read(name, itemIndex, null)),
        );
      } catch {
        // An expression that fails is not blank.
        return false;
      }
    },
    async openBinary(field) {
      const binary = ownValue(items[itemIndex]?.binary ?? {}, field);
      if (!binary) return undefined;
      const { id, fileName: name = 'image', mimeType, data } = binary;
      const { helpers } = functions;
      // A stored file may be larger than memory. A file inside the item is already in memory.
      if (!id) {
        const readBytes = async () => [await helpers.getBinaryDataBuffer(itemIndex, field)];
        return { name, mimeType, bytes: Buffer.byteLength(data, 'base64'), read: readBytes };
      }
      const { fileSize: bytes } = await helpers.getBinaryMetadata(id);
      return { name, mimeType, bytes, read: () => helpers.getBinaryStream(id) };
    },
  });
}

/** The parameters of a trigger, which has no items. */
export function triggerParameters(functions: IPollFunctions): ItemParameters {
  const read = (name: string, fallback?: unknown) => functions.getNodeParameter(name, fallback);
  return {
    ...parametersReadBy(read, functions.getNode().parameters),
    json: {},
    isBlank: () => false,
    openBinary: async () => undefined,
  };
}

/** The parameters inside a collection or an entry of a list. */
export function parametersInside(
  { json, isBlank, openBinary }: ItemParameters,
  valuesOf: () => IDataObject,
  saved: INodeParameters,
  valueAlone: ItemParameters['valueAlone'] = (name) => valuesOf()[name],
): ItemParameters {
  return {
    json,
    isBlank,
    openBinary,
    saved,
    value: (name) => valuesOf()[name],
    valueAlone,
    collection: (name) => (valuesOf()[name] ?? {}) as IDataObject,
  };
}

type Read = (name: string, fallback?: unknown) => unknown;

function parametersReadBy(
  read: Read,
  saved: INodeParameters,
): Pick<ItemParameters, 'saved' | 'value' | 'valueAlone' | 'collection'> {
  const collections = new Map<string, IDataObject>();
  const value = (name: string) => read(name, null);
  return {
    saved,
    value,
    valueAlone: value,
    collection(name) {
      const values = collections.get(name) ?? readCollection(name, saved[name], read);
      collections.set(name, values);
      return values;
    },
  };
}

function readCollection(name: string, saved: unknown, read: Read): IDataObject {
  const readWhole = () => read(name, {}) as IDataObject;
  if (!isContainer(saved)) return readWhole();
  try {
    return readWhole();
  } catch {
    return inParts(saved, name, read) as IDataObject;
  }
}

type Container = Record<string, INodeParameters[string]>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** A copy of a saved collection that resolves each expression when it is read. */
function inParts(saved: Container, path: string, read: Read): unknown {
  const parts = Array.isArray(saved) ? [] : {};
  for (const [key, part] of Object.entries(saved)) {
    const partPath = `${path}["${key.replace(/["\\]/g, '\\$&')}"]`;
    const get = () => (isContainer(part) ? inParts(part, partPath, read) : read(partPath));
    Object.defineProperty(parts, key, { get, enumerable: true });
  }
  return parts;
}

/** Whether all parts of a parameter that were saved as an expression are blank, at any depth. */
function isBlankWhereMapped(saved: unknown, value: unknown): boolean {
  if (!isContainer(saved)) return !isExpression(saved) || isBlank(value);
  return Object.entries(saved).every(([key, part]) =>
    isBlankWhereMapped(part, isContainer(value) ? value[key] : undefined),
  );
}

/** Whether a saved parameter contains an expression, at any depth. */
function hasExpression(value: INodeParameters[string] | undefined): boolean {
  if (typeof value !== 'object' || value === null) return isExpression(value);
  return Object.values(value).some((each) => hasExpression(each as INodeParameters[string]));
}

/**
 * Returns the result of `read` or its error, so that the other inputs are read as well. n8n's error for an expression
 * that it cannot resolve does not name the input.
 */
export function readOrError<T>(read: () => T, key: string, label: string): T | ServiceError {
  try {
    return read();
  } catch (thrown) {
    if (isServiceError(thrown)) return thrown;
    return invalidInput(
      label,
      key,
      `has an expression that can't be resolved: ${messageOf(thrown)}`,
      `Open the node and check the expression in '${label}' for this item.`,
    );
  }
}

/** Like {@link readOrError}, for the value of a parameter. */
export function valueOrError(
  item: ItemParameters,
  { name, displayName }: INodeProperties,
): unknown {
  return readOrError(() => item.value(name), name, displayName);
}
