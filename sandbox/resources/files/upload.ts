import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { type Caller, requireAnyScope } from '../../auth/caller';
import { badRequest } from '../../errors';
import { FILE_PURPOSES } from '../../state/fileEntities';
import type { State } from '../../state/state';
import { ownTemplate } from '../templates/find';
import { optionalText, parse, requiredText } from '../validate';
import { fetchImage } from './fetchImage';
import { imagesFor, storeFile } from './file';
import { inspectImage } from './image';
import { storeLogo } from './logoUpload';
import { fileTooLarge } from './refusals';
import { fileView } from './view';

/** Any of these scopes allows uploading. */
export const UPLOAD_SCOPES = ['files.write', 'templates.create', 'templates.edit'] as const;

const aboutFile = {
  purpose: optionalText.pipe(z.enum(FILE_PURPOSES).optional()),
  templateId: optionalText,
};
export const jsonInput = z.object({ url: requiredText, ...aboutFile });
export const formInput = z.object({ file: z.unknown(), ...aboutFile });

/** A multipart body: texts, and files with their bytes. */
export type FormFields = Record<string, string | Buffer>;

/**
 * `POST /files` as multipart: `file`, `purpose`, `templateId`.
 * @throws ServiceError 400 bad body or no image, 403 scope, 404 template, 413 over 10 MiB
 */
export async function uploadFile(state: State, caller: Caller, form: FormFields) {
  requireAnyScope(caller, UPLOAD_SCOPES);
  const { file, ...about } = parse(formInput, form);
  if (!Buffer.isBuffer(file)) throw badRequest('file: is required');
  if (about.templateId !== undefined) ownTemplate(state, caller, about.templateId);
  return store(state, caller, file, { ...about, sourceUrl: null });
}

/**
 * `POST /files` as JSON: the service fetches `url` itself.
 * @throws ServiceError 400 bad body, URL or image, 403 scope, 404 template, 413 over 10 MiB, 504 on
 *   timeout
 */
export async function uploadFromUrl(state: State, caller: Caller, body: unknown) {
  requireAnyScope(caller, UPLOAD_SCOPES);
  const { url, ...about } = parse(jsonInput, body);
  if (about.templateId !== undefined) ownTemplate(state, caller, about.templateId);
  const bytes = await fetchImage(url, state.imageFetch);
  return store(state, caller, bytes, { ...about, sourceUrl: url });
}

async function store(
  state: State,
  caller: Caller,
  bytes: Buffer,
  about: Omit<z.output<typeof formInput>, 'file'> & { sourceUrl: string | null },
) {
  if (bytes.length > LIMITS.fileUploadBytes) throw fileTooLarge();
  const upload = await inspectImage(bytes);
  const { purpose, templateId = null, sourceUrl } = about;
  const known = { accountId: caller.account.id, templateId, sourceUrl };
  const images = await imagesFor(upload, purpose);
  const file =
    purpose === 'template_logo'
      ? await storeLogo(state, known, upload, images)
      : storeFile(state, known, images);
  return fileView(state, file);
}
