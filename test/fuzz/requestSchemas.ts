/**
 * Schemas of valid requests, based on docs/service.md alone and stricter than the service itself: nothing
 * unknown, empty or malformed. They share nothing with the schemas of the connector, so that they do not
 * share its mistakes.
 */

import { z } from 'zod';

export interface Request {
  method: string;
  /** Decoded segments. */
  segments: string[];
  query: Record<string, string>;
  /** As it arrives, after conversion to JSON. */
  body: unknown;
}

const strict = <T extends z.ZodRawShape>(shape: T) => z.object(shape).strict();

/** Unicode that has a UTF-8 form. */
const text = z.string().regex(/^\P{Surrogate}*$/u, 'contains a lone surrogate');
const filled = text.refine((value) => value.trim() !== '', 'is empty or blank');
const id = filled.refine((value) => value !== '.' && value !== '..', 'is not an ID');
const email = text.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/u);
const phone = text.regex(/^\+?[\d ()./-]+$/).refine((value) => {
  const digits = value.replace(/\D/g, '').length;
  return digits >= 5 && digits <= 20;
}, 'is not a phone number');
const whole = (min: number, max: number) => z.number().int().min(min).max(max);
const dateTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/, 'is not ISO 8601 in UTC')
  .refine((value) => !Number.isNaN(Date.parse(value)), 'is not a date');
const locale = z.string().regex(/^[a-z]{2}$/);
const color = z.string().regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i);
const fileId = z.string().regex(/^file_[0-9a-f]{32}$/i);

const value = z.union([text, z.number()]);
const bag = z
  .record(filled, value)
  .refine((values) => Object.keys(values).length > 0, 'is an empty bag');
const templateBag = bag.superRefine((values, context) => {
  for (const key of ['validFrom', 'validUntil']) {
    const read = values[key] === undefined || dateTime.safeParse(values[key]).success;
    if (!read) context.addIssue({ code: 'custom', message: `${key} is not ISO 8601 in UTC` });
  }
});
const bags = { templateFields: templateBag.optional(), customFields: bag.optional() };
type Bags = z.infer<z.ZodObject<typeof bags>>;
/** The service reads a field that the designer added from either bag, and does not say from which one first. */
const sameInBoth = ({ templateFields = {}, customFields = {} }: Bags) =>
  Object.entries(customFields).every(
    ([key, value]) => !(key in templateFields) || templateFields[key] === value,
  );

const newPass = strict({
  templateId: id,
  externalId: filled.optional(),
  ...bags,
  collectedStamps: whole(0, 50).optional(),
  redemptionValue: filled.optional(),
}).refine(sameInBoth, 'one key has two values');

const issue = strict({
  passes: z.array(newPass).min(1).max(10),
  email: email.optional(),
  phone: phone.optional(),
  sendToEmail: z.boolean().optional(),
  sendToPhone: z.boolean().optional(),
  locale: locale.optional(),
});

const stampOperation = z.discriminatedUnion('operation', [
  strict({ operation: z.literal('add'), count: whole(1, 50), idempotencyKey: filled }),
  strict({ operation: z.literal('remove'), count: whole(1, 50), idempotencyKey: filled }),
  strict({ operation: z.literal('set'), count: whole(0, 50), idempotencyKey: filled }),
  strict({
    operation: z.literal('removeAll'),
    intent: z.literal('redeem').optional(),
    idempotencyKey: filled,
  }),
  strict({ operation: z.literal('claimTier'), threshold: whole(1, 50), idempotencyKey: filled }),
]);

const balanceOperation = z
  .object({ operation: z.enum(['add', 'subtract', 'set']), amount: z.number().min(0) })
  .strict();

const change = strict({
  id: id.optional(),
  externalId: filled.optional(),
  templateId: id.optional(),
  ...bags,
  collectedStamps: whole(0, 50).optional(),
  redemptionValue: filled.optional(),
  email: email.optional(),
  phone: phone.optional(),
  isValid: z.boolean().optional(),
  invalidatedReason: z.enum(['used', 'refunded', 'exchanged', 'manual']).optional(),
  stampOperation: stampOperation.optional(),
  balanceOperation: balanceOperation.optional(),
})
  .refine(sameInBoth, 'one key has two values')
  .superRefine((body, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    const { id, externalId, templateId, ...changes } = body;
    const byId = id !== undefined && externalId === undefined && templateId === undefined;
    const byPair = id === undefined && externalId !== undefined && templateId !== undefined;
    if (!byId && !byPair) refuse('identifies no pass, or one twice');
    if (Object.keys(changes).length === 0) refuse('changes nothing');
    if (body.invalidatedReason !== undefined && body.isValid !== false)
      refuse('a reason without voiding');
    if (body.isValid === false && body.templateFields?.validUntil !== undefined)
      refuse('voids and revives');
    const operates = body.stampOperation ?? body.balanceOperation;
    const edits = Object.keys(changes).length;
    if (operates !== undefined && edits > 1) refuse('an operation together with other changes');
  });

