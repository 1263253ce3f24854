/** Design (JSON): checks a design that a person wrote or copied from a template, and finds its new images. */

import { z } from 'zod';

import { type ServiceError, invalidInput } from '../errors/serviceError';
import { FILE_ID, isHttpUrl } from '../service/schemas';
import { isBlank } from '../service/text';
import { BARCODE_TYPES, LIMITS } from '../service/vocabulary';
import type { Design } from './fields';

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

/** Whether an image is a file of the service instead of a URL. */
function isFileRef(value: unknown): value is { fileId: string } {
  return typeof value === 'object' && value !== null && 'fileId' in value;
}

/** A color, as designs have it. */
export const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const color = z.string().regex(HEX_COLOR, 'must be a color like #1A2B3C');
const text = z.string().nullish();
const columnSchema = z.object({ id: text, label: text }).passthrough();
const isNamed = ({ id, label }: { id?: string | null; label?: string | null }) =>
  !isBlank(label) || (!id && !label);
const fieldSchema = columnSchema.refine(isNamed, 'needs a label');
/** Checks only file IDs. Other values depend on the template, see `newImages`. */
const imageSchema = z
  .unknown()
  .refine((value) => !isFileRef(value) || FILE_ID.test(String(value.fileId)), {
    message: 'must be a file ID: file_ and 32 characters',
  });

/** Accepts unknown keys, because the service has undocumented keys. */
const designJsonSchema = z
  .object({
    backgroundColor: color,
    textColor: color,
    labelColor: color,
    adjustTextColor: z.boolean(),
    ...Object.fromEntries(IMAGE_KEYS.map((key) => [key, imageSchema])),
    // The service merges the header into the current one, so either key is enough.
    header: columnSchema.refine(({ label }) => !label || !isBlank(label), 'needs a label'),
    rows: z.array(z.array(fieldSchema).max(LIMITS.fieldsPerRow)),
    linkRows: z.array(fieldSchema.refine(({ label }) => label, 'needs a label')),
    barcode: z.boolean(),
    barcodeType: z.enum(BARCODE_TYPES),
    useStampCollection: z.boolean(),
    stampCount: z.number().int().min(1).max(LIMITS.maxCollectedStamps),
    stampTiers: z.array(z.object({ threshold: z.number().int().min(1) }).passthrough()),
    locations: z.array(
      z
        .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
        .passthrough(),
    ),
  })
  .partial()
  .passthrough();

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** Names the expected value. */
const errorMap: z.ZodErrorMap = (issue, { defaultError }) => {
  switch (issue.code) {
    case 'invalid_type':
      return { message: `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}` };
    case 'invalid_enum_value':
      return { message: `must be one of ${issue.options.join(', ')}` };
    case 'too_small':
      return { message: `must be at least ${issue.minimum}` };
    case 'too_big':
      return issue.type === 'array'
        ? { message: `must have at most ${issue.maximum} entries` }
        : { message: `must be at most ${issue.maximum}` };
    default:
      return { message: defaultError };
  }
};

/** An `invalidInput` error for every invalid value. */
export function designJsonErrors(design: Record<string, unknown>): ServiceError[] {
  const issues = designJsonSchema.safeParse(design, { errorMap }).error?.issues ?? [];
  return issues.map(({ path, message }) => invalidDesign(path.join('.'), message));
}

/**
 * Error for a value in Design (JSON).
 * @param path e.g. `rows.0.1`
 */
export function invalidDesign(
  path: string,
  problem: string,
  fix = 'Correct this value, or omit it: omitted values stay unchanged.',
): ServiceError {
  return invalidInput('Design (JSON)', 'designJson', `is invalid at ${path}: ${problem}`, fix);
}

/** An image in Design (JSON): a file of the service, or a public URL. */
type DesignImage = { fileId: string } | { url: string };

/** Whether the design has an image that may equal the template's current one. */
export function hasImagesToCompare(design: Record<string, unknown> = {}): boolean {
  return IMAGE_KEYS.some((key) => design[key] !== undefined && !isFileRef(design[key]));
}

/**
 * The new images of Design (JSON). A copied design contains URLs: images of the current design stay unchanged, and all
 * others must be uploaded.
 * @throws {ServiceError} `invalidInput` for a value that is not an image
 */
export function newImages(
  design: Record<string, unknown> = {},
  current?: Design,
): { key: ImageKey; source: DesignImage }[] {
  return IMAGE_KEYS.filter((key) => key in design).flatMap((key) => {
    const image = design[key] ?? undefined;
    const isUnchanged = JSON.stringify(image) === JSON.stringify(current?.json?.[key] ?? undefined);
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
