/**
 * Response bodies, checked only here. Documented fields are required, so that no other code has to check them again.
 * Unknown fields are kept.
 */

import { z } from 'zod';

/**
 * A URL in a response. Anything but a web URL is treated as missing: people click a field that is named link, and
 * `javascript:` or `file:` would do something else.
 */
export const webUrl = z
  .string()
  .nullish()
  .transform((url) => (typeof url === 'string' && isHttpUrl(url) ? url : undefined));

/** Like {@link webUrl}, for a response that is useless without the URL. */
export const requiredWebUrl = webUrl.refine((url): url is string => url !== undefined, 'Required');

/** Whether a text is an absolute URL of the web. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^/\s]+/i.test(text) && URL.canParse(text);
}

/** IDs are opaque strings, used exactly as returned. */
const id = z.string().min(1);
const epochMs = z.number();
const fieldValues = z.record(z.string(), z.unknown());

/** Response of `POST /auth`: the owner of the key. */
export const accountSchema = z.object({ displayName: z.string(), email: z.string() }).passthrough();
export type Account = z.infer<typeof accountSchema>;

/** Links or button images of a pass by wallet; may lack wallets for a new template. */
const perWallet = z.record(z.string(), webUrl);

/** Response of `POST /pass`: the links of the pass. */
export const passIssuedSchema = z
  .object({
    id,
    externalId: z.string().nullish(),
    link: requiredWebUrl,
    pass: perWallet,
    badge: perWallet,
  })
  .passthrough();

/** Response of `GET /pass`: links and install state, without field values. */
export const passLinksSchema = passIssuedSchema.extend({
  deviceCount: z.number(),
  template: z.record(z.string(), z.unknown()).nullish(),
});
/** The fields of a pass that either response may have. */
export type PassLinks = Pick<z.infer<typeof passIssuedSchema>, 'id' | 'externalId'> &
  Partial<z.infer<typeof passLinksSchema>>;

/**
 * One row of `GET /passes`. Optional fields are not set for every pass, or not listed by the service.
 * @param templateId of the request
 */
const passRowSchema = (templateId: string) =>
  z
    .object({
      id,
      templateId: z.string().default(templateId),
      externalId: z.string().nullish(),
      email: z.string().nullish(),
      phone: z.string().nullish(),
      link: webUrl,
      templateFields: fieldValues,
      customFields: fieldValues.nullish(),
      collectedStamps: z.number().nullish(),
      isValid: z.boolean(),
      deviceCount: z.number(),
      created: epochMs,
      updated: epochMs,
    })
    .passthrough();
export type PassRow = z.infer<ReturnType<typeof passRowSchema>>;

/** The names of what a row has. */
export const PASS_COLUMNS: readonly string[] = Object.keys(passRowSchema('').shape);

export const passPageSchema = (templateId: string) =>
  z.object({ passes: z.array(passRowSchema(templateId)), totalCount: z.number() }).passthrough();
export type PassPage = z.infer<ReturnType<typeof passPageSchema>>;

/** Response of `GET /passes/search`, whose rows may lack the field values. */
export const passSearchSchema = (templateId: string) =>
  z.array(passRowSchema(templateId).extend({ templateFields: fieldValues.default({}) }));

/** Response of `PATCH /pass`. */
export const passUpdatedSchema = z
  .object({
    id,
    externalId: z
      .string()
      .nullish()
      .transform((value) => value ?? undefined),
  })
  .passthrough();
export type PassUpdated = z.infer<typeof passUpdatedSchema>;

/** Response of `PATCH /pass` with a stamp operation. */
export const passStampedSchema = passUpdatedSchema.extend({
  stampCollection: z
    .object({
      totalCollected: z.number(),
      collectedStamps: z.number(),
      totalStamps: z.number(),
      isComplete: z.boolean(),
      claimedTiers: z.array(z.unknown()),
      lastUpdated: epochMs.nullish(),
    })
    .passthrough(),
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

/** A template. `pass`, `enrollForm` and `passPage` are JSON strings; not every type has a form. */
export const templateSchema = z
  .object({
    id,
    name: z.string(),
    type: z.string(),
    pass: z.string(),
    enrollForm: z.string().nullish(),
    passPage: z.string().nullish(),
    created: epochMs,
    updated: epochMs,
  })
  .passthrough();
export type Template = z.infer<typeof templateSchema>;

export const templatePageSchema = z
  .object({
    data: z.array(templateSchema),
    has_more: z.boolean(),
    next_cursor: z.string().nullish(),
    total_count: z.number(),
  })
  .passthrough();
export type TemplatePage = z.infer<typeof templatePageSchema>;

/** An array, alone or in an object under this key or `data`, because the wrapper is not documented. */
export function wrappedList<T extends z.ZodTypeAny>(key: string, entry: T) {
  const list: z.ZodArray<T> = z.array(entry);
  return z.union([
    list,
    z
      .record(z.string(), z.unknown())
      .transform((body) => body[key] ?? body.data)
      .pipe(list),
  ]);
}

/** A response whose body, if any, is ignored. */
export const nothing = z.unknown().transform(() => undefined);

/** A file. Its keys are in snake_case, unlike all others. */
export const fileSchema = z
  .object({
    id: z.string().min(1),
    url: requiredWebUrl,
    purpose: z.string().nullish(),
    mime_type: z.string(),
    size: z.number(),
    width: z.number(),
    height: z.number(),
    /** Present if the upload had a purpose; a hero has only one size. */
    variants: z.record(z.string(), webUrl).nullish(),
    template_id: z.string().nullish(),
    source_url: webUrl,
    created: z.number(),
  })
  .passthrough();
export type ServiceFile = z.infer<typeof fileSchema>;

/** `file_` and 32 hex characters. */
export const FILE_ID = /^file_[0-9a-f]{32}$/i;

/** An API key without its value. */
const apiKeySchema = z
  .object({
    id: z.string().min(1),
    label: z.string(),
    prefix: z.string(),
    scopes: z.array(z.string()),
    createdAt: z.number().nullable(),
    lastUsedAt: z.number().nullable(),
    disabledAt: z.number().nullable(),
    rotatedAt: z.number().nullable(),
  })
  .passthrough();
export type ApiKey = z.infer<typeof apiKeySchema>;

/**
 * The response contains the full value of the Default key, so unknown fields are dropped
 * (docs/service.md#the-default-key).
 */
const listedKey = apiKeySchema.strip();
export const apiKeyListSchema = wrappedList('keys', listedKey);

/** An updated key, alone or in an object, because the response is not documented. */
export const changedKeySchema = z.union([
  listedKey,
  z.object({ key: listedKey }).transform(({ key }) => key),
]);

/** Response of create and rotate, the only responses with the full value. */
export const newKeySchema = z.object({ key: listedKey, plaintext: z.string().min(1) });

/** Response of rotate. Its documentation does not mention the key. */
export const rotatedKeySchema = newKeySchema.partial({ key: true });
