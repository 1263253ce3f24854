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

/** The service's file endpoints as typed calls. */

/** An image to upload: a public URL that the service fetches, or its content. */
export type Upload = { url: string } | { file: FormBody['file'] };

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
  image: Upload,
  about: AboutFile,
  retry: Retry,
): Promise<ServiceFile> {
  // Nothing else is named by an ID here.
  const noTemplate = unknownTemplate(about.templateId ?? '');
  const call = { method: 'POST', path: '/files', retry, parser: fileSchema } as const;
  return 'url' in image
    ? await client.call({ ...call, json: { url: image.url, ...about } }).catch(noTemplate)
    : await client
        .call({ ...call, form: { fields: { ...about }, file: image.file } })
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
