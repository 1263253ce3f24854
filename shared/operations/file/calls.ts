import { z } from 'zod';

import type { FileSource, LoadedFile } from '../../fields/files';
import { readImage } from '../../fields/files';
import type { ServiceClient } from '../../http/client';
import { path } from '../../http/client';
import type { Retry } from '../../http/retry';
import { isoFromEpoch } from '../../service/dates';
import { fileSchema } from '../../service/fileSchema';
import type { ServiceFile } from '../../service/fileSchema';
import { outgoing } from '../../service/requests';
import { nothing } from '../../service/schemas';
import { notFound } from '../notFound';
import type { Output } from '../operation';
import type { OutputFields } from '../output';
import { compact } from '../output';
import { unknownTemplate } from '../template/calls';

/** The service's file endpoints as calls. */

/** An image that has passed every check that can be made here. */
export type ReadyImage = { fileId: string } | ReadyUpload;
type ReadyUpload = { url: string } | { file: LoadedFile };
type UploadSource = Exclude<FileSource, { fileId: string }>;

/**
 * Reads the content of an image that is to be uploaded, and checks its size and type.
 * @param label of the input, for an error
 * @throws {import('../../http/failures').ServiceFailure} `invalidInput`
 */
export async function readyImage(
  source: UploadSource,
  label: string,
  key: string,
): Promise<ReadyUpload>;
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

interface AboutFile {
  purpose?: string;
  /** Files the image under a template. */
  templateId?: string;
}

/**
 * `POST /files`: the content as multipart, or an address the service fetches. The
 * answer is the file to use: for a logo on a solid background that is the copy without it.
 */
export async function uploadFile(
  client: ServiceClient,
  image: ReadyUpload,
  { purpose, templateId }: AboutFile,
  retry: Retry,
): Promise<ServiceFile> {
  const fields = compact({ purpose, templateId }) as Record<string, string>;
  // Nothing else is named by an ID here.
  const noTemplate = unknownTemplate(templateId ?? '');
  const call = { method: 'POST', path: '/files', retry, answer: fileSchema } as const;
  return 'url' in image
    ? await client.call({ ...call, json: { url: image.url, ...fields } }).catch(noTemplate)
    : await client.call({ ...call, form: { fields, file: image.file } }).catch(noTemplate);
}

const logoRequest = z
  .object({
    treatment: z.enum(['original', 'transparent', 'onecolor']),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional(),
  })
  .strict();

/** `POST /files/{id}/logo`: the file to use as a template's logo. */
export function createLogo(
  client: ServiceClient,
  fileId: string,
  body: z.input<typeof logoRequest>,
  retry: Retry,
): Promise<ServiceFile> {
  return client
    .call({
      method: 'POST',
      path: path`/files/${fileId}/logo`,
      json: outgoing(logoRequest, body),
      retry,
      answer: fileSchema,
    })
    .catch(notFound(FILE, fileId));
}

export function getFile(client: ServiceClient, fileId: string): Promise<ServiceFile> {
  return client
    .call({
      method: 'GET',
      path: path`/files/${fileId}`,
      answer: fileSchema,
    })
    .catch(notFound(FILE, fileId));
}

export function deleteFile(client: ServiceClient, fileId: string, retry: Retry): Promise<void> {
  return client
    .call({
      method: 'DELETE',
      path: path`/files/${fileId}`,
      retry,
      notFoundMeansDeleted: true,
      answer: nothing,
    })
    .catch(notFound(FILE, fileId));
}

const FILE = { noun: 'File', field: 'fileId' };

/** A file under camelCase names, like everything else; the service's own names are kept as well. */
export function fileOutput(file: ServiceFile): Output {
  return compact({
    ...file,
    purpose: file.purpose ?? undefined,
    mimeType: file.mime_type ?? undefined,
    templateId: file.template_id ?? undefined,
    createdIso: isoFromEpoch(file.created),
  });
}

export const fileFields = {
  id: { label: 'File ID', type: 'string', always: true, simple: true },
  url: { label: 'URL', type: 'string', always: true, simple: true },
  purpose: { label: 'Purpose', type: 'string', simple: true },
  mimeType: { label: 'MIME Type', type: 'string', simple: true, insteadOf: 'mime_type' },
  size: { label: 'Size in Bytes', type: 'integer', simple: true },
  width: { label: 'Width', type: 'integer', simple: true },
  height: { label: 'Height', type: 'integer', simple: true },
  templateId: { label: 'Template ID', type: 'string', simple: true, insteadOf: 'template_id' },
  createdIso: { label: 'Created', type: 'datetime', simple: true },
  variants: { label: 'Variants', type: 'object' },
  source_url: { label: 'Source URL', type: 'string' },
  created: { label: 'Created (Epoch Milliseconds)', type: 'integer' },
} satisfies OutputFields;

export const fileSample = {
  id: 'file_0123456789abcdef0123456789abcdef',
  url: 'https://files.example.com/file_0123456789abcdef0123456789abcdef.png',
  purpose: 'template_logo',
  mimeType: 'image/png',
  size: 5120,
  width: 160,
  height: 50,
  createdIso: '2026-03-12T10:20:00.000Z',
};
