/**
 * The images in Design (JSON): which of them are new, and where they come from. Images that have an input of their own
 * are not among them, and nothing is uploaded here.
 */

import { isHttpUrl } from '../service/webUrl';
import { type ImageKey, IMAGE_KEYS, invalidDesign, isFileRef } from './designJson';
import type { TemplateDesign } from './fields';

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
 * @throws {ServiceError} `invalidInput` for a value that is not an image
 */
export function newImages(
  design: Record<string, unknown> = {},
  current?: TemplateDesign,
): { key: ImageKey; source: DesignImage }[] {
  return IMAGE_KEYS.filter((key) => key in design).flatMap((key) => {
    const image = design[key] ?? undefined;
    const isUnchanged = JSON.stringify(image) === JSON.stringify(current?.[key] ?? undefined);
    return isUnchanged ? [] : [{ key, source: parseImage(key, image) }];
  });
}

function parseImage(key: ImageKey, image: unknown): DesignImage {
  if (isFileRef(image)) return { fileId: image.fileId };
  if (image === undefined) {
    throw invalidDesign(
      key,
      "an image can't be removed",
      `Omit '${key}' to keep the image, or provide another one.`,
    );
  }
  if (typeof image === 'string' && isHttpUrl(image)) return { url: image };
  throw invalidDesign(
    key,
    'must be a file ID or a URL',
    `Use {"fileId": "file_..."} or a public URL that starts with https://, or omit '${key}'.`,
  );
}
