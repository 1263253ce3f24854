import type { ServiceClient } from '../../http/client';
import type { ServiceFailure } from '../../http/failures';
import { isFailure } from '../../http/failures';
import type { IssueRequest } from '../../service/requests';
import type { PassLinks } from '../../service/schemas';
import { postPass } from './calls';

/** Time for a half-finished issue to come to its end before it is looked for, ms. */
const SETTLE_MS = 2000;
const TIMES = 2;

/** Finds what a try with a lost answer has left. */
export type Lookup = () => Promise<PassLinks | undefined>;

export interface Issued {
  links: PassLinks;
  /** Whether the answer was lost and the pass found by its external ID. */
  recovered: boolean;
}

/**
 * Issues without ever issuing twice (trap 32). `POST /pass` has no idempotency key, so after a try
 * with an unclear end the pass is looked up; only when it is not there, it is issued once more.
 *
 * @param lookup `undefined` where nothing identifies the pass: then an unclear end is reported as that
 * @throws {ServiceFailure} `outcomeUnknown` where nothing better is true
 */
export async function issueOnce(
  client: ServiceClient,
  body: IssueRequest,
  lookup: Lookup | undefined,
): Promise<Issued> {
  let unclear: ServiceFailure | undefined;
  for (let time = 1; time <= TIMES; time += 1) {
    const issued = await postPass(client, body).catch(orUnclear);
    if (!isFailure(issued)) return { links: issued, recovered: false };
    unclear = issued;
    if (!lookup) break;
    await client.ports.sleep(SETTLE_MS);
    const found = await lookup().catch(() => Promise.reject(mayBeIssued(issued, true)));
    if (found) return { links: found, recovered: true };
  }
  throw mayBeIssued(unclear as ServiceFailure, lookup !== undefined);
}

function orUnclear(thrown: unknown): ServiceFailure {
  if (isFailure(thrown, 'outcomeUnknown')) return thrown;
  throw thrown;
}

/** @param canLookUp whether another run finds the pass before it issues one */
function mayBeIssued(unclear: ServiceFailure, canLookUp: boolean): ServiceFailure {
  return unclear.retold({
    safeToRepeat: canLookUp,
    what: `The pass may have been issued and its message sent: ${unclear.message}`,
    fix: "Look for the pass in the dashboard before you run this item again. With an 'External ID' and If It Exists = Return Existing, the connector looks by itself.",
  });
}
