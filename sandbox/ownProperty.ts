/**
 * Own property of a record under an untrusted key. Plain indexing would also find inherited
 * properties, such as `constructor` or `toString`.
 */
export function ownProperty<T>(
  record: Readonly<Partial<Record<string, T>>>,
  key: string,
): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
