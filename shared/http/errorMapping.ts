import type { ErrorFields } from '../errors/serviceError';
import { ServiceError } from '../errors/serviceError';
import { shortened } from '../service/text';
import { KEY_PREFIX } from '../service/vocabulary';
import { retryAfterMs } from './retryAfter';
import type { TransportResponse } from './transport';

/** Maps error responses (docs/service.md#errors) to errors. */

/** An error response of the service. Some responses have their code in `error`. */
interface ErrorResponse {
  status: number;
  /** `error`; empty if there is only a code. */
  text: string;
  code?: string;
  body: Record<string, unknown>;
}

type MappedFields = Omit<ErrorFields, 'status' | 'code'>;

/** Recognizes one kind of error response by more than its status; `undefined` for all others. */
type ErrorRule = (response: ErrorResponse) => MappedFields | undefined;

/** The rules of each status. The first one that recognizes a response applies, so specific ones come first. */
const RULES: Readonly<Record<number, readonly ErrorRule[]>> = {
  400: [invalidValues],
  401: [wrongKey],
  402: [planLimit],
  403: [
    missingScope,
    ownerActionWithScopedKey,
    badgesNotEnabled,
    badgeNotCreatable,
    fileOfAnotherAccount,
    resourceOfAnotherAccount,
    otherForbidden,
  ],
  404: [fileNotFound, missingInWalletB, otherNotFound],
  409: [badgeNotPublished, otherConflict],
  413: [invalidValues],
  414: [invalidValues],
  422: [invalidValues],
  431: [invalidValues],
  504: [imageUrlTimedOut],
};

/** Hint for an ID that was not found. */
export const CHECK_THE_ID =
  'Check the ID. It may have been deleted, or belong to a different account than the API key.';

/** Parses a JSON body; `undefined` if it is empty or not JSON, e.g. the HTML page of a proxy. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Maps a response outside 2xx to an error. A response that is not from the service, e.g. the page of a
 * proxy, is mapped by its status alone.
 * @param now epoch ms, to read a `Retry-After` date
 */
export function toServiceError(response: TransportResponse, now: number): ServiceError {
  const { status, headers } = response;
  const error = errorResponse(response);
  return new ServiceError({
    ...(error ? applyRules(error) : byStatus(status)),
    status,
    code: error?.code,
    retryAfterMs: [429, 503].includes(status) ? retryAfterMs(headers, now) : undefined,
  });
}

/** `undefined` if the response is not from the service, which always sends JSON with `error` or `code`. */
function errorResponse({ status, body: content }: TransportResponse): ErrorResponse | undefined {
  const body = parseJson(content);
  if (!isRecord(body)) return undefined;
  const text = typeof body.error === 'string' ? body.error : '';
  const code = typeof body.code === 'string' ? body.code : codeIn(text);
  return text || code ? { status, text, code, body } : undefined;
}

/** Some responses have a code in `error`: `not_published`, `users_list_failed`. */
function codeIn(text: string): string | undefined {
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text : undefined;
}

function applyRules(response: ErrorResponse): MappedFields {
  for (const rule of RULES[response.status] ?? []) {
    const fields = rule(response);
    if (fields) return fields;
  }
  return byStatus(response.status, response.text);
}

function invalidValues({ text, code }: ErrorResponse): MappedFields {
  return {
    kind: 'invalidInput',
    message: `The service rejected the values: ${text || code}`,
    hint: 'Correct the inputs that this message is about, and run this again. Nothing was changed by this request.',
  };
}

function wrongKey(): MappedFields {
  return {
    kind: 'wrongKey',
    message: 'The service does not accept this API key',
    hint: `Check the API key of this connection: it starts with ${KEY_PREFIX}. It may be mistyped, rotated or disabled. The account owner creates keys in the dashboard, under API keys.`,
  };
}

const PLAN_FEATURES = new Map([
  ['templates', 'another template'],
  ['templateType', 'this template type'],
  ['geofences', 'this many locations'],
]);

function planLimit({ text, code, body: { feature, reason } }: ErrorResponse): MappedFields {
  const featureName = (typeof feature === 'string' && PLAN_FEATURES.get(feature)) || 'more passes';
  const isAboutApiKeys = code !== 'upgrade_required' && text.includes('API keys');
  const quotedReason = typeof reason === 'string' ? ` The service says: ${reason}` : '';
  return {
    kind: 'planLimit',
    message: isAboutApiKeys
      ? "The account's plan does not include API keys"
      : `The account's plan does not allow ${featureName}`,
    hint: `The account owner can change the plan in the dashboard.${quotedReason}`,
    details: { feature, reason },
  };
}

function missingScope({ text }: ErrorResponse): MappedFields | undefined {
  const scope = /Missing permission:\s*([\w.]+)/.exec(text)?.[1];
  if (scope === undefined) return undefined;
  return {
    kind: 'missingScope',
    scope,
    message: `This API key lacks the scope ${scope}`,
    hint: `Use a key that has the scope ${scope}. The account owner sets the scopes when creating a key in the dashboard.`,
  };
}

