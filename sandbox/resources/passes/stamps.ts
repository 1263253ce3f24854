import { z } from 'zod';

import { LIMITS, STAMP_OPERATIONS } from '../../../shared/service/vocabulary';
import { badRequest } from '../../errors';
import type { StampCard, Template } from '../../state/entities';

const wholeNumber = z.number().int('must be a whole number').min(0, 'must not be negative');

/** `collectedStamps` in requests: set exactly; may exceed the card size. */
export const collectedStamps = wholeNumber.max(
  LIMITS.maxCollectedStamps,
  `must be at most ${LIMITS.maxCollectedStamps}`,
);

/** `stampOperation` of `PATCH /pass`. */
export const stampOperation = z
  .object({
    operation: z.enum(STAMP_OPERATIONS),
    count: wholeNumber.optional(),
    threshold: wholeNumber.optional(),
    idempotencyKey: z.string().min(1, 'must not be empty').optional(),
    intent: z.literal('redeem').optional(),
  })
  .superRefine(({ operation, count, threshold }, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: z.ZodIssueCode.custom, path: [key], message });
    if ((operation === 'add' || operation === 'set') && count === undefined) {
      refuse('count', `is required for ${operation}`);
    }
    if ((operation === 'add' || operation === 'remove') && count === 0) {
      refuse('count', 'must be at least 1');
    }
    if (operation === 'claimTier' && threshold === undefined) {
      refuse('threshold', 'is required for claimTier');
    }
  });
type StampOperationInput = z.output<typeof stampOperation>;

/** Size of the stamp card, or `undefined` if the template is not one. */
export function cardSize(template: Template): number | undefined {
  const { useStampCollection, stampCount } = template.design;
  return template.type === 'loyalty' && useStampCollection === true ? stampCount : undefined;
}

/**
 * Apply a stamp operation to `card`, which is changed in place. A repeated idempotency key changes nothing.
 * A refused operation does not consume its key.
 * @returns false if the key was counted before
 * @throws ServiceError 400 if the template is not a stamp card, or a tier claim is refused
 */
export function applyStampOperation(
  card: StampCard,
  template: Template,
  input: StampOperationInput,
  now: number,
): boolean {
  const size = cardSize(template);
  if (size === undefined) throw badRequest('Stamp operations need a stamp card template.');
  const { idempotencyKey } = input;
  if (idempotencyKey !== undefined && card.stampKeys.includes(idempotencyKey)) return false;

  if (input.operation === 'claimTier') claimTier(card, template, input.threshold as number);
  else moveCount(card, countAfter(card, size, input), input.intent === 'redeem', now);

  card.stampsUpdated = now;
  if (idempotencyKey !== undefined) {
    card.stampKeys = [...card.stampKeys, idempotencyKey].slice(-LIMITS.idempotencyKeysPerCard);
  }
  return true;
}

function countAfter(card: StampCard, size: number, input: StampOperationInput): number {
  const { collectedStamps: current } = card;
  switch (input.operation) {
    case 'add':
      // An addition does not lower a count above the card size.
      return Math.max(current, Math.min(current + (input.count as number), size));
    case 'remove':
      return Math.max(0, current - (input.count ?? 1));
    case 'set':
      return Math.min(input.count as number, size);
    default:
      return 0;
  }
}

function moveCount(card: StampCard, next: number, redeem: boolean, now: number): void {
  const isRedemption = redeem && next === 0;
  if (isRedemption) {
    // A redeemed card starts its next round; `totalCollected` does not change.
    card.redemptions = [...card.redemptions, { at: now, stamps: card.collectedStamps }];
    card.claimedTiers = [];
  } else {
    card.totalCollected = Math.max(0, card.totalCollected + next - card.collectedStamps);
  }
  card.collectedStamps = next;
}

function claimTier(card: StampCard, template: Template, threshold: number): void {
  const tiers = template.design.stampTiers ?? [];
  if (!tiers.some((tier) => tier.threshold === threshold)) {
    throw badRequest('Unknown tier threshold');
  }
  if (card.claimedTiers.includes(threshold)) throw badRequest('Tier already claimed');
  if (card.collectedStamps < threshold) throw badRequest('Threshold not reached');
  card.claimedTiers = [...card.claimedTiers, threshold];
}

/** Set the count exactly, as a top-level `collectedStamps` does; a correction, not an event. */
export function stateStampCount(card: StampCard, count: number, now: number): void {
  moveCount(card, count, false, now);
  card.stampsUpdated = now;
}

/** The `stampCollection` of a response. */
export function stampCollection(card: StampCard, template: Template) {
  const totalStamps = cardSize(template) ?? 0;
  return {
    totalCollected: card.totalCollected,
    collectedStamps: card.collectedStamps,
    totalStamps,
    isComplete: card.collectedStamps >= totalStamps,
    claimedTiers: [...card.claimedTiers],
    lastUpdated: card.stampsUpdated,
  };
}
