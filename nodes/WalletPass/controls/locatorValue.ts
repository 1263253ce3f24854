import { isExpression } from 'n8n-workflow';

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