const passQuery = strict({
  id: id.optional(),
  externalId: filled.optional(),
  templateId: id.optional(),
  locale: locale.optional(),
  includeTemplate: z.literal('true').optional(),
}).refine(
  ({ id, externalId, templateId }) =>
    id === undefined
      ? externalId !== undefined && templateId !== undefined
      : externalId === undefined && templateId === undefined,
  'identifies no pass, or one twice',
);

const status = z.enum(['installed', 'not_installed']).optional();
const number = z.string().regex(/^\d{1,15}$/);

const message = { title: filled, content: filled };

/** A field of a design; its label may be missing only if the column is empty. */
const designField = z.object({ id: filled, label: filled }).passthrough();
const column = z.union([designField, z.object({}).strict()]);
const image = z.object({ fileId }).strict().optional();
const places = z.array(
  z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .passthrough(),
);
/** The documented keys of a design; others are allowed. */
const design = z
  .object({
    backgroundColor: color.optional(),
    textColor: color.optional(),
    labelColor: color.optional(),
    adjustTextColor: z.boolean().optional(),
    logo: image,
    icon: image,
    hero: image,
    strip: image,
    thumbnail: image,
    background: image,
    stamp: image,
    // Merged key by key into the existing headline.
    header: z.object({ id: filled.optional(), label: filled.optional() }).passthrough().optional(),
    rows: z.array(z.array(column).max(3)).optional(),
    linkRows: z.array(designField).optional(),
    barcode: z.boolean().optional(),
    barcodeType: z
      .enum(['qrcode', 'code128', 'pdf417', 'azteccode', 'code39', 'codabar', 'ean13', 'itf'])
      .optional(),
    useStampCollection: z.boolean().optional(),
    stampCount: whole(1, 50).optional(),
    locations: places.optional(),
  })
  .passthrough()
  .refine((pass) => Object.keys(pass).length > 0, 'is an empty design')
  .refine(({ header, rows = [], linkRows = [] }) => {
    const shown = [header, ...rows.flat(), ...linkRows].flatMap((one) =>
      one && 'id' in one ? [one.id] : [],
    );
    return new Set(shown).size === shown.length;
  }, 'has one field ID twice');

const scope = z.string().regex(/^[a-z]+\.[a-zA-Z]+$/);
const purpose = z
  .string()
  .regex(/^template_(logo|icon|hero|strip|thumbnail|background|stamp)$/)
  .optional();

const invite = strict({
  email: email.optional(),
  phone: phone.optional(),
  firstName: filled.optional(),
  lastName: filled.optional(),
  days: whole(1, 365).optional(),
  sendToEmail: z.boolean().optional(),
  sendToPhone: z.boolean().optional(),
}).refine(({ email, phone }) => email !== undefined || phone !== undefined, 'is for nobody');

const changesSomething = (body: object) => Object.keys(body).length > 0;

