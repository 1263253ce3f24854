import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { badRequest } from '../../errors';
import { type Call, type Endpoint, endpoint } from '../../http/endpoint';
import { FILE_PURPOSES, LOGO_TREATMENTS, type StoredFile } from '../../state/entities';
import { ownTemplate } from '../templates/template';
import { optionalText, requiredText } from '../validate';
import { fetchImage, fileTooLarge } from './fetchImage';
import { fileView, ownFile, storeFile, variantsOf } from './file';
import { inspectImage, logoPixels, pngOf } from './image';
import { hasTransparency, inOneColor, type Pixels, removeBackground } from './logo';

/** Any of these scopes allows uploading. */
const UPLOAD_SCOPES = ['files.write', 'templates.create', 'templates.edit'] as const;

const aboutFile = {
  purpose: optionalText.pipe(z.enum(FILE_PURPOSES).optional()),
  templateId: optionalText,
};

/** Upload as a form, or as JSON with a `url` that the service fetches itself. */
const uploadFile = endpoint('POST /files', {
  anyScope: UPLOAD_SCOPES,
  form: z.object({ file: z.unknown(), ...aboutFile }),
  body: z.object({ url: requiredText, ...aboutFile }),
  handle: async (call) => {
    const { state, account, form, body } = call;
    const { purpose, templateId } = form ?? body;
    if (form && !Buffer.isBuffer(form.file)) throw badRequest('file: is required');
    if (templateId !== undefined) ownTemplate(call, templateId);
    const bytes = form ? (form.file as Buffer) : await fetchImage(body.url, state.imageFetch);
    if (bytes.length > LIMITS.fileUploadBytes) throw fileTooLarge();
    const upload = await inspectImage(bytes);
    const known = {
      accountId: account.id,
      templateId: templateId ?? null,
      sourceUrl: form ? null : body.url,
    };
    if (purpose !== 'template_logo') {
      return fileView(state, await storeFile(state, known, upload, purpose));
    }

    const removed = removeBackground(await logoPixels(upload));
    const original = await storeFile(state, known, upload, purpose, (id) => ({
      treatment: 'original',
      originalId: id,
      solidBackground: removed !== undefined,
    }));
    if (removed === undefined) return fileView(state, original);
    const copy = await storeVariant(call, original, removed.copy, 'transparent');
    return fileView(state, removed.clean ? copy : original);
  },
});

/** Store another variant of a logo beside its original. */
async function storeVariant(
  { state }: Call,
  original: StoredFile,
  pixels: Pixels,
  treatment: 'transparent' | 'onecolor',
  color?: string,
): Promise<StoredFile> {
  return storeFile(state, original, await pngOf(pixels), 'template_logo', () => ({
    treatment,
    originalId: original.id,
    color,
    solidBackground: original.logo?.solidBackground === true,
  }));
}

/** The variant of a logo to use as `pass.logo`. Requesting a color again returns the existing file. */
const treatLogo = endpoint('POST /files/:id/logo', {
  anyScope: UPLOAD_SCOPES,
  body: z
    .object({
      treatment: z.enum(LOGO_TREATMENTS),
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, 'must be a color as #RRGGBB')
        .transform((color) => color.toLowerCase())
        .optional(),
    })
    .refine(({ treatment, color }) => treatment !== 'onecolor' || color !== undefined, {
      path: ['color'],
      message: 'is required with onecolor',
    }),
  handle: async (call) => {
    const { state, body } = call;
    const { treatment } = body;
    const color = treatment === 'onecolor' ? body.color : undefined;
    const { logo: requested } = ownFile(call, call.id);
    if (requested === undefined) {
      throw badRequest('Logo variants need a file uploaded as template_logo.');
    }
    const original = ownFile(call, requested.originalId);
    const existing = variantsOf(state, original.id).find(
      ({ logo }) => logo?.treatment === treatment && logo.color === color,
    );
    if (treatment === 'original') return fileView(state, original);
    if (existing !== undefined) return fileView(state, existing);

    const pixels = await logoPixels(original.variants['3x'] ?? original.image);
    // An upload without a background is its own transparent variant.
    const isTransparent = hasTransparency(pixels);
    if (isTransparent && color === undefined) return fileView(state, original);
    const shape = isTransparent ? pixels : removeBackground(pixels)?.copy;
    if (shape === undefined) {
      throw badRequest('This logo has no background that could be removed.');
    }
    const variant = color === undefined ? shape : inOneColor(shape, color);
    return fileView(state, await storeVariant(call, original, variant, treatment, color));
  },
});

/** The endpoints of files. */
export const fileEndpoints: readonly Endpoint[] = [
  uploadFile,
  treatLogo,
  endpoint('GET /files/:id', {
    anyScope: ['files.read', 'templates.viewAll'],
    handle: (call) => fileView(call.state, ownFile(call, call.id)),
  }),
  /** A template that shows the file keeps the URL, which then returns 404. */
  endpoint('DELETE /files/:id', {
    anyScope: ['files.delete', 'templates.delete'],
    handle: (call) => {
      call.state.files.delete(ownFile(call, call.id).id);
    },
  }),
];
