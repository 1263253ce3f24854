import type { ErrorFields } from '../errors/serviceError';
import { ServiceError } from '../errors/serviceError';
import { shortened } from '../service/text';
import { KEY_PREFIX } from '../service/vocabulary';
import { retryAfterMs } from './retryAfter';
import type { TransportResponse } from './transport';

/** The parts of a failed answer that decide what it means; the service puts some tokens in either of text and code. */
interface Refusal {
  status: number;
  text: string;
  code?: string;
  body: Record<string, unknown>;
}

type Told = Omit<ErrorFields, 'status' | 'code'>;
type Reading = (refusal: Refusal) => Told | undefined;

/** How to fix it where something was not found. */
export const CHECK_THE_ID =
  'Check the ID. It may have been deleted, or belong to a different account than the API key.';

/** Parses a JSON body; `undefined` for an empty one or one that is not JSON (a proxy's HTML page). */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Turns an answer outside 2xx into one of the closed set of failures. What something in front of the
 * service says, e.g. the page of a proxy, is never taken for its word, whatever the status.
 * @param now epoch ms, to read a `Retry-After` date
 */
export function toServiceError(response: TransportResponse, now: number): ServiceError {
  const { status, headers } = response;
  const refusal = read(response);
  return new ServiceError({
    ...(refusal ? firstReading(refusal) : byStatus(status)),
    status,
    code: refusal?.code,
    retryAfterMs: [429, 503].includes(status) ? retryAfterMs(headers, now) : undefined,
  });
}

/** What the service itself says: always JSON, with the reason in `error` or `code`. */
function read({ status, body: content }: TransportResponse): Refusal | undefined {
  const body = parseJson(content);
  if (!isRecord(body)) return undefined;
  const text = typeof body.error === 'string' ? body.error : '';
  const code = typeof body.code === 'string' ? body.code : token(text);
  return text || code ? { status, text, code, body } : undefined;
}

/** Some answers put their token in `error`: `not_published`, `users_list_failed`. */
function token(text: string): string | undefined {
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text : undefined;
}

function firstReading(refusal: Refusal): Told {
  for (const reading of READINGS) {
    const told = reading(refusal);
    if (told) return told;
  }
  return byStatus(refusal.status, refusal.text);
}

