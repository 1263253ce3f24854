import { ServiceError, invalidInput } from '../errors/serviceError';
import { hasLoneSurrogate, withoutTrailing } from '../service/text';

/** Query parameters; `undefined` parameters are omitted. */
export type Query = Record<string, string | number | boolean | undefined>;

/** Whether a base URL leads to this machine, as in development. */
export function isLocal(url: string): boolean {
  const text = url.trim();
  const { hostname } = URL.canParse(text) ? new URL(text) : { hostname: '' };
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/**
 * Normalizes and checks a base URL: HTTPS (HTTP only for localhost), perhaps a path, no credentials, query,
 * fragment or blanks; trailing slashes are removed.
 * @throws {ServiceError} `invalidInput`
 */
export function normalizeBaseUrl(baseUrl: string): string {
  const text = withoutTrailing(baseUrl.trim(), '/');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && !/[?#\s]/.test(text) && !url.username && !url.password;
  if (isPlain && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(text))))
    return text;
  throw invalidInput(
    'Base URL',
    'baseUrl',
    'must be a URL that starts with https://, without spaces, ?, # or a password',
    "Enter the URL of the service in 'Base URL' of the {connection}, e.g. https://api.example.com or https://api.example.com/api.",
  );
}

/** Path at which many services have their API. A provider may state its URL with or without it. */
const API_PATH = '/api';

/** A base URL without `/api` if it ends with `/api`, or else with `/api` added. The host is always the same. */
export function otherBaseUrl(baseUrl: string): string {
  const hasApiPath = new URL(baseUrl).pathname.endsWith(API_PATH);
  return hasApiPath ? baseUrl.slice(0, -API_PATH.length) : `${baseUrl}${API_PATH}`;
}

/**
 * How to correct a base URL without a service, if the other URL has one.
 * @param isServiceAt checks whether a URL has a service
 */
export async function correctBaseUrl(
  baseUrl: string,
  isServiceAt: (baseUrl: string) => Promise<boolean>,
): Promise<string | undefined> {
  const other = otherBaseUrl(baseUrl);
  if (!(await isServiceAt(other))) return undefined;
  return other.length > baseUrl.length
    ? `Add '${API_PATH}' to the end of 'Base URL': the service is there.`
    : `Remove '${API_PATH}' from the end of 'Base URL': the service is there without it.`;
}

/**
 * Puts an ID into the path of an endpoint, encoded so that it stays one segment.
 * @param template e.g. `/templates/{id}`
 * @throws {ServiceError} `invalidInput` for an ID that cannot be a path segment
 */
export function fillPath(template: string, id = ''): string {
  return template.replace(/\{\w+\}/, () => segment(id));
}

function segment(id: string): string {
  const encoded = encode(id);
  // An empty or dot segment would address a different path.
  if (encoded !== undefined && !['', '.', '..'].includes(id)) return encoded;
  throw new ServiceError({
    kind: 'invalidInput',
    message: `'${id}' is not a valid ID`,
    fix: 'Enter the ID exactly as the service returned it.',
  });
}

/**
 * The query string with its `?`, or an empty string.
 * @throws {ServiceError} `invalidInput` for a value that cannot be encoded
 */
export function queryString(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${queryValue(name, String(value))}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function queryValue(name: string, value: string): string {
  const encoded = encode(value);
  if (encoded !== undefined) return encoded;
  throw new ServiceError({
    kind: 'invalidInput',
    field: name,
    message: `The value for '${name}' contains a broken character`,
    fix: 'An emoji may have been cut in half. Use the complete text.',
  });
}

/** `undefined` for text with a lone surrogate, which has no UTF-8 encoding. */
function encode(text: string): string | undefined {
  return hasLoneSurrogate(text) ? undefined : encodeURIComponent(text);
}
