import { z } from 'zod';

import type { InputOf, PassRef } from '../../fields';
import * as field from '../../fields';
import type { ServiceClient } from '../../http/client';
import { ServiceFailure, isFailure } from '../../http/failures';
import type { Retry } from '../../http/retry';
import { isoFromEpoch } from '../../service/dates';
import { outgoing } from '../../service/requests';
import { LIMITS } from '../../service/vocabulary';
import type { PassUpdated } from '../../service/schemas';
import type { Output } from '../operation';
import type { OutputFields } from '../output';
import { compact } from '../output';
import { operateOnPass } from '../pass/calls';

/** What the stamp operations have in common: the call, the event key, the output. */

const count = z.number().int().min(0);

/** The `stampOperation` object of each operation. An idempotency key is always included. */
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

/** `PATCH /pass` with a stamp operation: with its key it counts once, however often it is sent. */
export function stamp(
  client: ServiceClient,
  ref: PassRef,
  operation: StampOperation,
  retry: Retry,
): Promise<PassUpdated> {
  const stampOperation = outgoing(stampOperations, operation);
  return operateOnPass(client, ref, { stampOperation }, retry);
}

/** Inputs of every stamp operation. */
export const stampInputs = {
  pass: field.passRef({ fits: 'stampCard' }),
  idempotencyKey: field.text({
    label: 'Event ID',
    placeholder: 'e.g. order-10042',
    description:
      'What happened in the real world, as one ID: an order or visit number. The same ID counts once, however often the step is run (the card remembers the last 20). If empty, a repeated run counts again.',
  }),
};

/** How many stamps to add or remove. */
export function countOf(description: string) {
  return field.required(
    field.number({
      label: 'Number of Stamps',
      integer: true,
      min: 1,
      max: LIMITS.maxCollectedStamps,
      placeholder: 'e.g. 1',
      description,
    }),
  );
}

type StampInput = Pick<InputOf<typeof stampInputs>, 'idempotencyKey'>;

/**
 * The key of one event: the user's event ID, or one that stays the same on every try of this item.
 * The operation goes in front, so that adding and redeeming for one order are two events.
 */
export function eventKey(
  operation: string,
  { idempotencyKey }: StampInput,
  itemKey: string,
): string {
  return `${operation}:${idempotencyKey ?? itemKey}`;
}

/** State of the card: surplus stamps are lost silently, so the card size is output beside the count. */
export function stampOutput(answer: PassUpdated): Output {
  const card = answer.stampCollection ?? {};
  const { lastUpdated } = card;
  return compact({
    id: answer.id,
    externalId: answer.externalId ?? undefined,
    ...card,
    lastUpdatedIso: typeof lastUpdated === 'number' ? isoFromEpoch(lastUpdated) : undefined,
  });
}

export const stampFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  collectedStamps: { label: 'Collected Stamps', type: 'integer', always: true },
  totalStamps: { label: 'Card Size', type: 'integer', always: true },
  isComplete: { label: 'Card Is Full', type: 'boolean', always: true },
  totalCollected: { label: 'Collected in Total', type: 'integer', always: true },
  claimedTiers: { label: 'Claimed Tiers', type: 'list' },
  lastUpdated: { label: 'Last Updated (Epoch Milliseconds)', type: 'integer' },
  lastUpdatedIso: { label: 'Last Updated', type: 'datetime' },
} satisfies OutputFields;

export const stampSample = {
  id: 'ps_4f1d2a',
  externalId: 'M-0042',
  collectedStamps: 7,
  totalStamps: 10,
  isComplete: false,
  totalCollected: 27,
};

const REFUSALS: Record<string, { code: string; fix: string }> = {
  'Threshold not reached': {
    code: 'threshold_not_reached',
    fix: 'The card has fewer stamps than the tier needs. Add stamps first.',
  },
  'Tier already claimed': {
    code: 'tier_already_claimed',
    fix: "The reward of this tier was given already. Turn 'Already Claimed Is Fine' on to go on.",
  },
  'Unknown tier threshold': {
    code: 'unknown_tier_threshold',
    fix: "The card has no tier at this number of stamps. Check 'Tier Threshold' against the design.",
  },
};

/** Maps the three fixed texts of a refused claim to a conflict with a code; other errors pass unchanged. */
export function claimRefusal(thrown: unknown): unknown {
  if (!isFailure(thrown, 'invalidInput')) return thrown;
  const text = Object.keys(REFUSALS).find((one) => thrown.message.includes(one));
  const known = text === undefined ? undefined : REFUSALS[text];
  if (!known) return thrown;
  return new ServiceFailure({ ...thrown.facts(), kind: 'conflict', what: String(text), ...known });
}