const READINGS: Reading[] = [
  ({ status }) =>
    status === 401
      ? {
          kind: 'wrongKey',
          message: 'The service does not accept this API key',
          hint: `Check the key in the credential: it starts with ${KEY_PREFIX}. It may be mistyped, rotated or disabled. The account owner creates keys in the dashboard, under API keys.`,
        }
      : undefined,
  ({ status, text }) => {
    const scope = status === 403 ? /Missing permission:\s*([\w.]+)/.exec(text)?.[1] : undefined;
    return scope === undefined
      ? undefined
      : {
          kind: 'missingScope',
          scope,
          message: `This API key lacks the scope ${scope}`,
          hint: `Use a key that has the scope ${scope}. The account owner sets the scopes when creating a key in the dashboard.`,
        };
  },
  ({ status, text }) =>
    status === 403 && text.includes('cannot perform owner actions')
      ? {
          kind: 'missingScope',
          scope: 'Full access',
          message: 'Only a Full access key may manage API keys',
          hint: 'Use a key created with the preset Full access. Scoped keys cannot list, create or change keys.',
        }
      : undefined,
  ({ status, text }) =>
    status === 403 && text.includes('badges not enabled')
      ? {
          kind: 'planLimit',
          message: 'Access badges are not enabled for this account',
          hint: 'The account owner can have access badges enabled. If another account has them, use an API key of that account.',
        }
      : undefined,
  ({ status, code }) =>
    status === 403 && code === 'access_badge_not_creatable_here'
      ? {
          kind: 'invalidInput',
          message: 'Access badges cannot be created through the API',
          hint: 'Design and publish the badge in the dashboard, or choose another template type.',
        }
      : undefined,
  ({ status, text }) => {
    const file = /^File (\S+) (?:not found|does not belong)/.exec(text)?.[1];
    if (file === undefined || ![403, 404].includes(status)) return undefined;
    const problem = status === 403 ? 'does not belong to this account' : 'not found';
    return {
      kind: 'notFound',
      field: 'fileId',
      message: `File ${problem}: '${shortened(file)}'`,
      hint: CHECK_THE_ID,
    };
  },
  ({ status, text }) =>
    status === 403 && (text === 'forbidden' || text.includes('resource or resource does not exist'))
      ? {
          kind: 'notFound',
          message: 'Not found in this account',
          hint: CHECK_THE_ID,
        }
      : undefined,
  ({ status, text, code, body }) => {
    if (status !== 402) return undefined;
    const subject =
      (typeof body.feature === 'string' && PLAN_SUBJECTS.get(body.feature)) || 'more passes';
    const apiKeys = code !== 'upgrade_required' && text.includes('API keys');
    const what = apiKeys
      ? "The account's plan does not include API keys"
      : `The account's plan does not allow ${subject}`;
    const reason = typeof body.reason === 'string' ? ` The service says: ${body.reason}` : '';
    return {
      kind: 'planLimit',
      message: what,
      hint: `The account owner can change the plan in the dashboard.${reason}`,
      details: { feature: body.feature, reason: body.reason },
    };
  },
  ({ status, text, code }) =>
    status === 403
      ? {
          kind: 'conflict',
          message: `The service refused this request: ${text || code}`,
          hint: 'Check in the dashboard what the account and this API key are allowed to do.',
        }
      : undefined,
  ({ status, text }) =>
    status === 404 && text.startsWith('Google Wallet object not found')
      ? {
          kind: 'conflict',
          message: 'The copy of the pass in wallet B was never created',
          hint: 'Update any field of the pass once: that creates the copy. Then try again.',
        }
      : undefined,
  ({ status, text, code }) =>
    status === 404
      ? { kind: 'notFound', message: `Not found: ${text || code}`, hint: CHECK_THE_ID }
      : undefined,
  ({ status, code }) =>
    status === 409 && code === 'not_published'
      ? {
          kind: 'conflict',
          message: 'The badge is not published, so nobody can be invited to it',
          hint: 'Publish the badge in the dashboard, or choose a published one.',
        }
      : undefined,
  ({ status, text, code, body }) =>
    status === 409
      ? {
          kind: 'conflict',
          message: text && text !== code ? text : `The service refused this request: ${code}`,
          hint: 'Check the current state in the dashboard, then try again.',
          details: { passCount: body.passCount },
        }
      : undefined,
  ({ status, text }) =>
    status === 504 && text.startsWith('Upstream timeout')
      ? {
          kind: 'invalidInput',
          message: 'The service could not fetch the image: its URL did not answer in time',
          hint: 'Check that the URL is public and answers within 10 seconds, or upload the image as a file.',
        }
      : undefined,
  ({ status, text, code }) =>
    [400, 413, 414, 422, 431].includes(status)
      ? {
          kind: 'invalidInput',
          message: `The service refused the values: ${text || code}`,
          hint: 'Correct the value that the message names and run again. Nothing was changed by this request.',
        }
      : undefined,
];

const PLAN_SUBJECTS = new Map([
  ['templates', 'another template'],
  ['templateType', 'this template type'],
  ['geofences', 'this many locations'],
]);

/** What is known from the status alone, whoever answered. */
function byStatus(status: number, text = ''): Told {
  if (status === 429) {
    // Gateways refuse like this, too; either way the request was not processed.
    return {
      kind: 'rateLimited',
      message: 'The service is rate limiting requests',
      hint: 'Nothing was changed by this request. Run it again later.',
    };
  }
  if (status >= 300 && status < 400) {
    return {
      kind: 'unavailable',
      message: `'Base URL' redirects to another URL (status ${status}). Redirects are not followed, so that the API key is never sent to another host`,
      hint: "Enter the final URL of the service in 'Base URL' of the credential.",
    };
  }
  if (status >= 500 || status === 408 || text) {
    const what =
      status >= 500 ? 'The service is not available' : 'The service refused this request';
    return {
      kind: 'unavailable',
      message: `${what} (status ${status})${text ? `: ${text}` : ''}`,
      hint: 'Try again in a few minutes.',
    };
  }
  const isTooLarge = [413, 414, 431].includes(status);
  return {
    kind: 'unavailable',
    message: `Something other than the service answered (status ${status})`,
    hint: isTooLarge
      ? 'A proxy or firewall refuses requests of this size. Use a smaller file or fewer values.'
      : "Check 'Base URL' in the credential, and whether a proxy or firewall blocks the request.",
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
