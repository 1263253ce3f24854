/** Recognizes the service's error responses (docs/service.md#errors). */

import { CHECK_THE_ID, type ErrorFields } from '../errors/serviceError';
import { parseJson, isRecord } from '../runtime/records';
import { suggestedPreset } from '../service/presets';
import { SCOPES } from '../service/scopes';
import { quoted } from '../service/text';
import type { ServiceCall } from './serviceCall';
import type { TransportResponse } from './transport';

/** An error response of the service. Some responses have their code in `error`. */
interface ErrorResponse {
  status: number;
  /** `error` of the response, even if it is a code; empty if the response has only `code`. */
  text: string;
  code?: string;
  body: Record<string, unknown>;
}

/** `undefined` if the response cannot be from the service, which always sends JSON with `error` or `code`. */
export function errorResponse({
  status,
  body: content,
}: TransportResponse): ErrorResponse | undefined {
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

/** An error without its status and code. */
export type MappedFields = Omit<ErrorFields, 'status' | 'code'>;

/** The parts of a call that the rules use. */
export type CallFacts = Pick<ServiceCall<unknown>, 'ifMissing' | 'namesFiles' | 'sendsUrl'>;

/** Recognizes one way in which the service refuses a call. */
type ErrorRule = (response: ErrorResponse, call: CallFacts) => MappedFields | false | undefined;

const invalidValues: ErrorRule = ({ text, code }) => ({
  kind: 'invalidInput',
  message: `The service rejected the values: ${text || code}`,
  fix: 'Correct the inputs that this message is about, and run this again. Nothing was changed by this request.',
});

const wrongKey: ErrorRule = ({ text }) =>
  ['Invalid API key', 'You are not authorized for this action'].includes(text) && {
    kind: 'wrongKey',
    message: 'The service rejected this API key',
    fix: 'It may have a typo, or have been replaced or turned off. Copy it again and enter it in this {connection}, or ask the account owner for a new one (dashboard, API keys).',
  };

const PLAN_FEATURES = new Map([
  ['templates', 'another template'],
  ['templateType', 'this template type'],
  ['geofences', 'this many locations'],
]);

const planLimit: ErrorRule = ({ text, code, body: { feature, reason } }) => {
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
    fix: `The account owner can change the plan in the dashboard.${quotedReason}`,
    details: { feature, reason },
  };
};

const missingScope: ErrorRule = ({ text }) => {
  const scope = /Missing permission:\s*([\w.]+)/.exec(text)?.[1];
  if (scope === undefined) return undefined;
  return {
    kind: 'missingScope',
    scope,
    message: `This API key lacks the scope ${scope}`,
    fix: keyWithScopes([scope]),
  };
};

/**
 * Names what to ask for, so that the next key does not lack a scope again.
 * @param scopes all that are needed
 */
export function keyWithScopes(scopes: readonly string[]): string {
  const [these, it] =
    scopes.length === 1
      ? ['also has this scope', 'it']
      : [
          `has all scopes that this {step} needs: ${scopes.slice(0, -1).join(', ')} and ${scopes.at(-1)}`,
          'them',
        ];
  const known = SCOPES.filter((one) => scopes.includes(one));
  const preset = suggestedPreset(known.map((scope) => [scope]));
  const key =
    known.length < scopes.length
      ? `Ask the account owner for a key that ${these}`
      : preset
        ? `Ask the account owner for a key that ${these} (preset ${preset}, or a custom key)`
        : `Of the presets, only Full access has ${it}. Ask the account owner for a custom key that ${these}`;
  return `${key}, and enter it in the {connection}.`;
}

const ownerActionWithScopedKey: ErrorRule = ({ text }) =>
  text.includes('cannot perform owner actions') && {
    kind: 'missingScope',
    scope: 'Full access',
    message: 'Only a Full access key can manage API keys',
    fix: "Use a key created with the preset Full access. Scoped keys can't list, create or change keys.",
  };

const badgesNotEnabled: ErrorRule = ({ text }) =>
  text.includes('badges not enabled') && {
    kind: 'planLimit',
    message: 'Access badges are not enabled for this account',
    fix: 'Ask the account owner to have access badges enabled, or use an API key of an account that has them.',
  };

const badgeNotCreatable: ErrorRule = ({ code }) =>
  code === 'access_badge_not_creatable_here' && {
    kind: 'invalidInput',
    message: "Access badges can't be created through the API",
    fix: 'Design and publish the badge in the dashboard, or choose another template type.',
  };

const missingFile: ErrorRule = ({ status, text }, { namesFiles }) => {
  if (!namesFiles) return undefined;
  const fileId = /^File (\S+) (?:not found|does not belong)/.exec(text)?.[1];
  if (fileId === undefined) return undefined;
  const problem = status === 403 ? 'does not belong to this account' : 'not found';
  return {
    kind: 'notFound',
    field: 'fileId',
    message: `File ${problem}: ${quoted(fileId)}`,
    fix: CHECK_THE_ID,
  };
};

/** The service documents the words, but not whether they are the text or the code. */
const missingObject: ErrorRule = ({ status, text, code = '' }, { ifMissing }) => {
  if (!ifMissing) return undefined;
  const { responses, field, message, fix } = ifMissing;
  const isMissing = responses.some(
    (response) => response.status === status && [text, code].includes(response.text),
  );
  return isMissing && { kind: 'notFound', field, message, fix };
};

const missingInWalletB: ErrorRule = ({ text }) =>
  text.startsWith('Google Wallet object not found') && {
    kind: 'conflict',
    message: "This pass doesn't exist in Wallet B yet",
    fix: 'Update any field of the pass once, which adds it to Wallet B (Android). Then try again.',
  };

/** Why nobody can be invited to a badge. */
export const BADGE_NOT_PUBLISHED = {
  kind: 'conflict',
  message: 'The badge is not published, so nobody can be invited to it',
  fix: 'Publish the badge in the dashboard, or choose a published one.',
} as const satisfies MappedFields;

const badgeNotPublished: ErrorRule = ({ code }) => code === 'not_published' && BADGE_NOT_PUBLISHED;

const templateHasPasses: ErrorRule = ({ text, code, body: { passCount } }) =>
  code === 'template_has_passes' && {
    kind: 'conflict',
    message: text && text !== code ? text : 'The template has passes',
    fix: 'Check the current state in the dashboard, then try again.',
    details: { passCount },
  };

const imageUrlTimedOut: ErrorRule = ({ text }, { sendsUrl = false }) =>
  sendsUrl &&
  text.startsWith('Upstream timeout') && {
    kind: 'invalidInput',
    message: 'The service could not fetch the image: its URL did not respond in time',
    fix: 'Check that the URL is public and responds within 10 seconds, or upload the image as a file.',
  };

/**
 * The rules of each status; the first rule that recognizes a response applies. Of 400, 413, 414, 422 and 431, every
 * response in the service's format is a refusal. Other statuses count only with the documented words, because a proxy
 * can send them after the service has processed the request. Words that a proxy might also use count only on calls that
 * declare them.
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
    missingObject,
  ],
  404: [missingFile, missingInWalletB, missingObject],
  409: [badgeNotPublished, templateHasPasses],
  413: [invalidValues],
  414: [invalidValues],
  422: [invalidValues],
  431: [invalidValues],
  504: [imageUrlTimedOut],
};

/** The error of a documented refusal of this very call; `undefined` for all other responses. */
export function documentedRefusal(
  response: ErrorResponse,
  call: CallFacts,
): MappedFields | undefined {
  for (const rule of RULES[response.status] ?? []) {
    const fields = rule(response, call);
    if (fields) return fields;
  }
  return undefined;
}
