import type { ServiceClient } from '../../http/client';
import type { ServiceError } from '../../errors/serviceError';
import { isServiceError } from '../../errors/serviceError';
import type { Retry } from '../../http/retryPolicy';
import type { IssueRequest } from '../../service/requests';
import type { PassLinks } from '../../service/schemas';
import { postPass } from '../../api/passes';

/** Time for a half-finished issue to finish before it is looked up, ms. */
const SETTLE_MS = 2000;
const TIMES = 2;

/** Finds what a try with an unknown result has left. */
export type Lookup = () => Promise<PassLinks | undefined>;

export interface Issued {
  links: PassLinks;
  /** Whether the answer was lost and the pass found by its external ID. */
  recovered: boolean;
}

/**
 * Issues without ever issuing twice. `POST /pass` has no idempotency key, so after a try with an
 * unknown result the pass is looked up; only when it is not there, it is issued once more. Near the
 * deadline it is not: a slow service may still be at work on the first try.
 *
 * @param retry of the operation; only with `lookUpFirst` is the pass looked up, otherwise an unknown result is
 *   reported
 * @param find `undefined` where nothing identifies the pass
 * @throws {ServiceError} `outcomeUnknown` where nothing better is true
 */
export async function issueOnce(
  client: ServiceClient,
  body: IssueRequest,
  retry: Retry,
  find: Lookup | undefined,
): Promise<Issued> {
  const lookup = retry === 'lookUpFirst' ? find : undefined;
  let unclear: ServiceError | undefined;
  for (let time = 1; time <= TIMES; time += 1) {
    const issued = await postPass(client, body, retry).catch(orUnclear);
    if (!isServiceError(issued)) return { links: issued, recovered: false };
    unclear = issued;
    if (!lookup) break;
    await client.clock.sleep(SETTLE_MS);
    const found = await lookup().catch(() => Promise.reject(mayBeIssued(issued, true)));
    if (found) return { links: found, recovered: true };
    if (!client.hasTimeForMore()) break;
  }
  throw mayBeIssued(unclear as ServiceError, lookup !== undefined);
}

function orUnclear(thrown: unknown): ServiceError {
  if (isServiceError(thrown, 'outcomeUnknown')) return thrown;
  throw thrown;
}

/** @param canLookUp whether another run finds the pass before it issues one */
function mayBeIssued(unclear: ServiceError, canLookUp: boolean): ServiceError {
  return unclear.with({
    safeToRepeat: canLookUp,
    message: `The pass may have been issued and its message sent: ${unclear.message}`,
    hint: canLookUp
      ? 'It is safe to run this item again: the pass is looked up by its external ID first.'
      : "Check the dashboard for the pass before running this item again. With an 'External ID' and 'If It Exists' set to Return Existing, the connector looks it up by itself.",
  });
}
