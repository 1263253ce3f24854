import type { FileSource } from '../../fields/file';
import { readImage } from '../../fields/image';
import type { Upload } from '../../api/files';

/** A file of the service, or image content whose size and type have been checked. */
export type LoadedImage = { fileId: string } | Upload;

type UploadSource = Exclude<FileSource, { fileId: string }>;

/**
 * Reads the content of an image that is to be uploaded, and checks its size and type.
 * @param label of the input, for an error
 * @throws {import('../../errors/serviceError').ServiceError} `invalidInput`
 */
export async function loadImage(source: UploadSource, label: string, key: string): Promise<Upload>;

export async function loadImage(
  source: FileSource,
  label: string,
  key: string,
): Promise<LoadedImage>;

export async function loadImage(
  source: FileSource,
  label: string,
  key: string,
): Promise<LoadedImage> {
  if (!('load' in source)) return source;
  return { file: await readImage(await source.load(), label, key) };
}
