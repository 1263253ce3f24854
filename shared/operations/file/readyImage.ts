import { readImage } from '../../fields/files';
import type { FileSource } from '../../fields/files';
import type { Upload } from '../../api/files';

/** An image that has passed every check that can be made here. */
export type ReadyImage = { fileId: string } | Upload;

type UploadSource = Exclude<FileSource, { fileId: string }>;

/**
 * Reads the content of an image that is to be uploaded, and checks its size and type.
 * @param label of the input, for an error
 * @throws {import('../../errors/serviceError').ServiceError} `invalidInput`
 */
export async function readyImage(source: UploadSource, label: string, key: string): Promise<Upload>;

export async function readyImage(
  source: FileSource,
  label: string,
  key: string,
): Promise<ReadyImage>;

export async function readyImage(
  source: FileSource,
  label: string,
  key: string,
): Promise<ReadyImage> {
  if (!('load' in source)) return source;
  return { file: await readImage(await source.load(), label, key) };
}
