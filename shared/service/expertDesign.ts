import { z } from 'zod';

import { invalidInput } from '../http/failures';
import { FILE_ID } from './fileSchema';
import { BARCODE_TYPES, LIMITS } from './vocabulary';

/**
 * What is known of a design (spec, Design keys inside `pass`), to check one that a person wrote or
 * copied as JSON. Keys that are not known pass: the service has more than it shows.
 */

const color = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a color like #1A2B3C');
const text = z.string().nullish();
const column = z.object({ id: text, label: text }).passthrough();
const isNamed = ({ id, label }: { id?: string | null; label?: string | null }) =>
  Boolean(label?.trim()) || (!id && !label);
const field = column.refine(isNamed, 'needs a label');
const fileRef = z.object({
  fileId: z.string().regex(FILE_ID, 'must be file_ and 32 characters, as an upload gives it'),
});
/** Addresses stay as they are on the template and are not sent (trap 91). */
const image = z.unknown().refine((value) => !isFileRef(value) || fileRef.safeParse(value).success, {
  message: 'must be a file ID: file_ and 32 characters, as an upload gives it',
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
    // Merged into the headline there is, so that either part may be given alone.
    header: column,
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
 * Refuses a design that the service could not read.
 * @throws {import('../http/failures').ServiceFailure} `invalidInput` naming the place in it
 */
export function checkExpertDesign(design: Record<string, unknown>): void {
  const issue = schema.safeParse(design).error?.issues[0];
  if (!issue) return;
  throw invalidInput(
    'Design (JSON)',
    'designJson',
    `does not fit at ${issue.path.join('.')}: ${issue.message}`,
    'Correct that place, or leave it out: what is not given stays as it is.',
  );
}

/** Whether a value of an image key is a file of the service, and not an address as it was read. */
export function isFileRef(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'fileId' in value;
}
