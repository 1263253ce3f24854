/**
 * The only door to the network. n8n brings `httpRequestWithAuthentication`, Zapier `z.request`,
 * tests and scripts undici. A transport adds the API key, never follows a redirect, and never
 * throws: whatever happened is told in its result.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResult>;

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface TransportRequest {
  method: HttpMethod;
  /** Absolute address, query included. */
  url: string;
  /** Everything but the key header, which is the transport's business. */
  headers: Record<string, string>;
  /** Body, sent as JSON. */
  json?: unknown;
  /** Body, sent as `multipart/form-data`; the file goes in the form field `file`. */
  form?: FormBody;
  timeoutMs: number;
  /**
   * Asks for the body of a 2xx answer as it comes in, see `streamedAnswer`: how long its next part
   * may take, ms.
   */
  nextPartMs?: () => number;
}

export interface FormBody {
  /** `undefined` ones are left out. */
  fields: Record<string, string | undefined>;
  file: { name: string; mimeType: string; content: Uint8Array };
}

/** A form body as the platform's own `FormData`; whoever sends it sets the boundary. */
export function formData({ fields, file }: FormBody): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value);
  }
  form.append(
    'file',
    new Blob([file.content as Uint8Array<ArrayBuffer>], { type: file.mimeType }),
    file.name,
  );
  return form;
}

export interface TransportResponse {
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  /** Body as text, `''` where there was none. */
  body: string;
  /** The body instead, as it comes in, where that was asked for. Reading it throws if it breaks off. */
  chunks?: AsyncIterable<Uint8Array>;
}

export type TransportResult =
  | { arrived: true; response: TransportResponse }
  | {
      arrived: false;
      /**
       * Whether the service may have seen the request. `no` only where no connection was made:
       * then sending it again is safe for every call.
       */
      sent: 'no' | 'maybe';
      /** What the network said, for people: `connection refused`, `no response in time`. */
      reason: string;
    };

/** Error codes of Node and its HTTP clients that prove that no connection was made. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  EHOSTUNREACH: 'host is unreachable',
  ENETUNREACH: 'network is unreachable',
  ECONNRESET: 'connection closed before a response arrived',
  UND_ERR_SOCKET: 'connection closed before a response arrived',
  EPIPE: 'connection closed before a response arrived',
  ETIMEDOUT: 'no response in time',
  ECONNABORTED: 'no response in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  UND_ERR_BODY_TIMEOUT: 'no response in time',
  CERT_HAS_EXPIRED: 'the certificate of the host has expired',
};

/**
 * Turns whatever an HTTP client threw into a result. Looks for a network code on the thrown
 * value and along its chain of causes; without one the request may have been sent.
 */
export function networkFailure(thrown: unknown): TransportResult {
  const code = networkCode(thrown);
  return {
    arrived: false,
    sent: code !== undefined && NEVER_SENT.has(code) ? 'no' : 'maybe',
    reason: (code !== undefined && REASONS[code]) || describe(thrown, code),
  };
}

function describe(thrown: unknown, code: string | undefined): string {
  if (isNamed(thrown, 'TimeoutError') || isNamed(thrown, 'AbortError'))
    return 'no response in time';
  return code === undefined ? 'the connection was lost' : `the connection was lost (${code})`;
}

function isNamed(thrown: unknown, name: string): boolean {
  return typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === name;
}

function networkCode(thrown: unknown, depth = 0): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || depth > 5) return undefined;
  const { code, cause, context, httpCode } = thrown as Record<string, unknown>;
  if (isNetworkCode(code)) return code;
  const deeper = networkCode(cause, depth + 1) ?? networkCode(context, depth + 1);
  // n8n 1 keeps no cause; it leaves the code where other errors have the status of an answer.
  return deeper ?? (isNetworkCode(httpCode) ? httpCode : undefined);
}

function isNetworkCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value);
}
