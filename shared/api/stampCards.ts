import { z } from 'zod';
import { ServiceError, isServiceError } from '../errors/serviceError';
import type { PassRef } from '../service/passRef';
import type { Retry } from '../http/retryPolicy';
import { outgoing } from '../service/requests';
import type { PassUpdated } from '../service/schemas';
import type { PassContext } from './passes';
import { operateOnPass, wrongKindOfPass } from './passes';

const count = z.number().int().min(0);

/** The `stampOperation` object, always with an idempotency key. */
const stampOperations = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('add'), count, idempotencyKey: z.string().min(1) }).strict(),
  z.object({ operation: z.literal('remove'), count, idempotencyKey: z.string().min(1) }).strict(),
  z.object({ operation: z.literal('set'), count, idempotencyKey: z.string().min(1) }).strict(),
  z
    .object({
      operation: z.literal('removeAll'),
      intent: z.literal('redeem').optional(),
      idempotencyKey: z.string().min(1),
    })
    .strict(),
  z
    .object({
      operation: z.literal('claimTier'),
      threshold: count,
      idempotencyKey: z.string().min(1),
    })
    .strict(),
]);
type StampOperation = z.infer<typeof stampOperations>;

/** `PATCH /pass` with a stamp operation. Its idempotency key makes it count once, however often it is sent. */
export function stamp(
  context: PassContext,
  ref: PassRef,
  operation: StampOperation,
  retry: Retry,
): Promise<PassUpdated> {
  const stampOperation = outgoing(stampOperations, operation);
  return operateOnPass(context, ref, { stampOperation }, retry).catch(
    wrongKindOfPass(ref, 'Only loyalty cards of a template that collects stamps can be stamped'),
  );
}

const CLAIM_REFUSALS: Record<string, { code: string; hint: string }> = {
  'Threshold not reached': {
    code: 'threshold_not_reached',
    hint: 'The card has fewer stamps than the tier requires. Add stamps first.',
  },
  'Tier already claimed': {
    code: 'tier_already_claimed',
    hint: "The reward of this tier was already given. To continue anyway, turn on 'Continue If Already Claimed'.",
  },
  'Unknown tier threshold': {
    code: 'unknown_tier_threshold',
    hint: "No tier of this card requires this number of stamps. Check 'Tier Threshold' against the design of the template.",
  },
};

/** Maps the three fixed texts of a refused claim to a conflict with a code; returns other errors unchanged. */
export function claimRefusal(thrown: unknown): unknown {
  if (!isServiceError(thrown, 'invalidInput')) return thrown;
  const text = Object.keys(CLAIM_REFUSALS).find((refusal) => thrown.message.includes(refusal));
  const known = text === undefined ? undefined : CLAIM_REFUSALS[text];
  if (!known) return thrown;
  return new ServiceError({
    ...thrown.toFields(),
    kind: 'conflict',
    message: String(text),
    ...known,
  });
}
