import * as field from '../../fields';
import { type StampOperation, stamp } from '../../api/stampCards';
import type { PassRef } from '../../service/requests';
import type { Output } from '../../fields/output';
import { LIMITS } from '../../service/vocabulary';
import type { Context } from '../context';
import { stampOutput } from './output';

/**
 * Inputs of every stamp operation.
 * @param repeated what a repeated run does without an event ID
 * @param isHarmless whether the result is then the same
 */
export function stampInputs(repeated: string, { isHarmless = false } = {}) {
  return {
    pass: field.passRef({ requiresFeature: 'stampCard' }),
    idempotencyKey: field.text({
      label: 'Event ID',
      ...(!isHarmless && { harmWithout: repeated }),
      identifies: 'ownId',
      mappedEmptyHint: `Fill it, or clear the mapping: a repeated run then ${repeated}.`,
      placeholder: 'e.g. order-10042',
      description: `ID of the event, e.g. an order number. Among a card's last 20, it counts once. Without one, a repeated run ${repeated}.`,
    }),
  };
}

/** Required input: a number of stamps from 1 up. */
export const stampCount = field.required(
  field.number({
    label: 'Number of Stamps',
    integer: true,
    min: 1,
    max: LIMITS.maxCollectedStamps,
    placeholder: 'e.g. 1',
  }),
);

/** What all stamp operations have in common. */
export const stampOperation = {
  resource: 'stampCard',
  details:
    "A card remembers the last 20 values of 'Event ID'. In another operation, the same ID is another event, e.g. to remove the stamps of an order. By external ID, the service takes the first pass that it finds.",
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a stamp operation'],
  preview: {},
} as const;

/**
 * Sends an operation on stamps. Its idempotency key: the user's event ID, or else the item key, which is the same for
 * every attempt.
 * @returns the pass and its stamps
 * @param event prefix of the key, so that adding and redeeming for one order are two events
 */
export async function sendStamps(
  { client, itemKey }: Context,
  { pass, idempotencyKey = itemKey }: { pass: PassRef; idempotencyKey?: string },
  event: string,
  operation: StampOperation,
): Promise<Output> {
  const key = `${event}:${idempotencyKey}`;
  return stampOutput(await stamp(client, pass, { ...operation, idempotencyKey: key }));
}
