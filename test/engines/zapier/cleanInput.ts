/**
 * Input data as Zapier cleans it before an app sees it: empty strings, nulls, empty lists and empty
 * objects are dropped, at every depth. Zapier's backend does this, not its core.
 */
export function cleanInput(input: Record<string, unknown>): Record<string, unknown> {
  return (clean(input) ?? {}) as Record<string, unknown>;
}

function clean(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    const items = value.map(clean).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value)
      .map(([key, part]) => [key, clean(part)] as const)
      .filter(([, part]) => part !== undefined);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }
  return value;
}
