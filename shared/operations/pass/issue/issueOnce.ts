import type { ServiceClient } from '../../../http/client';
import { isTransient } from '../../../http/retryPolicy';
import {
  type ServiceError,
  catchServiceError,
  prefixed,
  throwIfAny,
  settle,
} from '../../../errors/serviceError';
import type { ExternalIdRef, IssueRequest } from '../../../service/requests';
import type { PassLinks } from '../../../service/schemas';
import { findPass, postPass } from '../../../api/passes';
import { assertFutureEnd } from '../../checks';
import type { Context } from '../../context';

/** When to look up a pass that the service may still be issuing, in ms from the start of the wait. */
const LOOKUPS_AT_MS = [2000, 5000, 10_000, 20_000];

export interface Issued {
  links: PassLinks;
  /** True if the response was lost and the pass was found by its external ID. */
  recovered: boolean;
}

/**
 * Issues passes without creating duplicates, although `POST /pass` has no idempotency key:
 *
 * 1. If an earlier attempt of the run may still be in flight, its pass is looked up.
 * 2. The passes are issued. A refusal ends it here.
 * 3. After an unknown outcome, a pass is looked up, several times if a gateway gave up on a service that may still be
 *    issuing it.
 * 4. If none was found, the passes are issued once more, and looked up after another failure. Not so if another attempt
 *    would get the same response, e.g. from a lock or a proxy, nor near the deadline, because a slow service may still
 *    be processing the first attempt.
 *
 * @param refs identify the passes; without any, an unknown outcome is thrown immediately
 * @throws {ServiceError} `outcomeUnknown`, or `invalidInput` if a pass would be expired
 */
export async function issueOnce(
  context: Pick<Context, 'client' | 'passes' | 'timezone'>,
  request: IssueRequest,
  refs: readonly ExternalIdRef[],
): Promise<Issued> {
  const { client, passes } = context;
  assertEndsInFuture(context, request);
  const canLookUp = refs.length > 0;
  // A single pass shows that the service has processed the request.
  const findAny = async () =>
    (await lookUpAll(client, request, refs)).find((links) => links !== undefined);
  const isInFlight = ({ templateId, externalId }: ExternalIdRef) =>
    passes.list(templateId).cache.mayBeInFlight(externalId);
  if (refs.some(isInFlight)) {
    const { found } = await pollForPass(client, findAny, LOOKUPS_AT_MS);
    if (found) return { links: found, recovered: true };
  }
  const post = () => settle(postPass(client, request, canLookUp ? 'lookUpFirst' : 'never'));
  const first = await post();
  if (first.value) return { links: first.value, recovered: false };
  if (first.failure.kind !== 'outcomeUnknown') throw first.failure;
  const outcomeUnknown = outcomeUnknownError(first.failure, canLookUp);
  if (!canLookUp) throw outcomeUnknown;

  const pollAfter = ({ status }: ServiceError) =>
    pollForPass(
      client,
      findAny,
      isTransient(status) ? LOOKUPS_AT_MS : LOOKUPS_AT_MS.slice(0, 1),
    ).catch(() => Promise.reject(outcomeUnknown));
  const afterFirst = await pollAfter(first.failure);
  if (afterFirst.found) return { links: afterFirst.found, recovered: true };
  const mayRepeat = isTransient(first.failure.status) && afterFirst.isComplete;
  if (!mayRepeat || !client.hasTimeToRetry()) throw outcomeUnknown;

  const second = await post();
  if (second.value) return { links: second.value, recovered: false };
  // A refusal of the second attempt does not settle the first one, which may still be processed.
  const { found } = await pollAfter(second.failure);
  if (found) return { links: found, recovered: true };
  throw outcomeUnknown;
}

/** Looks up the passes with their links. The result has `undefined` for a pass that does not exist. */
export function lookUpAll(
  client: ServiceClient,
  { locale }: IssueRequest,
  refs: readonly ExternalIdRef[],
): Promise<(PassLinks | undefined)[]> {
  return Promise.all(
    refs.map(({ templateId, externalId }) =>
      findPass(client, { by: 'externalId', templateId, externalId }, { locale }),
    ),
  );
}

/**
 * Looks up a pass that the service may still be issuing.
 * @param atMs times of the lookups, in ms from now
 * @returns `isComplete`: whether the deadline left time for all lookups
 */
async function pollForPass(
  client: ServiceClient,
  lookup: () => Promise<PassLinks | undefined>,
  atMs: readonly number[],
): Promise<{ found?: PassLinks; isComplete: boolean }> {
  let waitedMs = 0;
  for (const at of atMs) {
    if (!client.hasTimeToWait(at - waitedMs)) return { isComplete: false };
    await client.clock.sleep(at - waitedMs);
    waitedMs = at;
    const found = await lookup();
    if (found) return { found, isComplete: true };
  }
  return { isComplete: true };
}

/**
 * Checks again that no pass would be expired: since `prepare`, the date may have passed, or the existing pass that
 * allowed an old date may be gone.
 */
function assertEndsInFuture(
  context: Pick<Context, 'client' | 'timezone'>,
  { passes }: IssueRequest,
): void {
  const errors = passes.map(({ templateFields }, i) => {
    const { validUntil } = (templateFields ?? {}) as { validUntil?: string };
    const error = catchServiceError(() => assertFutureEnd(context, { validUntil }));
    return error && passes.length > 1 ? prefixed(error, `Pass ${i + 1}`) : error;
  });
  throwIfAny(errors);
}

/** @param canLookUp whether a repeated run would look up the pass by external ID first */
function outcomeUnknownError(cause: ServiceError, canLookUp: boolean): ServiceError {
  return cause.with({
    safeToRepeat: canLookUp,
    message: `The pass may have been issued and its message sent (${cause.reason ?? cause.message})`,
    fix: canLookUp
      ? 'It is safe to run this again in a minute: the pass is looked up by its external ID first.'
      : "Check the dashboard for the pass before running this again. With an 'External ID' and 'If a Pass Already Exists' set to Return Existing, this {step} looks it up automatically.",
  });
}
