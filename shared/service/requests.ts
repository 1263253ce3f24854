import { z } from 'zod';

import { ServiceError } from '../errors/serviceError';
import { INVALIDATED_REASONS, LIMITS, MESSAGE_CHANNELS } from './vocabulary';

/**
 * Request bodies. Strict on purpose: a body that does not match its schema is a defect of this
 * connector and is not sent.
 */

/**
 * Checks a body against its schema before it is sent.
 * @throws {ServiceError} `invalidInput` naming the path of the first invalid value
 */
export function outgoing<T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>, body: unknown): T {
  const checked = schema.safeParse(body);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  const field = issue?.path.join('.') || 'body';
  throw new ServiceError({
    kind: 'invalidInput',
    field,
    message: `The value for '${field}' cannot be sent: ${issue?.message ?? 'the service does not accept its format'}`,
    hint: `Change the value for '${field}'. Nothing was sent.`,
  });
}

const values = z.record(z.string(), z.union([z.string(), z.number().finite()]));
const isoUtc = z.string().datetime();
const stamps = z.number().int().min(0).max(LIMITS.maxCollectedStamps);

/** Entry of `passes` in `POST /pass`. Contacts are at the top level: the service ignores them in later passes. */
const newPass = z
  .object({
    templateId: z.string().min(1),
    externalId: z.string().min(1).optional(),
    templateFields: values.optional(),
    customFields: values.optional(),
    collectedStamps: stamps.optional(),
    redemptionValue: z.string().min(1).optional(),
  })
  .strict();
export type NewPass = z.infer<typeof newPass>;

/** Body of `POST /pass`. */
export const issueRequest = z
  .object({
    passes: z.array(newPass).min(1).max(LIMITS.passesPerIssue),
    email: z.string().optional(),
    phone: z.string().optional(),
    sendToEmail: z.boolean().optional(),
    sendToPhone: z.boolean().optional(),
    locale: z.string().length(2).optional(),
  })
  .strict();
export type IssueRequest = z.infer<typeof issueRequest>;

/** Identity in `PATCH /pass`: the ID, or external ID and template. */
const identity = z.union([
  z.object({ id: z.string().min(1) }),
  z.object({ externalId: z.string().min(1), templateId: z.string().min(1) }),
]);
export type Identity = z.infer<typeof identity>;

/** Fields that `PATCH /pass` can change. Without null, which the service refuses. */
const passChanges = z
  .object({
    templateFields: values.optional(),
    customFields: values.optional(),
    collectedStamps: stamps.optional(),
    redemptionValue: z.string().min(1).optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
    isValid: z.boolean().optional(),
    invalidatedReason: z.enum(INVALIDATED_REASONS).optional(),
  })
  .strict();
export type PassChanges = z.infer<typeof passChanges>;

/** Body of `PATCH /pass`. */
export const updateRequest = z
  .object({
    id: z.string().min(1).optional(),
    externalId: z.string().min(1).optional(),
    templateId: z.string().min(1).optional(),
  })
  .merge(passChanges)
  .strict()
  .superRefine((body, context) => {
    if (!identity.safeParse(body).success) {
      context.addIssue({
        code: 'custom',
        message: 'a pass is addressed by ID, or by external ID and template',
      });
    }
    if (body.invalidatedReason !== undefined && body.isValid !== false) {
      context.addIssue({ code: 'custom', message: 'a reason is sent only when voiding' });
    }
  });

/** Body of `POST /pass/{id}/notify`. */
export const notifyRequest = z
  .object({
    title: z.string().min(1),
    content: z.string().min(1),
    validFrom: isoUtc.optional(),
    validUntil: isoUtc.optional(),
  })
  .strict();

/** Body of `POST /pass/{id}/resend`. Both flags are always sent, because their defaults differ. */
export const resendRequest = z
  .object({
    phone: z.string().optional(),
    email: z.string().optional(),
    sendToPhone: z.boolean(),
    sendToEmail: z.boolean(),
    channels: z.array(z.enum(MESSAGE_CHANNELS)).min(1).optional(),
    locale: z.string().length(2).optional(),
  })
  .strict();
