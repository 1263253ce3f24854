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

/** By the service's texts. */
const CLAIM_REFUSALS: Record<string, { code: string; message: string; fix: string }> = {
  'Threshold not reached': {
    code: 'threshold_not_reached',
    message: 'The card has too few stamps for this reward',
    fix: 'Nothing was changed. Add stamps first.',
  },
  'Tier already claimed': {
    code: 'tier_already_claimed',
    message: 'This reward was already given',
    fix: "Nothing was changed. To continue anyway, {turn on 'Continue If Already Given'}.",
  },
  'Unknown tier threshold': {
    code: 'unknown_tier_threshold',
    message: 'The card has no reward at this number of stamps',
    fix: "Nothing was changed. Check 'Stamps for the Reward' against the design of the template.",
  },
};

/**
 * Turns the three fixed texts of a refused claim into a conflict with a code and our words. Returns other errors
 * unchanged.
 */
export function claimRefusal(thrown: unknown): unknown {
  if (!isServiceError(thrown, 'invalidInput')) return thrown;
  const known = Object.entries(CLAIM_REFUSALS).find(([text]) => thrown.message.includes(text));
  if (!known) return thrown;
  return new ServiceError({
    ...thrown.toFields(),
    kind: 'conflict',
    ...known[1],
  });
}
