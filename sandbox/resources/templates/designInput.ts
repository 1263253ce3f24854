import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { optionalText } from '../validate';

const HEX_COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const color = z.string().regex(HEX_COLOR, 'must be a hex color such as #1f3a5f').optional();

/** An image in a request; the ID is checked when the file is looked up. */
const image = z.object({ fileId: z.unknown() }).optional();

const column = z.object({ id: optionalText, label: optionalText });
const field = column.refine(
  ({ id, label }) => id !== undefined || label !== undefined,
  'must have a label',
);

/** A list of places; their shape is undocumented, so other keys are kept. */
export const locations = z.array(
  z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    })
    .passthrough(),
);

/** `pass` in requests: the design keys to set. Others are ignored. */
export const designInput = z.object({
  backgroundColor: color,
  textColor: color,
  labelColor: color,
  adjustTextColor: z.boolean().optional(),
  logo: image,
  icon: image,
  hero: image,
  strip: image,
  thumbnail: image,
  background: image,
  stamp: image,
  header: column.optional(),
  rows: z
    .array(
      z
        .array(column)
        .max(LIMITS.fieldsPerRow, `must hold at most ${LIMITS.fieldsPerRow} fields per row`),
    )
    .optional(),
  linkRows: z.array(field).optional(),
  barcode: z.boolean().optional(),
  // Refused with its own message, see `applyDesign`.
  barcodeType: z.unknown(),
  useStampCollection: z.boolean().optional(),
  stampCount: z.number().int().min(1).max(LIMITS.maxCollectedStamps).optional(),
  stampTiers: z
    .array(z.object({ threshold: z.number().int().min(1), reward: z.string() }))
    .optional(),
  locations: locations.optional(),
});
export type DesignInput = z.output<typeof designInput>;
