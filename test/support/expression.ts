/** The good parameters, with the bad ones for one item only. */
export function onlyFor(item: number, good: object, bad: object): object {
  const others = good as Record<string, unknown>;
  return {
    ...good,
    ...Object.fromEntries(
      Object.entries(bad).map(([key, value]) => [key, mixed(item, value, others[key])]),
    ),
  };
}

function mixed(item: number, bad: unknown, good: unknown): unknown {
  if (typeof bad === 'object' && bad !== null && !Array.isArray(bad)) {
    return onlyFor(item, (good ?? {}) as object, bad);
  }
  if (bad === good) return bad;
  return `={{ $itemIndex === ${item} ? (${js(bad)}) : (${js(good)}) }}`;
}

function js(value: unknown): string {
  if (typeof value === 'string' && value.startsWith('={{')) return value.slice(3, -2);
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** A value that only an expression can produce. */
export const expression = (code: string) => `={{ ${code} }}`;
