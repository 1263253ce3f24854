/** Maps error responses (docs/service.md#errors) to errors. */

import { CHECK_THE_ID, type ErrorFields, ServiceError } from '../errors/serviceError';
import { suggestedPreset } from '../service/presets';
import { SCOPES } from '../service/scopes';
import { quoted } from '../service/text';
import { KEY_PREFIX } from '../service/vocabulary';
import { type ErrorResponse, errorResponse } from './errorResponse';
import { retryAfterMs } from './retryAfter';
import { isOutage } from './retryPolicy';
import type { Missing, ServiceCall } from './serviceCall';
import { type TransportResponse, isRedirect } from './transport';

type MappedFields = Omit<ErrorFields, 'status' | 'code'>;

/** What the rules know of the call. */
type CallFacts = Pick<ServiceCall<unknown>, 'canBeMissing' | 'sendsUrl'>;

/** Recognizes one way in which the service refuses a call; `undefined` for all other responses. */
type ErrorRule = (response: ErrorResponse, call: CallFacts) => MappedFields | undefined;

/**
 * The rules of each status; the first one that recognizes a response applies. They recognize only the documented
 * refusals of this very call, because a proxy can send any response, even after the service has processed the
 * request. So words that a proxy might use, too, count only on calls that declare them.
 */
const RULES: Readonly<Record<number, readonly ErrorRule[]>> = {
  400: [invalidValues],
  401: [wrongKey],
  402: [planLimit],
  403: [
    missingScope,
    ownerActionWithScopedKey,
    badgesNotEnabled,
    badgeNotCreatable,
    missingFile,
    namedResourceMissing,
  ],
  404: [missingFile, missingInWalletB, namedResourceMissing],
  409: [badgeNotPublished, templateHasPasses],
  413: [invalidValues],
  414: [invalidValues],
  422: [invalidValues],
  431: [invalidValues],
  504: [imageUrlTimedOut],
};

/** The responses that report something as missing, or as belonging to another account. */
const NOT_FOUND_RESPONSES: Readonly<Record<Missing, readonly { status: number; text: string }[]>> =
  {
    // Its text has the ID: missingFile.
    file: [],
    pass: [{ status: 404, text: 'Pass not found' }],
    resource: [{ status: 404, text: 'Resource not found' }],
    templateToIssue: [
      {
        status: 403,
        text: "You don't have permission to access this resource or resource does not exist",
      },
    ],
    badge: [
      { status: 404, text: 'not found' },
      { status: 403, text: 'forbidden' },
    ],
  };

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
  return new ServiceError({
    ...(error ? applyRules(error, call) : errorForStatus(status)),
    status,
    code: error?.code,
    retryAfterMs: [429, 503].includes(status) ? retryAfterMs(headers, now) : undefined,
  });
}

function applyRules(response: ErrorResponse, call: CallFacts): MappedFields {
  for (const rule of RULES[response.status] ?? []) {
    const fields = rule(response, call);
    if (fields) return fields;
  }
  return errorForStatus(response.status, response.text || response.code);
}

function invalidValues({ text, code }: ErrorResponse): MappedFields {
  return {
    kind: 'invalidInput',
    message: `The service rejected the values: ${text || code}`,
    hint: 'Correct the inputs that this message is about, and run this again. Nothing was changed by this request.',
  };
}

function wrongKey({ text }: ErrorResponse): MappedFields | undefined {
  if (text !== 'Invalid API key' && text !== 'You are not authorized for this action') {
    return undefined;
  }
  return {
    kind: 'wrongKey',
    message: 'The service rejected this API key',
    hint: `Check the API key of this {connection}: it starts with ${KEY_PREFIX}. It may be mistyped, rotated or disabled. The account owner creates keys in the dashboard, under API keys.`,
  };
}

const PLAN_FEATURES = new Map([
  ['templates', 'another template'],
  ['templateType', 'this template type'],
  ['geofences', 'this many locations'],
]);

function planLimit({
  text,
  code,
  body: { feature, reason },
}: ErrorResponse): MappedFields | undefined {
  const isAboutApiKeys = text.startsWith('API keys is available');
  if (code !== 'upgrade_required' && !isAboutApiKeys) return undefined;
  const featureName =
    typeof feature === 'string' ? (PLAN_FEATURES.get(feature) ?? 'this') : 'more passes';
  const quotedReason = typeof reason === 'string' ? ` The service says: ${reason}` : '';
  return {
    kind: 'planLimit',
    message: isAboutApiKeys
      ? "The account's plan does not include API keys"
      : `The account's plan does not allow ${featureName}`,
    hint: `The account owner can change the plan in the dashboard.${quotedReason}`,
    details: { feature: plain(feature), reason: plain(reason) },
  };
}

function missingScope({ text }: ErrorResponse): MappedFields | undefined {
  const scope = /Missing permission:\s*([\w.]+)/.exec(text)?.[1];
  if (scope === undefined) return undefined;
  return {
    kind: 'missingScope',
    scope,
    message: `This API key lacks the scope ${scope}`,
    hint: `${keyWithScope(scope)}, and enter it in the {connection}.`,
  };
}

/** Names what to ask for, so that the next key does not lack the scope again. */
function keyWithScope(scope: string): string {
  const known = SCOPES.find((one) => one === scope);
  if (!known) return 'Ask the account owner for a key that also has this scope';
  const preset = suggestedPreset([[known]]);
  return preset
    ? `Ask the account owner for a key that also has this scope (preset ${preset}, or a custom key)`
    : 'Of the presets, only Full access has it. Ask the account owner for a custom key that also has this scope';
}

