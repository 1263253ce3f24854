/** Schemas of the control routes. All are strict, so that a misspelled key is an error. */
import { z } from 'zod';

import { accountSettings, badgePassStatus, keyScopes, pass } from '../state/records';
import type { SeedPassesOptions } from './bulk';
import type { Fault } from './faults';
import type { RateLimit } from './rateLimit';

/** Node fires longer timers immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const MAX_PASSES = 1_000_000;
/** End of the year 9999, epoch ms: later dates have another ISO 8601 format. */
const MAX_EPOCH_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const strict = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).strict();
const wholeMs = z.number().int().min(-MAX_EPOCH_MS).max(MAX_EPOCH_MS);
const wait = z.number().min(0).max(MAX_TIMER_MS);

export const nothing = strict({});
export const newKey = strict({ scopes: keyScopes, label: z.string().min(1).optional() });
export const keyValue = strict({ key: z.string() });

export const clock = strict({ at: wholeMs.nullable(), running: z.boolean().optional() });
export const advance = strict({ ms: wholeMs });
export const latency = strict({ ms: wait });

const pattern = z.string().superRefine((source, context) => {
  try {
    new RegExp(source);
  } catch (error) {
    context.addIssue({ code: z.ZodIssueCode.custom, message: (error as Error).message });
  }
});
const common = {
  match: strict({ method: z.string().min(1).optional(), path: pattern.optional() }).optional(),
  count: z.number().int().min(1).optional(),
};
const retryAfter = z.enum(['seconds', 'date', 'none']);
const refusal = {
  retryAfter: retryAfter.optional(),
  seconds: z.number().min(0).max(MAX_TIMER_MS).optional(),
};
export const fault = z.discriminatedUnion('kind', [
  strict({ kind: z.literal('rateLimited'), ...refusal, ...common }),
  strict({
    kind: z.literal('unavailable'),
    status: z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)], {
      errorMap: () => ({ message: 'must be 500, 502, 503 or 504' }),
    }),
    processed: z.boolean().optional(),
    body: z.string().optional(),
    ...refusal,
    ...common,
  }),
  strict({
    kind: z.literal('intercepted'),
    status: z.number().int().min(200).max(599),
    processed: z.boolean().optional(),
    body: z.string().optional(),
    ...common,
  }),
  strict({ kind: z.literal('dropBefore'), ...common }),
  strict({ kind: z.literal('dropAfter'), ...common }),
  strict({ kind: z.literal('late'), ms: wait, body: z.boolean().optional(), ...common }),
  strict({ kind: z.literal('cutOff'), ...common }),
  strict({ kind: z.literal('garbled'), ...common }),
  strict({ kind: z.literal('credentialsNull'), ...common }),
  strict({ kind: z.literal('usersListFailed'), ...common }),
  strict({ kind: z.literal('lifecycleFailed'), ...common }),
]) satisfies z.ZodType<Fault>;
/** One fault or a list of them. Not a union, whose errors would not name the invalid part. */
export const faults = z.preprocess((value) => [value].flat(), z.array(fault));

export const rateLimit = strict({
  ratePerSecond: z.number().positive(),
  burst: z.number().int().min(1),
  retryAfter: retryAfter.default('none'),
}) satisfies z.ZodType<RateLimit, z.ZodTypeDef, unknown>;
export const pageCap = strict({ cap: z.number().int().min(1).nullable() });
export const lostUpdates = strict({ on: z.boolean() });

const origin = z.string().refine(isOrigin, 'must be an origin such as http://127.0.0.1:8080');
export const imageFetch = strict({
  allowedOrigins: z.array(origin),
  timeoutMs: wait.min(1),
}).partial();
export const account = accountSettings.partial().strict();

export const wallet = strict({ wallet: z.enum(['a', 'b']) });
export const walletBCopy = strict({ exists: z.boolean() });
export const bulk = strict({
  templateId: z.string(),
  count: z.number().int().min(1).max(MAX_PASSES),
  options: strict({
    from: wholeMs,
    spacingMs: z.number().min(0).max(MAX_TIMER_MS),
    perInstant: z.number().int().min(1),
    installedShare: z.number().min(0).max(1),
    externalIdPrefix: z.string(),
    emailPrefix: z.string(),
    values: pass
      .omit({ id: true, accountId: true, templateId: true, groupId: true, sequence: true })
      .omit({ stampKeys: true, message: true, walletBAlerts: true })
      .partial()
      .strict(),
  })
    .partial()
    .default({}) satisfies z.ZodType<SeedPassesOptions, z.ZodTypeDef, unknown>,
});
export const seedKind = strict({ seed: z.enum(['demo', 'templates']).optional() });
export const badgeStatus = strict({ status: badgePassStatus });
export const ofTemplate = strict({ templateId: z.string().optional() });

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}