function ownerActionWithScopedKey({ text }: ErrorResponse): MappedFields | undefined {
  if (!text.includes('cannot perform owner actions')) return undefined;
  return {
    kind: 'missingScope',
    scope: 'Full access',
    message: 'Only a Full access key may manage API keys',
    hint: 'Use a key created with the preset Full access. Scoped keys cannot list, create or change keys.',
  };
}

function badgesNotEnabled({ text }: ErrorResponse): MappedFields | undefined {
  if (!text.includes('badges not enabled')) return undefined;
  return {
    kind: 'planLimit',
    message: 'Access badges are not enabled for this account',
    hint: 'Ask the account owner to have access badges enabled, or use an API key of an account that has them.',
  };
}

function badgeNotCreatable({ code }: ErrorResponse): MappedFields | undefined {
  if (code !== 'access_badge_not_creatable_here') return undefined;
  return {
    kind: 'invalidInput',
    message: 'Access badges cannot be created through the API',
    hint: 'Design and publish the badge in the dashboard, or choose another template type.',
  };
}

function fileOfAnotherAccount({ text }: ErrorResponse): MappedFields | undefined {
  return missingFile(text, 'does not belong to this account');
}

function fileNotFound({ text }: ErrorResponse): MappedFields | undefined {
  return missingFile(text, 'not found');
}

function missingFile(text: string, problem: string): MappedFields | undefined {
  const fileId = /^File (\S+) (?:not found|does not belong)/.exec(text)?.[1];
  if (fileId === undefined) return undefined;
  return {
    kind: 'notFound',
    field: 'fileId',
    message: `File ${problem}: '${shortened(fileId)}'`,
    hint: CHECK_THE_ID,
  };
}

function resourceOfAnotherAccount({ text }: ErrorResponse): MappedFields | undefined {
  if (text !== 'forbidden' && !text.includes('resource or resource does not exist')) {
    return undefined;
  }
  return { kind: 'notFound', message: 'Not found in this account', hint: CHECK_THE_ID };
}

function otherForbidden({ text, code }: ErrorResponse): MappedFields {
  return {
    kind: 'conflict',
    message: `The service rejected this request: ${text || code}`,
    hint: 'Check in the dashboard what the account and this API key are allowed to do.',
  };
}

function missingInWalletB({ text }: ErrorResponse): MappedFields | undefined {
  if (!text.startsWith('Google Wallet object not found')) return undefined;
  return {
    kind: 'conflict',
    message: 'The copy of the pass in wallet B was never created',
    hint: 'Update any field of the pass once: that creates the copy. Then try again.',
  };
}

function otherNotFound({ text, code }: ErrorResponse): MappedFields {
  return { kind: 'notFound', message: `Not found: ${text || code}`, hint: CHECK_THE_ID };
}

function badgeNotPublished({ code }: ErrorResponse): MappedFields | undefined {
  if (code !== 'not_published') return undefined;
  return {
    kind: 'conflict',
    message: 'The badge is not published, so nobody can be invited to it',
    hint: 'Publish the badge in the dashboard, or choose a published one.',
  };
}

function otherConflict({ text, code, body: { passCount } }: ErrorResponse): MappedFields {
  return {
    kind: 'conflict',
    message: text && text !== code ? text : `The service rejected this request: ${code}`,
    hint: 'Check the current state in the dashboard, then try again.',
    details: { passCount },
  };
}

function imageUrlTimedOut({ text }: ErrorResponse): MappedFields | undefined {
  if (!text.startsWith('Upstream timeout')) return undefined;
  return {
    kind: 'invalidInput',
    message: 'The service could not fetch the image: its URL did not respond in time',
    hint: 'Check that the URL is public and responds within 10 seconds, or upload the image as a file.',
  };
}

/** The error for a status alone, if no rule applies or the response is not from the service. */
function byStatus(status: number, text = ''): MappedFields {
  if (status === 429) {
    // Gateways also send this status. Either way the request was not processed.
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
      hint: "Enter the final URL of the service in 'Base URL' of the connection settings.",
    };
  }
  if (status >= 500 || status === 408 || text) {
    const problem =
      status >= 500 ? 'The service is not available' : 'The service rejected this request';
    return {
      kind: 'unavailable',
      message: `${problem} (status ${status})${text ? `: ${text}` : ''}`,
      hint: 'Try again in a few minutes.',
    };
  }
  const isTooLarge = [413, 414, 431].includes(status);
  return {
    kind: 'unavailable',
    message: `The response did not come from the service (status ${status})`,
    hint: isTooLarge
      ? 'A proxy or firewall rejects requests of this size. Use a smaller file or fewer values.'
      : "Check 'Base URL' in the connection settings, and whether a proxy or firewall blocks the request.",
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
