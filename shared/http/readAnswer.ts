import type { FailureFacts } from './failures';
import { ServiceFailure } from './failures';
import { KEY_PREFIX } from '../service/vocabulary';
import { retryAfterMs } from './retryAfter';
import type { TransportResponse } from './transport';

/** The parts of a failed answer that decide what it means. Traps 18-22: text and code are both read. */
interface Refusal {
  status: number;
  text: string;
  code?: string;
  body: Record<string, unknown>;
  /** Whether it is the service's own answer, always JSON, and not that of something before it. */
  spoken: boolean;
}

type Told = Omit<FailureFacts, 'status' | 'code'>;
type Reading = (refusal: Refusal) => Told | undefined;

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
 * Turns an answer outside 2xx into one of the closed set of failures (spec, Errors).
 * @param now epoch ms, to read a `Retry-After` date
 */
export function failureOf(response: TransportResponse, now: number): ServiceFailure {
  const refusal = read(response);
  const told = firstReading(refusal);
  return new ServiceFailure({
    ...told,
    status: refusal.status,
    code: refusal.code,
    retryAfterMs: [429, 503].includes(refusal.status)
      ? retryAfterMs(response.headers, now)
      : undefined,
  });
}

function read(response: TransportResponse): Refusal {
  const parsed = parseJson(response.body);
  const body = isRecord(parsed) ? parsed : {};
  const text = typeof body.error === 'string' ? body.error : '';
  const code = typeof body.code === 'string' ? body.code : token(text);
  return { status: response.status, text, code, body, spoken: isRecord(parsed) };
}

/** Some answers put their token in `error` (trap 18): `not_published`, `users_list_failed`. */
function token(text: string): string | undefined {
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text : undefined;
}

function firstReading(refusal: Refusal): Told {
  for (const reading of READINGS) {
    const told = reading(refusal);
    if (told) return told;
  }
  return unexpected(refusal);
}

const READINGS: Reading[] = [
  ({ status }) =>
    status === 401
      ? {
          kind: 'wrongKey',
          what: 'The service does not accept this API key',
          fix: `Check the key in the credential: it starts with ${KEY_PREFIX}. It may be mistyped, rotated or turned off. The account owner makes keys in the dashboard, under API keys.`,
        }
      : undefined,
  ({ status, text }) => {
    const scope = status === 403 ? /Missing permission:\s*([\w.]+)/.exec(text)?.[1] : undefined;
    return scope === undefined
      ? undefined
      : {
          kind: 'missingScope',
          scope,
          what: `This API key lacks the scope ${scope}`,
          fix: `Use a key that has the scope ${scope}. The account owner sets the scopes of a key when making it in the dashboard.`,
        };
  },
  ({ status, text }) =>
    status === 403 && text.includes('cannot perform owner actions')
      ? {
          kind: 'missingScope',
          scope: 'Full access',
          what: 'Only a Full access key may manage API keys',
          fix: 'Use a key made with the preset Full access. Scoped keys cannot list, make or change keys.',
        }
      : undefined,
  ({ status, text }) =>
    status === 403 && text.includes('resource or resource does not exist')
      ? {
          kind: 'notFound',
          what: 'The template is unknown in this account',
          fix: "Choose the template again in 'Template'. It may be deleted, or belong to another account than the API key.",
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
      what,
      fix: `The account owner can change the plan in the dashboard.${reason}`,
      details: { feature: body.feature, reason: body.reason },
    };
  },
  ({ status, text }) =>
    status === 403 && text
      ? {
          kind: 'notFound',
          what: `The service refused this: ${text}`,
          fix: 'Check that the ID belongs to the account of the API key and that the account has this feature.',
        }
      : undefined,
  ({ status, text }) =>
    status === 404 && text.startsWith('Google Wallet object not found')
      ? {
          kind: 'notFound',
          what: 'The copy of the pass in wallet B was never made',
          fix: 'Update any field of the pass once: that makes the copy. Then try again.',
        }
      : undefined,
  ({ status, spoken }) =>
    status === 404 && !spoken
      ? {
          kind: 'unavailable',
          what: 'Something other than the service answered: there is nothing at this address (status 404)',
          fix: "Check 'Base URL' of the credential.",
        }
      : undefined,
  ({ status, text }) =>
    status === 404
      ? {
          kind: 'notFound',
          what: text ? `The service found nothing: ${text}` : 'The service found nothing',
          fix: 'Check the ID, and that it belongs to the account of the API key.',
        }
      : undefined,
  ({ status, code }) =>
    status === 409 && code === 'not_published'
      ? {
          kind: 'conflict',
          what: 'The badge is not published, so nobody can be invited to it',
          fix: 'Publish the badge in the dashboard, or choose a published one.',
        }
      : undefined,
  ({ status, text, code, body }) =>
    status === 409
      ? {
          kind: 'conflict',
          what: text && text !== code ? text : `The service refused this: ${code ?? 'conflict'}`,
          fix: 'Look at the current state in the dashboard, then try again.',
          details: { passCount: body.passCount },
        }
      : undefined,
  ({ status }) =>
    status === 429
      ? {
          kind: 'rateLimited',
          what: 'The service asks to send more slowly',
          fix: "Nothing was changed by this request. Lower 'Max Parallel Requests' or try again later.",
        }
      : undefined,
  ({ status, text }) =>
    [400, 413, 414, 422, 431].includes(status)
      ? {
          kind: 'invalidInput',
          what: text ? `The service refused the values: ${text}` : 'The service refused the values',
          fix: 'Change the value that the message names and run again. Nothing was changed by this request.',
        }
      : undefined,
];

const PLAN_SUBJECTS = new Map([
  ['templates', 'another template'],
  ['templateType', 'this template type'],
  ['geofences', 'this many locations'],
]);

function unexpected({ status, text }: Refusal): Told {
  if (status >= 300 && status < 400) {
    return {
      kind: 'unavailable',
      what: `The base address answered with a redirect (status ${status}), which is not followed so that the key stays with its host`,
      fix: "Put the final address of the service into 'Base URL' of the credential.",
    };
  }
  // The service itself always says why (spec, Errors); a firewall or proxy on the way does not.
  if (status === 403) {
    return {
      kind: 'unavailable',
      what: 'The request was refused on its way to the service (status 403)',
      fix: "Check 'Base URL' of the credential, and whether a firewall or proxy stands between.",
    };
  }
  return {
    kind: 'unavailable',
    what: `The service answered with status ${status}${text ? `: ${text}` : ''}`,
    fix: 'Try again in a few minutes.',
  };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
