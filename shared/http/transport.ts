import { isRecord } from '../runtime/records';

/**
 * The only access to the network. n8n's transport uses `httpRequestWithAuthentication`, Zapier's
 * `z.request`, tests `fetch`. A transport adds the API key, does not follow redirects, and reads responses
 * with `limitedRequest`. Never throws; network failures are part of the result.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResult>;

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface TransportRequest {
  method: HttpMethod;
  /** Absolute URL including the query. */
  url: string;
  /** All headers except the API key, which the transport adds. */
  headers: Record<string, string>;
  /** Sent as a JSON body. */
  json?: unknown;
  /** Sent as `multipart/form-data`. */
  form?: FormBody;
  /** Longest wait for the response, ms; of a streamed body only for its beginning. */
  timeoutMs: number;
  /** Requests a streamed body, see `limitedRequest`. */
  stream?: StreamOptions;
}

interface StreamOptions {
  /** Longest wait for the next chunk, ms; called for every chunk. */
  idleTimeoutMs: () => number;
  /** Once aborted, the request ends. That is safe, because reading a file changes nothing, and it may take long. */
  signal?: AbortSignal;
}

export interface FormBody {
  /** `undefined` fields are omitted. */
  fields: Record<string, string | undefined>;
  /** Sent in the form field `file`. */
  file: { name: string; mimeType: string; content: Uint8Array };
}

/** A form body as the runtime's `FormData`; the HTTP client sets the boundary. */
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
  /** Names in lowercase. */
  headers: Record<string, string>;
  /** Body as text; empty if there is none. */
  body: string;
  /** Set if the body of a successful response was longer than any of the service, and was not read; `body` is empty. */
  isTooLong?: true;
  /** Streamed body, present if requested; iterating throws if the connection drops. */
  chunks?: AsyncIterable<Uint8Array>;
}

export type TransportResult = { ok: true; response: TransportResponse } | NetworkFailure;

export interface NetworkFailure {
  ok: false;
  /**
   * Whether the service may have received the request: `no` only if no connection was made, so
   * that every request may be sent again.
   */
  sent: 'no' | 'maybe';
  /** Shown to people: `connection refused`, `no response in time`. */
  reason: string;
  /** Set if the server does not speak TLS, so waiting does not help. */
  withoutTls?: true;
}

const UNTRUSTED = 'the certificate of the host is not trusted';

/** Error codes of Node and its HTTP clients that prove that no connection was made. */
const NO_CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found',
  EHOSTUNREACH: 'host is unreachable',
  ENETUNREACH: 'network is unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
  CERT_HAS_EXPIRED: 'the certificate of the host has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no HTTPS connection was possible',
};

/** Codes after which the service may have received the request. */
const CONNECTION_LOST: Readonly<Record<string, string>> = {
  ECONNRESET: 'connection closed before a response arrived',
  UND_ERR_SOCKET: 'connection closed before a response arrived',
  EPIPE: 'connection closed before a response arrived',
  ETIMEDOUT: 'no response in time',
  ECONNABORTED: 'no response in time',
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  UND_ERR_BODY_TIMEOUT: 'no response in time',
  EPROTO: 'no HTTPS connection was possible',
};

/** A server without TLS at an https:// URL. Node's `https` reports EPROTO, also for later failures of TLS. */
const WITHOUT_TLS = ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER'];

/**
 * Result for an error of an HTTP client. Searches the error and its causes for a network code. If it finds none, the
 * request may have been sent.
 */
export function networkFailure(thrown: unknown): NetworkFailure {
  const code = networkCode(thrown) ?? '';
  return {
    ok: false,
    sent: code in NO_CONNECTION ? 'no' : 'maybe',
    reason: NO_CONNECTION[code] ?? CONNECTION_LOST[code] ?? fallbackReason(thrown, code),
    ...(WITHOUT_TLS.includes(code) && { withoutTls: true }),
  };
}

function fallbackReason(thrown: unknown, code: string): string {
  if (isRecord(thrown) && ['TimeoutError', 'AbortError'].includes(String(thrown.name))) {
    return 'no response in time';
  }
  return code === '' ? 'the connection was lost' : `the connection was lost (${code})`;
}

function networkCode(thrown: unknown, depth = 0): string | undefined {
  if (!isRecord(thrown) || depth > 5) return undefined;
  const { code, cause, context, httpCode } = thrown;
  if (isNetworkCode(code)) return code;
  const deeper = networkCode(cause, depth + 1) ?? networkCode(context, depth + 1);
  // n8n 1 drops the cause and puts the code into `httpCode`, which otherwise holds a status.
  return deeper ?? (isNetworkCode(httpCode) ? httpCode : undefined);
}

function isNetworkCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z][A-Z0-9_]+$/.test(value);
}

/** Whether the status is 2xx. */
export function isSuccess({ status }: Pick<TransportResponse, 'status'>): boolean {
  return status >= 200 && status < 300;
}

/** Whether a response names another URL. The request may have been processed nevertheless. */
export function isRedirect({ status }: Pick<TransportResponse, 'status'>): boolean {
  return status >= 300 && status < 400;
}
