/** Far deeper than any JSON of the service; code may call itself once per level. */
export const MAX_DEPTH = 100;

/**
 * The value of a JSON text; `undefined` if it is empty or not JSON, e.g. the HTML page of a proxy, or if it is
 * nested deeper than `MAX_DEPTH`, which nothing here or on a platform could read.
 */
export function parseJson(text: string): unknown {
  const value = parseDeepJson(text);
  return isDeeperThan(MAX_DEPTH, value) ? undefined : value;
}

/** The same without a limit, for a reader that only looks at the keys of the outermost object. */
export function parseDeepJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
