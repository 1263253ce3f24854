/**
 * Response bodies. Tolerant on purpose: unknown fields are kept, and only fields that an operation
 * needs are required.
 */

import { z } from 'zod';

import { webUrl } from './webUrl';

/** IDs are opaque strings, used exactly as returned. */
const id = z.string().min(1);
const epochMs = z.number();
const fieldValues = z.record(z.string(), z.unknown());

/** Response of `POST /auth`: the owner of the key. */
export const accountSchema = z
  .object({ displayName: z.string().nullish(), email: z.string().nullish() })
  .passthrough();
export type Account = z.infer<typeof accountSchema>;

/** Links or button images of a pass by wallet; may lack wallets for a new template. */
const perWallet = z.record(z.string(), webUrl).nullish();

/** Response of `POST /pass` and `GET /pass`: links and install state, without field values. */
export const passLinksSchema = z
  .object({
    id,
    externalId: z.string().nullish(),
    link: webUrl,
    pass: perWallet,
    badge: perWallet,
    deviceCount: z.number().nullish(),
    template: z.record(z.string(), z.unknown()).nullish(),
  })
  .passthrough();
export type PassLinks = z.infer<typeof passLinksSchema>;

/** One row of `GET /passes` and `GET /passes/search`. */
const passRowSchema = z
  .object({
    id,
    templateId: z.string().nullish(),
    externalId: z.string().nullish(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
    link: webUrl,
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

/** An array, alone or in an object: the wrapper is hardly documented. */
export const passSearchSchema = z.union([
  z.array(passRowSchema),
  passPageSchema.transform((page) => page.passes),
]);

/** Response of `PATCH /pass`. */
export const passUpdatedSchema = z.object({ id, externalId: z.string().nullish() }).passthrough();
export type PassUpdated = z.infer<typeof passUpdatedSchema>;

/** Response of `PATCH /pass` with a stamp operation. */
export const passStampedSchema = passUpdatedSchema.extend({
  stampCollection: z
    .record(z.string(), z.unknown())
    .refine(({ collectedStamps }) => typeof collectedStamps === 'number'),
});
export type PassStamped = z.infer<typeof passStampedSchema>;

/** Response of `PATCH /pass` with a balance operation. */
export const passBalanceSchema = passUpdatedSchema.extend({ pointsBalance: z.number() });
export type PassBalance = z.infer<typeof passBalanceSchema>;

/** Response of notify. A refusal has status 200, `success: false` and a `code`. */
export const notifiedSchema = z
  .object({ success: z.boolean(), code: z.string().nullish() })
  .passthrough();

/** Response of resend. */
export const resentSchema = z
  .object({ success: z.boolean(), id: z.string().nullish(), link: webUrl })
  .passthrough();

/** A template. `pass`, `enrollForm` and `passPage` are JSON strings. */
export const templateSchema = z
  .object({
    id,
    name: z.string(),
    type: z.string(),
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

/** A response whose body, if any, is ignored. */
export const nothing = z.unknown().transform(() => undefined);
