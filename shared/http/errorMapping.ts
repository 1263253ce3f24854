/** Maps error responses to errors. */

import { CHECK_THE_BASE_URL, ServiceError } from '../errors/serviceError';
import { type CallFacts, type MappedFields, documentedRefusal, errorResponse } from './errorRules';
import { isOutage, retryAfterMs } from './retryPolicy';
import { type TransportResponse, isRedirect } from './transport';

/**
 * Maps a response outside 2xx to an error. `unavailable` means that it is not certainly the service's refusal of
 * this call, e.g. the page of a proxy.
 * @param now epoch ms, to read a `Retry-After` date
 */
export function toServiceError(
  response: TransportResponse,
  call: CallFacts,
  now: number,
): ServiceError {
  const { status, headers } = response;
  const error = errorResponse(response);
  const refusal = error && documentedRefusal(error, call);
  return new ServiceError({
    ...(refusal ?? errorForStatus(status, error?.text || error?.code)),
    status,
    code: error?.code,
    retryAfterMs: [429, 503].includes(status) ? retryAfterMs(headers, now) : undefined,
  });
}

/** The error for a status, with the service's words, if no rule recognizes the response. */
function errorForStatus(status: number, text = ''): MappedFields {
  if (status === 429) {
    // Gateways also send this status. In both cases, the request was not processed.
    return {
      kind: 'rateLimited',
      message: 'The service is rate limiting requests',
      fix: 'Nothing was changed by this request. Run it again later.',
    };
  }
  if (isRedirect({ status })) {
    return {
      kind: 'unavailable',
      message: `'Base URL' redirects to another URL (status ${status}). Redirects are not followed, so that the API key is never sent to another host`,
      fix: "Enter the final URL of the service in 'Base URL' of the {connection}.",
    };
  }
  const reason = text ? `: ${text}` : '';
  if (isOutage(status)) {
    const problem =
      status === 408 ? 'The service did not respond in time' : 'The service is not available';
    return {
      kind: 'unavailable',
      message: `${problem} (status ${status})${reason}`,
      fix: 'Try again in a few minutes.',
    };
  }
  if (text) {
    return {
      kind: 'unavailable',
      message: `Unexpected response (status ${status})${reason}`,
      fix: "Check 'Base URL' in the {connection}, whether a proxy or firewall blocks the request, and what this API key may do.",
    };
  }
  if (status === 404 || status === 405) {
    return {
      kind: 'unavailable',
      message: `The server at 'Base URL' isn't a wallet pass service (status ${status})`,
      fix: CHECK_THE_BASE_URL,
    };
  }
  const isTooLarge = [413, 414, 431].includes(status);
  return {
    kind: 'unavailable',
    message: isTooLarge
      ? `The request is too large for a proxy or firewall (status ${status})`
      : `The server at 'Base URL' isn't a wallet pass service (status ${status})`,
    fix: isTooLarge
      ? 'Use a smaller file or fewer values.'
      : "Check 'Base URL' in the {connection}, and whether a proxy or firewall blocks the request.",
  };
}
