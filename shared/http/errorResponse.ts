import { parseDeepJson } from '../runtime/parseJson';
import { isRecord } from '../runtime/records';
import type { TransportResponse } from './transport';

/** An error response of the service. Some responses have their code in `error`. */
export interface ErrorResponse {
  status: number;
  /** `error`; empty if there is only a code. */
  text: string;
  code?: string;
  /** Its values can be anything, nested to any depth. */
  body: Record<string, unknown>;
}

/** `undefined` if the response cannot be from the service, which always sends JSON with `error` or `code`. */
export function errorResponse({
  status,
  body: content,
}: TransportResponse): ErrorResponse | undefined {
  const body = parseDeepJson(content);
  if (!isRecord(body)) return undefined;
  const text = typeof body.error === 'string' ? body.error : '';
  const code = typeof body.code === 'string' ? body.code : codeIn(text);
  return text || code ? { status, text, code, body } : undefined;
}

/** Some responses have a code in `error`: `not_published`, `users_list_failed`. */
function codeIn(text: string): string | undefined {
  return /^[a-z]+(_[a-z]+)+$/.test(text) ? text : undefined;
}
