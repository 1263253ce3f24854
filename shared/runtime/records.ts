/** Objects, lists and JSON. */

/** Whether a value is an object, and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Drops `undefined` values, so that both platforms omit them. */
export function compact<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/**
 * The value under a key that comes from outside, e.g. a status of the service or a column of a sheet. `undefined` for
 * properties that every object inherits, e.g. `constructor`.
 */
export function ownValue<T>(
  values: Readonly<Partial<Record<string, T>>>,
  key: string,
): T | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/** A copy with these keys only. */
export function pick<T extends object, K extends keyof T>(
  values: T,
  keys: readonly K[],
): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, values[key]])) as Pick<T, K>;
}

/** A copy without these keys. */
export function omit<T extends object, K extends keyof T>(values: T, ...keys: K[]): Omit<T, K> {
  const dropped: readonly PropertyKey[] = keys;
  return Object.fromEntries(
    Object.entries(values).filter(([key]) => !dropped.includes(key)),
  ) as unknown as Omit<T, K>;
}

/** The items by their key, in order; `Map.groupBy`, which Node 20 lacks. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const existing = groups.get(key);
    if (existing) existing.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Reads a value once for each key. A failed reading is not cached. */
export function cached<K, T>(
  cache: Map<K, Promise<T>>,
  key: K,
  read: () => Promise<T>,
): Promise<T> {
  const existing = cache.get(key);
  if (existing) return existing;
  const reading = read();
  cache.set(key, reading);
  reading.catch(() => {
    // The entry may have been removed and read again in the meantime.
    if (cache.get(key) === reading) cache.delete(key);
  });
  return reading;
}

/** The value of a JSON text; `undefined` if it is empty or not JSON, e.g. the HTML page of a proxy. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** `undefined` for an object or a list without entries, so that a request or an output omits it. */
export function undefinedIfEmpty<T extends object>(values: T): T | undefined {
  return Object.keys(values).length === 0 ? undefined : values;
}
