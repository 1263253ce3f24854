/**
 * The value a record itself holds under a key that came from outside. Plain indexing would also find
 * what every object inherits, such as `constructor` or `toString`.
 */
export function own<T>(record: Readonly<Partial<Record<string, T>>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
