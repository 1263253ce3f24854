/** Calls to the file endpoints. */

import type { ServiceClient } from '../http/client';
import type { FormBody } from '../http/transport';
import { fileSchema, type ServiceFile, nothing } from '../service/schemas';
import { endpoint } from './endpoints';

/** Image to upload: a public URL that the service fetches, or the content. */
export type Upload = { url: string } | { file: FormBody['file'] };

interface UploadMetadata {
  purpose?: string;
  /** Template that the image belongs to. */
  templateId?: string;
}

/**
 * `POST /files`: content as multipart, or a URL that the service fetches. Use the returned file: for a logo on a solid
 * background, it is the copy without the background.
 */
export async function uploadFile(
  client: ServiceClient,
  image: Upload,
  metadata: UploadMetadata,
): Promise<ServiceFile> {
  const call = { ...endpoint('POST /files', metadata.templateId), schema: fileSchema };
  return await client.call(
    'url' in image
      ? { ...call, json: { url: image.url, ...metadata }, sendsUrl: true }
      : { ...call, form: { fields: { ...metadata }, file: image.file } },
  );
}

export interface LogoBody {
  treatment: 'original' | 'transparent' | 'onecolor';
  /** `#RRGGBB`, for `onecolor`. */
  color?: string;
}

/** `POST /files/{id}/logo`: returns the file to use as a template's logo. */
export function createLogo(
  client: ServiceClient,
  fileId: string,
  body: LogoBody,
): Promise<ServiceFile> {
  return client.call({
    ...endpoint('POST /files/{id}/logo', fileId),
    json: body,
    schema: fileSchema,
  });
}

export function getFile(client: ServiceClient, fileId: string): Promise<ServiceFile> {
  return client.call({ ...endpoint('GET /files/{id}', fileId), schema: fileSchema });
}

export function deleteFile(client: ServiceClient, fileId: string): Promise<void> {
  return client.call({ ...endpoint('DELETE /files/{id}', fileId), schema: nothing });
}
