import { z } from 'zod';
import { path } from '../http/url';
import type { ServiceClient } from '../http/client';
import type { Retry } from '../http/retryPolicy';
import type { FormBody } from '../http/transport';
import { fileSchema } from '../service/fileSchema';
import type { ServiceFile } from '../service/fileSchema';
import { outgoing } from '../service/requests';
import { nothing } from '../service/schemas';
import { notFound } from './notFound';
import { unknownTemplate } from './templates';

/** Calls to the file endpoints. */

/** Image to upload: a public URL that the service fetches, or the content. */
export type Upload = { url: string } | { file: FormBody['file'] };

interface FileMetadata {
  purpose?: string;
  /** Template that the image belongs to. */
  templateId?: string;
}

/**
 * `POST /files`: content as multipart, or a URL that the service fetches. Use the returned file: for a
 * logo on a solid background it is the copy without the background.
 */
export async function uploadFile(
  client: ServiceClient,
  image: Upload,
  metadata: FileMetadata,
  retry: Retry,
): Promise<ServiceFile> {
  // The template is the only thing that a 404 can be about.
  const noTemplate = unknownTemplate(metadata.templateId ?? '');
  const call = {
    method: 'POST',
    path: '/files',
    retry,
    canBeMissing: ['resource'],
    parser: fileSchema,
  } as const;
  return 'url' in image
    ? await client
        .call({ ...call, json: { url: image.url, ...metadata }, sendsUrl: true })
        .catch(noTemplate)
    : await client
        .call({ ...call, form: { fields: { ...metadata }, file: image.file } })
        .catch(noTemplate);
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

/** `POST /files/{id}/logo`: returns the file to use as a template's logo. */
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
      parser: fileSchema,
    })
    .catch(notFound(FILE, fileId));
}

export function getFile(client: ServiceClient, fileId: string): Promise<ServiceFile> {
  return client
    .call({
      method: 'GET',
      path: path`/files/${fileId}`,
      parser: fileSchema,
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
      parser: nothing,
    })
    .catch(notFound(FILE, fileId));
}

const FILE = { noun: 'File', field: 'fileId' };
