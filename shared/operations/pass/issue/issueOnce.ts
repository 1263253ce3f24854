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

/** When a pass that may still be being issued is looked up, ms after the response was lost. */
const LOOKUPS_AT_MS = [2000, 5000, 10_000, 20_000];
const MAX_ATTEMPTS = 2;

export interface Issued {
  links: PassLinks;
  /** True if the response was lost and the pass was found by its external ID. */
  recovered: boolean;
}

/**
 * Issues passes without creating duplicates. `POST /pass` has no idempotency key, so after an attempt
 * with an unknown outcome the pass is looked up and issued again only if it was not found. A service behind a gateway
 * that gave up may still be issuing it, so it is looked up several times first. It is not
 * issued again after a response that another attempt would get as well, e.g. that of a lock or a proxy,
 * nor near the deadline, because a slow service may still be processing the first attempt.
 *
 * @param refs identify the passes; without any, an unknown outcome is thrown immediately
 * @throws {ServiceError} `outcomeUnknown`, or `invalidInput` if a pass would be expired
 */
export async function issueOnce(
  { client, passes }: Pick<Context, 'client' | 'passes'>,
  request: IssueRequest,
  refs: readonly ExternalIdRef[],
): Promise<Issued> {
  assertStillValid(client, request);
  const canLookUp = refs.length > 0;
  // Any one of them shows that the service has processed the request.
  const lookup = async () =>
    (await lookUpAll(client, request, refs)).find((links) => links !== undefined);
  // An earlier attempt of the run may still be being processed.
  if (
    refs.some(({ templateId, externalId }) => passes.list(templateId).mayBeInFlight(externalId))
  ) {
    const { found } = await lookUpAgain(client, lookup, LOOKUPS_AT_MS);
    if (found) return { links: found, recovered: true };
  }
  const retry = canLookUp ? 'lookUpFirst' : 'never';
  let firstUnknown: ServiceError | undefined;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { value: links, failure } = await settle(postPass(client, request, retry));
    if (links) return { links, recovered: false };
    // A refusal of the second attempt does not settle the first one, which may still be processed.
    if (!firstUnknown && failure.kind !== 'outcomeUnknown') throw failure;
    const unknown = (firstUnknown ??= failure);
    if (!canLookUp) break;
    const mayFollow = isTransient(failure.status);
    const lookups = mayFollow ? LOOKUPS_AT_MS : LOOKUPS_AT_MS.slice(0, 1);
    const { found, isComplete } = await lookUpAgain(client, lookup, lookups).catch(() =>
      Promise.reject(outcomeUnknownError(unknown, true)),
    );
    if (found) return { links: found, recovered: true };
    if (!mayFollow || !isComplete || !client.hasTimeToRetry()) break;
  }
  throw outcomeUnknownError(firstUnknown as ServiceError, canLookUp);
}

/** The passes with their links; `undefined` in place of those that do not exist. */
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
 * @param atMs when, from now
 * @returns `isComplete`: whether the deadline left the time for all lookups
 */
async function lookUpAgain(
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

/** Checked when the item was prepared; since then, a pass may have expired, or the one that existed is gone. */
function assertStillValid(client: ServiceClient, { passes }: IssueRequest): void {
  const errors = passes.map(({ templateFields }, i) => {
    const { validUntil } = (templateFields ?? {}) as { validUntil?: string };
    const error = catchServiceError(() => assertFutureEnd(client, { validUntil }));
    return error && passes.length > 1 ? prefixed(error, `Pass ${i + 1}`) : error;
  });
  throwIfAny(errors);
}

/** @param canLookUp whether another run looks up the pass before it issues one */
function outcomeUnknownError(cause: ServiceError, canLookUp: boolean): ServiceError {
  return cause.with({
    safeToRepeat: canLookUp,
    message: `The pass may have been issued and its message sent: ${cause.message}`,
    hint: canLookUp
      ? 'It is safe to run this again in a minute: the pass is looked up by its external ID first.'
      : "Check the dashboard for the pass before running this again. With an 'External ID' and 'If a Pass Already Exists' set to Return Existing, this {step} looks it up automatically.",
  });
}
