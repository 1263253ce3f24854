import { isServiceError } from '../../errors/serviceError';
import * as field from '../../fields';
import { type StampOperation, stamp } from '../../api/stampCards';
import type { PassRef } from '../../service/requests';
import type { Output } from '../../fields/output';
import { LIMITS } from '../../service/vocabulary';
import type { Context } from '../context';
import { stampOutput } from './output';

const EVENT_ID = 'Event ID';

/** What a repeated run does without an event ID, for operations that change the number of stamps. */
export const COUNTS_AGAIN = 'counts again';

/**
 * Inputs of every stamp operation.
 * @param repeated what a repeated run does without an event ID
 */
export function stampInputs(repeated: string) {
  return {
    pass: field.passRef({ requiresFeature: 'stampCard' }),
    idempotencyKey: field.text({
      label: EVENT_ID,
      identifies: 'ownId',
      mappedEmptyFix: `Fill it, or clear the mapping: a repeated run then ${repeated}.`,
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

/** Shared declaration of all stamp operations. */
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
 * Sends an operation on stamps. Its idempotency key is the user's event ID, or else the item key, which is the same for
 * every attempt.
 * @returns the pass and its stamps
 * @param event prefix of the key, so that adding and redeeming for one order are two events
 * @param repeated what a repeated run does without an event ID, if that is harmful
 */
export async function sendStamps(
  { client, itemKey, keepsItemKeys }: Context,
  { pass, idempotencyKey }: { pass: PassRef; idempotencyKey?: string },
  event: string,
  operation: StampOperation,
  repeated?: string,
): Promise<Output> {
  const key = `${event}:${idempotencyKey ?? itemKey}`;
  const sent = stamp(client, pass, { ...operation, idempotencyKey: key });
  const stamped = await sent.catch((thrown: unknown) => {
    const isSafe = idempotencyKey !== undefined || repeated === undefined;
    if (isSafe || !isServiceError(thrown, 'outcomeUnknown')) throw thrown;
    // A later run has another item key, so it would count the event again. Without stable keys, a retry would, too.
    throw thrown.with({
      fix: `Check the pass in the dashboard before running this again: without a value in '${EVENT_ID}', a repeated run ${repeated}.`,
      ...(!keepsItemKeys && { safeToRepeat: false }),
    });
  });
  return stampOutput(stamped);
}