/** Everything that may be sent, by method and path; `*` matches one ID. */
const ENDPOINTS: Record<string, { query?: z.ZodTypeAny; body?: z.ZodTypeAny }> = {
  'POST /auth': {},
  'POST /pass': { body: issue },
  'GET /pass': { query: passQuery },
  'PATCH /pass': { body: change },
  'POST /pass/*/notify': {
    body: strict({ ...message, validFrom: dateTime.optional(), validUntil: dateTime.optional() }),
  },
  'POST /pass/*/resend': {
    body: strict({
      phone: phone.optional(),
      email: email.optional(),
      sendToPhone: z.boolean(),
      sendToEmail: z.boolean(),
      channels: z
        .array(z.enum(['SMS', 'CHAT_APP_1', 'CHAT_APP_2']))
        .min(1)
        .optional(),
      locale: locale.optional(),
    }).refine(({ sendToPhone, sendToEmail }) => sendToPhone || sendToEmail, 'sends nothing'),
  },
  'GET /passes': {
    query: strict({ templateId: id, limit: number, startAfter: number.optional() }),
  },
  'GET /passes/search': { query: strict({ templateId: id, searchQuery: filled }) },
  'GET /passes/export': { query: strict({ templateId: id, status }) },
  'GET /templates': {
    query: strict({
      limit: number.refine((limit) => Number(limit) >= 1 && Number(limit) <= 100),
      starting_after: filled.optional(),
    }),
  },
  'GET /templates/*': {},
  'POST /templates': {
    body: strict({
      name: filled,
      type: z.enum(['generic', 'loyalty', 'giftCard', 'eventTicket', 'offer']),
      pass: design.optional(),
      locations: places.min(1).optional(),
    }),
  },
  'PATCH /templates/*': {
    body: strict({ name: filled.optional(), pass: design.optional() }).refine(
      changesSomething,
      'changes nothing',
    ),
  },
  'DELETE /templates/*': { query: strict({ force: z.literal('true').optional() }) },
  'POST /templates/*/duplicate': {
    body: strict({ name: filled.refine((name) => name.length <= 200, 'has over 200 characters') }),
  },
  'POST /template/*/notification': { body: strict(message) },
  'POST /files': {
    body: strict({
      url: z
        .string()
        .url()
        .regex(/^https?:/i),
      purpose,
      templateId: id.optional(),
    }),
  },
  'GET /files/*': {},
  'DELETE /files/*': {},
  'POST /files/*/logo': {
    body: strict({
      treatment: z.enum(['original', 'transparent', 'onecolor']),
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .optional(),
    }).refine(({ treatment, color }) => (treatment === 'onecolor') === (color !== undefined)),
  },
  'GET /api-keys': {},
  'POST /api-keys': { body: strict({ label: filled, scopes: z.array(scope).min(1) }) },
  'PATCH /api-keys/*': {
    body: strict({ label: filled.optional(), disabled: z.boolean().optional() }).refine(
      changesSomething,
      'changes nothing',
    ),
  },
  'POST /api-keys/*/rotate': { body: strict({}) },
  'GET /badge/templates': {},
  'GET /badge/templates/*': {},
  'POST /badge/templates/*/invites': { body: invite },
  'GET /badge/templates/*/invites': {},
  'DELETE /badge/templates/*/invites': { body: strict({ email }) },
  'GET /badge/users': { query: strict({ badgeTemplateId: id.optional() }) },
  'GET /badge/users/*/passes': { query: strict({ badgeTemplateId: id.optional() }) },
  'POST /badge/passes/*/lifecycle': {
    body: strict({
      action: z.enum(['suspend', 'resume', 'revoke', 'refresh']),
      reason: filled.refine((reason) => reason.length <= 200, 'over 200 characters').optional(),
    }).refine(({ action, reason }) => reason === undefined || /suspend|resume/.test(action)),
  },
  'PATCH /badge/users/*': {
    body: strict({ firstName: filled.optional(), lastName: filled.optional() }).refine(
      changesSomething,
      'changes nothing',
    ),
  },
  'DELETE /badge/users/*': {},
};

/** Fields of a form, except its file. */
const FORM_FIELDS = strict({ purpose, templateId: id.optional() });

const nothing = strict({});
const noBody = z.undefined();

/** What to do about a request that is new, not wrong. */
const IN_THIS_FILE = 'in test/fuzz/requestSchemas.ts, as docs/service.md states it';

/** The flaws of a request; empty if there are none. */
export function flawsOf({ method, segments, query, body }: Request): string[] {
  const [pattern, endpoint] =
    Object.entries(ENDPOINTS).find(([key]) => isAt(partsOf(key), [method, ...segments])) ?? [];
  if (!pattern || !endpoint) {
    const request = `${method} /${segments.join('/')}`;
    return [
      `unknown endpoint: add a row for '${request}', with * for an ID, to ENDPOINTS ${IN_THIS_FILE}`,
    ];
  }
  const row = `the schema of '${pattern}' ${IN_THIS_FILE}`;
  const ids = segments.filter((_, i) => partsOf(pattern)[i + 1] === '*');
  return [
    ...flaws('path', z.array(id), ids, row),
    ...flaws('query', endpoint.query ?? nothing, query, row),
    ...flaws('body', endpoint.body ?? noBody, body, row),
  ];
}

/** The flaws of the fields of a form. */
export function flawsOfForm(fields: unknown): string[] {
  return flaws('form', FORM_FIELDS, fields, `FORM_FIELDS ${IN_THIS_FILE}`);
}

/** Method and segments of a key of {@link ENDPOINTS}. */
const partsOf = (key: string) => key.split(/ \/|\//);

function isAt(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => part === '*' || part === segments[i])
  );
}

/** @param row where the schema is */
function flaws(place: string, schema: z.ZodTypeAny, value: unknown, row: string): string[] {
  const checked = schema.safeParse(value);
  if (checked.success) return [];
  return checked.error.issues.map(({ code, path, message }) => {
    const flaw = `${[place, ...path].join('.')}: ${message}`;
    return code === 'unrecognized_keys' ? `${flaw}: if it is documented, add it to ${row}` : flaw;
  });
}
