/** The ID in the object of a resource locator; any other value unchanged. */
export function locatorValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'mode' in value && 'value' in value
    ? value.value
    : value;
}
