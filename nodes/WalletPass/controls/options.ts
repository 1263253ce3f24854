/** Sorts by a name, without changing the original. */
export function byName<T>(entries: readonly T[], name: (entry: T) => string): T[] {
  return [...entries].sort((a, b) => name(a).localeCompare(name(b), 'en'));
}

/** Default of a dropdown: its first declared option. */
export function firstKey([first]: readonly { key: string }[]): string {
  return first?.key ?? '';
}
