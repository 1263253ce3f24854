import { z } from 'zod';

import type { ServiceError } from '../errors/serviceError';
import { invalidInput } from '../errors/serviceError';
import { FILE_ID } from './fileSchema';
import { BARCODE_TYPES, LIMITS } from './vocabulary';

/**
 * Schema of a design that a person wrote or copied as JSON. Accepts unknown keys, because the service
 * has undocumented ones.
 */

const color = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a color like #1A2B3C');
const text = z.string().nullish();
const column = z.object({ id: text, label: text }).passthrough();
const isNamed = ({ id, label }: { id?: string | null; label?: string | null }) =>
  Boolean(label?.trim()) || (!id && !label);
const field = column.refine(isNamed, 'needs a label');
/** Checks file IDs only; all other values depend on the template, see `newImages`. */
const image = z
  .unknown()
  .refine((value) => !isFileRef(value) || FILE_ID.test(String(value.fileId)), {
    message: 'must be a file ID: file_ and 32 characters',
  });

const schema = z
  .object({
    backgroundColor: color,
    textColor: color,
    labelColor: color,
    adjustTextColor: z.boolean(),
    logo: image,
    icon: image,
    hero: image,
    strip: image,
    thumbnail: image,
    background: image,
    stamp: image,
    // Merged into the current header, so that either key is enough.
    header: column.refine(({ label }) => !label || label.trim(), 'needs a label'),
    rows: z.array(z.array(field).max(LIMITS.fieldsPerRow)),
    linkRows: z.array(field.refine(({ label }) => label, 'needs a label')),
    barcode: z.boolean(),
    barcodeType: z.enum(BARCODE_TYPES),
    useStampCollection: z.boolean(),
    stampCount: z.number().int().min(1).max(LIMITS.maxCollectedStamps),
    stampTiers: z.array(z.object({ threshold: z.number().int().min(1) }).passthrough()),
    locations: z.array(
      z
        .object({
          latitude: z.number().min(-90).max(90),
          longitude: z.number().min(-180).max(180),
        })
        .passthrough(),
    ),
  })
  .partial()
  .passthrough();

/**
 * Checks Design (JSON).
 * @throws {ServiceError} `invalidInput` naming the path of the first invalid value
 */
export function checkExpertDesign(design: Record<string, unknown>): void {
  const issue = schema.safeParse(design).error?.issues[0];
  if (issue) throw invalidDesign(issue.path.join('.'), issue.message);
}

/**
 * Error for a value in Design (JSON).
 * @param path e.g. `rows.0.1`
 */
export function invalidDesign(
  path: string,
  problem: string,
  hint = 'Correct this value, or omit it: omitted values stay unchanged.',
): ServiceError {
  return invalidInput('Design (JSON)', 'designJson', `is invalid at ${path}: ${problem}`, hint);
}

/** Whether an image is a file of the service instead of a URL. */
export function isFileRef(value: unknown): value is { fileId: string } {
  return typeof value === 'object' && value !== null && 'fileId' in value;
}
