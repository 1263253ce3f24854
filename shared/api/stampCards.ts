import { ServiceError, isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import type { PassRef } from '../service/requests';
import { type PassStamped, passStampedSchema } from '../service/schemas';
import { operateOnPass } from './passes';

/** The `stampOperation` object. */
export type StampOperation =
  | { operation: 'add' | 'remove' | 'set'; count: number }
  | { operation: 'removeAll'; intent?: 'redeem' }
  | { operation: 'claimTier'; threshold: number };

/**
 * `PATCH /pass` with a stamp operation. Its idempotency key ensures that it is applied once, however often it is sent.
 */
export function stamp(
  client: ServiceClient,
  ref: PassRef,
  stampOperation: StampOperation & { idempotencyKey: string },
): Promise<PassStamped> {
  const key = 'PATCH /pass with a stamp operation';
  const rule = 'Only loyalty cards of a template that collects stamps can be stamped';
  return operateOnPass(client, key, ref, { stampOperation }, passStampedSchema, rule);
}

const CLAIM_REFUSALS: Record<string, { code: string; hint: string }> = {
  'Threshold not reached': {
    code: 'threshold_not_reached',
    hint: 'The card has fewer stamps than the tier requires. Add stamps first.',
  },
  'Tier already claimed': {
    code: 'tier_already_claimed',
    hint: "The reward of this tier was already given. To continue anyway, {turn on 'Continue If Already Given'}.",
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
