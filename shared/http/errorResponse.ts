import type { TransportResponse } from './transport';

/** An error response of the service. Some responses have their code in `error`. */
export interface ErrorResponse {
  status: number;
  /** `error`; empty if there is only a code. */
  text: string;
  code?: string;
  body: Record<string, unknown>;
}

/** Parses a JSON body; `undefined` if it is empty or not JSON, e.g. the HTML page of a proxy. */
export function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
