/** The errors that the client itself creates; `errorMapping` has the errors of the service. */

import { CHECK_THE_BASE_URL, ServiceError } from '../errors/serviceError';
import { duration } from '../service/wording';
import { isIdempotent, isOutage, type RetryableRequest } from './retryPolicy';
import { type ServiceCall, isRead } from './serviceCall';
import { type NetworkFailure, type TransportResponse, isRedirect } from './transport';

const CHECK_DASHBOARD = 'Check the dashboard before running this again; it could be applied twice.';

function unavailable(message: string, fix: string): ServiceError {
  return new ServiceError({ kind: 'unavailable', message, fix });
}

export function canceled(): ServiceError {
  const message = 'The run was canceled before this request was sent';
  return unavailable(message, 'Run it again when you are ready.');
}

export function deadlineReached(): ServiceError {
  const message = 'The time limit was reached before the last request was sent';
  return unavailable(message, 'The service is responding slowly. Run this again later.');
}

/** No connection was made, so nothing was sent. */
export function notSent(reason: string): ServiceError {
  const fix =
    "Nothing was sent. Check 'Base URL' in the {connection} and the network, then try again.";
  return unavailable(`The service could not be reached: ${reason}`, fix);
}

/** No response to a request that only reads. */
export function noResponse({ reason, withoutTls }: NetworkFailure): ServiceError {
  const fix = withoutTls
    ? "Check host and port of 'Base URL' in the {connection}: the server there may not use HTTPS."
    : 'Try again in a few minutes.';
  return unavailable(
    `The service could not be reached: ${reason}`,
    `Nothing was changed by this request. ${fix}`,
  );
}

/** The service may have processed the request. */
export function outcomeUnknown(request: RetryableRequest, reason: string): ServiceError {
  const safeToRepeat = isIdempotent(request);
  const atWorst = request.mayLeaveFile
    ? 'at worst, a spare file remains'
    : 'the result is the same';
  return new ServiceError({
    kind: 'outcomeUnknown',
    safeToRepeat,
    reason,
    message: `Unknown result: the service may or may not have processed this request (${reason})`,
    fix: safeToRepeat ? `It is safe to run this again: ${atWorst}.` : CHECK_DASHBOARD,
  });
}

/**
 * A response that is not certainly the service's refusal of this request.
 * @param asRead the error of a request that only reads, for this response
 * @param text `error` of the response, if there is one
 */
export function unclearResponse(
  request: RetryableRequest,
  asRead: ServiceError,
  response: TransportResponse,
  text = '',
): ServiceError {
  const { status } = response;
  const { code, retryAfterMs } = asRead;
  const reason = isRedirect(response)
    ? `status ${status}, a redirect`
    : `status ${status}${text && !isOutage(status) ? `: ${text}` : ''}`;
  const unknown = outcomeUnknown(request, reason);
  return unknown.with({ status, code, retryAfterMs, fix: unclearFix() });

  function unclearFix(): string {
    if (isOutage(status)) return unknown.fix;
    if (!isRedirect(response)) return `${asRead.fix} ${unknown.fix}`;
    // A single request may be redirected to its result. If the URL is wrong, all of them are redirected.
    return `${unknown.fix} If every request is redirected, enter the final URL of the service in 'Base URL' of the {connection}.`;
  }
}

/** The fix for a response that is not even JSON. */
export const WEB_PAGE = `'Base URL' may lead to a web page instead of the service. ${CHECK_THE_BASE_URL}`;

/** A 2xx response with an unexpected body. */
export function unexpectedBody(
  call: ServiceCall<unknown>,
  status: number,
  problem: string,
  fix: string,
): ServiceError {
  const request = `${call.method} ${call.path}`;
  if (isRead(call)) {
    const message = `The response to ${request} could not be read (${problem})`;
    return unavailable(message, fix).with({ status });
  }
  const unknown = outcomeUnknown(call, problem);
  const message = `Unknown result: the response to ${request} could not be read (${problem})`;
  return unknown.with({ status, message, fix: `${unknown.fix} ${fix}` });
}

interface ThrottleWait {
  /** How long the request would have to wait from now, ms. */
  waitMs: number;
  /** How long it has waited already, ms. */
  waitedMs: number;
  /** How long it may wait in total, ms. */
  limitMs: number;
  /** Whether the service sent `Retry-After`. */
  isRequested: boolean;
  /** The platform's name of the setting that raises the limit, if it has one. */
  settingLabel?: string;
}

/** The rate limit would hold the request back for longer than it may wait. */
export function throttleWaitTooLong(
  { waitMs, waitedMs, limitMs, isRequested, settingLabel }: ThrottleWait,
  throttled: ServiceError | undefined,
): ServiceError {
  const hasWaited = waitedMs >= 1000;
  const wait = `${duration(waitMs)}${hasWaited ? ' more' : ''}`;
  const problem = isRequested
    ? `The service asked to wait ${wait}`
    : `The service is rate limiting requests, and the next one would have to wait ${wait}`;
  const left = limitMs - waitedMs;
  const rest = left > 0 ? `leaves only ${duration(left)}` : 'has passed';
  const limit = hasWaited
    ? `, but the limit of ${duration(limitMs)} ${rest}`
    : `; the limit is ${duration(limitMs)}`;
  const orRaise = settingLabel === undefined ? '' : `, or raise '${settingLabel}'`;
  const fields = {
    // Rounded up to whole seconds, as in `Retry-After`.
    retryAfterMs: Math.ceil(waitMs / 1000) * 1000,
    message: limitMs > 0 ? `${problem}${limit}` : problem,
    fix: `Nothing was changed by this request. Run it again later${orRaise}.`,
  };
  return (
    throttled?.with(fields) ?? new ServiceError({ ...fields, kind: 'rateLimited', status: 429 })
  );
}

/** Another run of this process holds the object of an item for longer than the item may wait. */
export function otherRunTooLong(noun: string, limitMs: number): ServiceError {
  return unavailable(
    `Another execution is changing this ${noun}, and was not done after ${duration(limitMs)}`,
    'Nothing was changed by this item. It is safe to run it again.',
  );
}

/** The service is unavailable and requests a longer wait than allowed. */
export function retryAfterTooLong(error: ServiceError, limitMs: number): ServiceError {
  const asked = duration(error.retryAfterMs ?? 0);
  return error.with({
    message: `${error.message}. The service asked to wait ${asked}; the limit is ${duration(limitMs)}`,
  });
}

export function incompleteBody(problem: string): ServiceError {
  return unavailable(
    `The response ended before it was complete: ${problem}`,
    'The partial data was discarded. Nothing was changed by this request. Try again in a few minutes.',
  );
}
