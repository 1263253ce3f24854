import type { InputField } from '../../shared/fields';
import { trimmed } from '../../shared/service/text';
import type { LoadFile } from '../transport/downloadFile';
import { type Control, type Values, valueControl } from './control';

/** A file to upload. */
export const file: Control<'file'> = {
  ...valueControl(() => ({ type: 'file' })),
  collect: collectFile,
};

/** An image as text: Zapier's file input would turn a file ID into a text file. */
export const image: Control<'image'> = {
  ...valueControl(() => ({ type: 'string' })),
  collect: collectFile,
};

/**
 * Files are downloaded here rather than by the service, so that size and type are checked before
 * anything is sent.
 */
function collectFile(
  values: Values,
  key: string,
  { label, kind }: InputField,
  load?: LoadFile,
): unknown {
  const value = values[key];
  if (value === undefined) return undefined;
  const isUrl = typeof value === 'string' && /^https?:/i.test(trimmed(value));
  if (isUrl && load) return { load: () => load(trimmed(value), label, key) };
  return isUrl || kind === 'file' ? { url: value } : { fileId: value };
}
