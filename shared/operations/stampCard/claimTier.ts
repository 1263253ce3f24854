import * as field from '../../fields';
import type { PassRef } from '../../service/passRef';
import type { ServiceClient } from '../../http/client';
import { isServiceError } from '../../errors/serviceError';
import { LIMITS } from '../../service/vocabulary';
import { compact } from '../../runtime/records';
import { defineOperation } from '../operation';
import type { Output } from '../../fields/output';
import { readIdentity } from '../../api/passes';
import { claimRefusal, stamp } from '../../api/stampCards';
import { stampFields, stampOutput, stampSample } from './output';
import { EVENT_ID_DETAILS, eventKey, stampInputs } from './inputs';

export const claimTier = defineOperation({
  resource: 'stampCard',
  key: 'claimTier',
  label: 'Claim Tier',
  action: 'Claim tier of stamp card',
  description: "Mark a tier's reward as claimed; the stamps stay on the card",
  details: EVENT_ID_DETAILS,
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a stamp operation'],
  zapier: {
    kind: 'create',
    key: 'claim_stamp_tier',
    label: 'Claim Stamp Tier',
    noun: 'Stamp Card',
    description: "Marks a stamp card tier's reward as claimed.",
    note: 'The stamps stay on the card.',
  },
  input: {
    ...stampInputs('finds the tier already claimed', { isHarmless: true }),
    threshold: field.required(
      field.number({
        label: 'Tier Threshold',
        integer: true,
        min: 1,
        max: LIMITS.maxCollectedStamps,
        placeholder: 'e.g. 5',
        description: 'Number of stamps the tier requires',
      }),
    ),
    continueIfClaimed: field.boolean({
      label: 'Continue If Already Claimed',
      section: 'options',
      default: false,
      description: 'continue instead of failing if the tier was already claimed',
    }),
  },
  output: {
    returns: 'one',
    fields: {
      ...Object.fromEntries(
        Object.entries(stampFields).map(([key, declared]) => [key, { ...declared, always: false }]),
      ),
      alreadyClaimed: { label: 'Already Claimed', type: 'boolean', always: true },
    },
    sample: { ...stampSample, alreadyClaimed: false },
  },
  preview: {},

  async run({ client, itemKey }, input) {
    const { pass, threshold, continueIfClaimed } = input;
    const idempotencyKey = eventKey(`claim:${threshold}`, input, itemKey);
    const response = await stamp(client, pass, {
      operation: 'claimTier',
      threshold,
      idempotencyKey,
    }).catch((thrown: unknown) => {
      const refusal = claimRefusal(thrown);
      const isClaimed =
        isServiceError(refusal, 'conflict') && refusal.code === 'tier_already_claimed';
      if (isClaimed && continueIfClaimed) return undefined;
      throw refusal;
    });
    if (response) return { ...stampOutput(response), alreadyClaimed: false };
    return { ...(await identityIfReadable(client, pass)), alreadyClaimed: true };
  },
});

/** `{ id, externalId }` of the pass; without `id` if the key may not read passes. */
async function identityIfReadable(client: ServiceClient, pass: PassRef): Promise<Output> {
  return await readIdentity(client, pass).then(compact, (thrown: unknown) => {
    if (isServiceError(thrown, 'missingScope')) return { externalId: pass.externalId };
    throw thrown;
  });
}
