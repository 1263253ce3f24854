import type { TemplateDesign } from './design';
import { invalidDesign, isFileRef } from './expertDesign';

/** Image keys of a design: requests contain a file ID, responses URLs. */
export const IMAGE_KEYS = [
  'logo',
  'icon',
  'hero',
  'strip',
  'thumbnail',
  'background',
  'stamp',
] as const;
export type ImageKey = (typeof IMAGE_KEYS)[number];

/** An image in Design (JSON): a file of the service, or a public URL. */
export type DesignImage = { fileId: string } | { url: string };

/** Whether the design has an image that may equal the template's current one. */
export function hasImagesToCompare(design: Record<string, unknown> = {}): boolean {
  return IMAGE_KEYS.some((key) => design[key] !== undefined && !isFileRef(design[key]));
}

/**
 * The new images of Design (JSON). A copied design contains URLs: those of the current design stay
 * unchanged, all others must be uploaded.
 * @param current the design to change; `undefined` when creating
 * @throws {import('../errors/serviceError').ServiceError} `invalidInput` for a value that is not an image
 */
export function newImages(
  design: Record<string, unknown> = {},
  current?: TemplateDesign,
): Partial<Record<ImageKey, DesignImage>> {
  return Object.fromEntries(
    IMAGE_KEYS.filter((key) => key in design).flatMap((key) => {
      const image = design[key] ?? undefined;
      const isUnchanged = JSON.stringify(image) === JSON.stringify(current?.[key] ?? undefined);
      if (isUnchanged) return [];
      return [[key, imageOf(key, image)] as const];
    }),
  );
}

function imageOf(key: ImageKey, image: unknown): DesignImage {
  if (isFileRef(image)) return { fileId: image.fileId };
  if (image === undefined) {
    throw invalidDesign(
      key,
      'an image cannot be removed',
      `Omit '${key}' to keep the image, or provide another one.`,
    );
  }
  if (typeof image === 'string' && /^https?:\/\/[^/\s]+/i.test(image) && URL.canParse(image)) {
    return { url: image };
  }
  throw invalidDesign(
    key,
    'must be a file ID or a URL',
    `Use {"fileId": "file_..."} or a public URL that starts with https://, or omit '${key}'.`,
  );
}
