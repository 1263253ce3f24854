import * as field from '../../fields';
import type { PassRef } from '../../service/requests';
import type { ServiceClient } from '../../http/client';
import { isServiceError, undefinedOn } from '../../errors/serviceError';
import { LIMITS } from '../../service/vocabulary';
import { compact } from '../../runtime/records';
import { defineOperation } from '../operation';
import { type Output, withoutAlways } from '../../fields/output';
import { readIdentity } from '../../api/passes';
import { claimRefusal } from '../../api/stampCards';
import { stampFields, stampSample } from './output';
import { sendStamps, stampInputs, stampOperation } from './inputs';

export const claimTier = defineOperation({
  ...stampOperation,
  key: 'claimTier',
  label: 'Mark Reward as Given',
  action: 'Mark reward of stamp card as given',
  description: 'Mark a reward as given; the stamps stay on the card',
  testEffect: 'marks a real reward as given',
  zapier: {
    kind: 'create',
    key: 'claim_stamp_tier',
    label: 'Mark Reward as Given',
    noun: 'Stamp Card',
    description: 'Marks a reward of a stamp card as given.',
    intro: 'The stamps stay on the card.',
  },
  input: {
    ...stampInputs('finds the reward already given'),
    threshold: field.required(
      field.number({
        label: 'Stamps for the Reward',
        integer: true,
        min: 1,
        max: LIMITS.maxCollectedStamps,
        placeholder: 'e.g. 5',
        description: 'Number of stamps that this reward of the card requires',
      }),
    ),
    continueIfClaimed: field.boolean({
      label: 'Continue If Already Given',
      section: 'options',
      default: false,
      description: 'continue instead of failing if the reward was already given',
    }),
  },
  output: {
    returns: 'one',
    fields: {
      ...withoutAlways(stampFields),
      alreadyClaimed: { label: 'Already Given', type: 'boolean', always: true },
    },
    sample: { ...stampSample, alreadyClaimed: false },
  },

  async run(context, input) {
    const { client } = context;
    const { pass, threshold, continueIfClaimed } = input;
    const operation = { operation: 'claimTier', threshold } as const;
    const sent = sendStamps(context, input, `claim:${threshold}`, operation);
    const output = await sent.catch((thrown: unknown) => {
      const refusal = claimRefusal(thrown);
      const isClaimed =
        isServiceError(refusal, 'conflict') && refusal.code === 'tier_already_claimed';
      if (isClaimed && continueIfClaimed) return undefined;
      throw refusal;
    });
    if (output) return { ...output, alreadyClaimed: false };
    return { ...(await identityIfReadable(client, pass)), alreadyClaimed: true };
  },
});

/** `{ id, externalId }` of the pass; without `id` if the key may not read passes. */
async function identityIfReadable(client: ServiceClient, pass: PassRef): Promise<Output> {
  const identity = await undefinedOn(readIdentity(client, pass), 'missingScope');
  return identity ? compact(identity) : { externalId: pass.externalId };
}
