import type { InputFields } from '../../shared/fields';

/** The labels of the inputs that take a file or a URL, by key. */
export function fileInputs(input: InputFields): Record<string, string> {
  return Object.fromEntries(
    Object.entries(input)
      .filter(([, { kind }]) => kind === 'file' || kind === 'image')
      .map(([key, { label }]) => [key, label]),
  );
}
