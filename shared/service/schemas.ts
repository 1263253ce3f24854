import { z } from 'zod';

import { TEMPLATE_TYPES } from './vocabulary';

/**
 * What comes in from the service. Tolerant on purpose: unknown fields pass through (trap 83),
 * and only what an operation cannot do without is required.
 */

/** IDs are opaque strings, kept exactly as returned (spec, Conventions). */
const id = z.string().min(1);
const epochMs = z.number();
const fieldValue = z.union([z.string(), z.number(), z.null()]);
export const fieldValues = z.record(z.string(), fieldValue.or(z.unknown()));

/** `POST /auth`: whose key it is. */
export const accountSchema = z
  .object({ displayName: z.string().nullish(), email: z.string().nullish() })
  .passthrough();
export type Account = z.infer<typeof accountSchema>;

/** Links and button images of a pass; wallet keys may be missing on a new template (trap 43). */
const perWallet = z.record(z.string(), z.string().nullable()).nullish();

/** Answer of `POST /pass` and `GET /pass`: links and install state, never field values (traps 44, 76). */
export const passLinksSchema = z
  .object({
    id,
    externalId: z.string().nullish(),
    link: z.string().nullish(),
    pass: perWallet,
    badge: perWallet,
    deviceCount: z.number().nullish(),
    template: z.record(z.string(), z.unknown()).nullish(),
  })
  .passthrough();
export type PassLinks = z.infer<typeof passLinksSchema>;

/** One row of `GET /passes` and `GET /passes/search`. */
export const passRowSchema = z
  .object({
    id,
    templateId: z.string().nullish(),
    externalId: z.string().nullish(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
    templateFields: fieldValues.nullish(),
    customFields: fieldValues.nullish(),
    collectedStamps: z.number().nullish(),
    isValid: z.boolean().nullish(),
    deviceCount: z.number().nullish(),
    created: epochMs,
    updated: epochMs.nullish(),
  })
  .passthrough();
export type PassRow = z.infer<typeof passRowSchema>;

export const passPageSchema = z
  .object({ passes: z.array(passRowSchema), totalCount: z.number().nullish() })
  .passthrough();
export type PassPage = z.infer<typeof passPageSchema>;

/** A bare array; an object around it is accepted too (gap g13). */
export const passSearchSchema = z.union([
  z.array(passRowSchema),
  passPageSchema.transform((page) => page.passes),
]);

/** Answer of `PATCH /pass`. */
export const passUpdatedSchema = z
  .object({
    id,
    externalId: z.string().nullish(),
    stampCollection: z.record(z.string(), z.unknown()).nullish(),
    pointsBalance: z.number().nullish(),
    templateFields: fieldValues.nullish(),
  })
  .passthrough();
export type PassUpdated = z.infer<typeof passUpdatedSchema>;

/** Answer of notify one: `success: false` comes with a `code` (trap 84). */
export const notifiedSchema = z
  .object({ success: z.boolean(), code: z.string().nullish() })
  .passthrough();

/** Answer of resend. */
export const resentSchema = z
  .object({ success: z.boolean().nullish(), id: z.string().nullish(), link: z.string().nullish() })
  .passthrough();

/** `pass`, `enrollForm`, `passPage` come as JSON strings (trap 90). */
export const templateSchema = z
  .object({
    id,
    name: z.string(),
    type: z.enum(TEMPLATE_TYPES).or(z.string()),
    pass: z.string().or(z.record(z.string(), z.unknown())).nullish(),
    enrollForm: z.string().nullish(),
    passPage: z.string().nullish(),
    created: epochMs.nullish(),
    updated: epochMs.nullish(),
  })
  .passthrough();
export type Template = z.infer<typeof templateSchema>;

export const templatePageSchema = z
  .object({
    data: z.array(templateSchema),
    has_more: z.boolean().nullish(),
    next_cursor: z.string().nullish(),
    total_count: z.number().nullish(),
  })
  .passthrough();
export type TemplatePage = z.infer<typeof templatePageSchema>;

/** An answer without a body, or whose body says nothing that is used (trap 16). */
export const nothing = z.unknown().transform(() => undefined);
