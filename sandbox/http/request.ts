import { authenticate, type Caller } from '../auth/caller';
import { badRequest } from '../errors';
import { KEY_HEADER } from '../../shared/service/vocabulary';
import type { ApiContext } from './env';

/**
 * The caller of a request.
 * @param keyHeaderOnly true on endpoints that read only `X-API-Key`
 * @throws ServiceError 401
 */
export function callerOf(c: ApiContext, { keyHeaderOnly = false } = {}): Caller {
  const credentials = {
    apiKey: c.req.header(KEY_HEADER),
    authorization: c.req.header('Authorization'),
  };
  const caller = authenticate(c.get('state'), credentials, keyHeaderOnly);
  c.get('logged').keyLabel = caller.key.preset ?? caller.key.label;
  return caller;
}

/** Whether the body is a form with files; its handler reads it. */
export function isMultipart(c: ApiContext): boolean {
  return c.req.header('Content-Type')?.toLowerCase().startsWith('multipart/') === true;
}

/**
 * The JSON object of a request body; `{}` when there is no body.
 * @throws ServiceError 400 if the body is not a JSON object, or not sent as JSON
 */
export function jsonBody(c: ApiContext): Record<string, unknown> {
  const text = c.get('bodyText');
  if (text.trim() === '' && !isMultipart(c)) return {};
  if (!/^application\/([\w.-]+\+)?json\b/i.test(c.req.header('Content-Type') ?? '')) {
    throw badRequest('Send the body as JSON with Content-Type: application/json.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The request body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw badRequest('The request body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}