function ownerActionWithScopedKey({ text }: ErrorResponse): MappedFields | undefined {
  if (!text.includes('cannot perform owner actions')) return undefined;
  return {
    kind: 'missingScope',
    scope: 'Full access',
    message: 'Only a Full access key can manage API keys',
    hint: "Use a key created with the preset Full access. Scoped keys can't list, create or change keys.",
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
    message: "Access badges can't be created through the API",
    hint: 'Design and publish the badge in the dashboard, or choose another template type.',
  };
}

function missingFile(
  { status, text }: ErrorResponse,
  { canBeMissing }: CallFacts,
): MappedFields | undefined {
  if (!canBeMissing?.includes('file')) return undefined;
  const fileId = /^File (\S+) (?:not found|does not belong)/.exec(text)?.[1];
  if (fileId === undefined) return undefined;
  const problem = status === 403 ? 'does not belong to this account' : 'not found';
  return {
    kind: 'notFound',
    field: 'fileId',
    message: `File ${problem}: ${quoted(fileId)}`,
    hint: CHECK_THE_ID,
  };
}

/** The service documents the words, and not whether they are the text or the code. */
function namedResourceMissing(
  { status, text, code = '' }: ErrorResponse,
  { canBeMissing = [] }: CallFacts,
): MappedFields | undefined {
  const responses = canBeMissing.flatMap((name) => NOT_FOUND_RESPONSES[name]);
  const isKnown = responses.some(
    (known) => known.status === status && [text, code].includes(known.text),
  );
  if (!isKnown) return undefined;
  return {
    kind: 'notFound',
    message: status === 403 ? 'Not found in this account' : `Not found: ${text || code}`,
    hint: CHECK_THE_ID,
  };
}

function missingInWalletB({ text }: ErrorResponse): MappedFields | undefined {
  if (!text.startsWith('Google Wallet object not found')) return undefined;
  return {
    kind: 'conflict',
    message: "This pass doesn't exist in Wallet B yet",
    hint: 'Update any field of the pass once, which adds it to Wallet B (Android). Then try again.',
  };
}

/** Why nobody can be invited to a badge. */
export const BADGE_NOT_PUBLISHED = {
  kind: 'conflict',
  message: 'The badge is not published, so nobody can be invited to it',
  hint: 'Publish the badge in the dashboard, or choose a published one.',
} as const satisfies MappedFields;

function badgeNotPublished({ code }: ErrorResponse): MappedFields | undefined {
  return code === 'not_published' ? BADGE_NOT_PUBLISHED : undefined;
}

function templateHasPasses({
  text,
  code,
  body: { passCount },
}: ErrorResponse): MappedFields | undefined {
  if (code !== 'template_has_passes') return undefined;
  return {
    kind: 'conflict',
    message: text && text !== code ? text : 'The template has passes',
    hint: 'Check the current state in the dashboard, then try again.',
    details: { passCount: plain(passCount) },
  };
}

/** A text or number of the service; nothing else belongs into an error. */
function plain(value: unknown): string | number | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function imageUrlTimedOut(
  { text }: ErrorResponse,
  { sendsUrl }: CallFacts,
): MappedFields | undefined {
  if (!sendsUrl || !text.startsWith('Upstream timeout')) return undefined;
  return {
    kind: 'invalidInput',
    message: 'The service could not fetch the image: its URL did not respond in time',
    hint: 'Check that the URL is public and responds within 10 seconds, or upload the image as a file.',
  };
}

/** The error for a status, with the service's words, if no rule recognizes the response. */
function errorForStatus(status: number, text = ''): MappedFields {
  if (status === 429) {
    // Gateways also send this status. Either way the request was not processed.
    return {
      kind: 'rateLimited',
      message: 'The service is rate limiting requests',
      hint: 'Nothing was changed by this request. Run it again later.',
    };
  }
  if (isRedirect({ status })) {
    return {
      kind: 'unavailable',
      message: `'Base URL' redirects to another URL (status ${status}). Redirects are not followed, so that the API key is never sent to another host`,
      hint: "Enter the final URL of the service in 'Base URL' of the {connection}.",
    };
  }
  const reason = text ? `: ${text}` : '';
  if (isOutage(status)) {
    const problem =
      status === 408 ? 'The service did not respond in time' : 'The service is not available';
    return {
      kind: 'unavailable',
      message: `${problem} (status ${status})${reason}`,
      hint: 'Try again in a few minutes.',
    };
  }
  if (text) {
    return {
      kind: 'unavailable',
      message: `Unexpected response (status ${status})${reason}`,
      hint: "Check 'Base URL' in the {connection}, whether a proxy or firewall blocks the request, and what this API key may do.",
    };
  }
  const isTooLarge = [413, 414, 431].includes(status);
  return {
    kind: 'unavailable',
    message: isTooLarge
      ? `The request is too large for a proxy or firewall (status ${status})`
      : `The server at 'Base URL' isn't a wallet pass service (status ${status})`,
    hint: isTooLarge
      ? 'Use a smaller file or fewer values.'
      : "Check 'Base URL' in the {connection}, and whether a proxy or firewall blocks the request.",
  };
}
