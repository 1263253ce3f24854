import type { ZodType, ZodTypeDef } from 'zod';

import type { Retry } from './retryPolicy';
import type { FormBody, HttpMethod } from './transport';
import type { Query } from './url';

/** One call to the service. Its response is parsed into a `T`. */
export type ServiceCall<T> = CallOptions<T> & (ReadCall | WriteCall);

/** Changes nothing, so it is always idempotent. */
interface ReadCall {
  method: 'GET';
  retry?: undefined;
}

interface WriteCall {
  method: Exclude<HttpMethod, 'GET'>;
  retry: Retry;
  /** Set if it changes nothing, like a GET. */
  readOnly?: true;
}

/**
 * Something that a call names and that may be missing. Each has its own answers, which mean nothing on a call
 * that does not declare it (docs/service.md#errors).
 */
export type Missing =
  | 'pass'
  /** A template or an API key; on `PATCH /pass`, the pass. */
  | 'resource'
  /** All templates of a `POST /pass`. */
  | 'templateToIssue'
  /** A badge, its holder, or a badge pass. */
  | 'badge';

interface CallOptions<T> {
  /** Path with encoded parameters, e.g. `` path`/templates/${id}` ``. */
  path: string;
  query?: Query;
  json?: unknown;
  /** Multipart body with a file, instead of JSON. */
  form?: FormBody;
  /** What the service may report as missing. */
  canBeMissing?: readonly Missing[];
  /** Set if the service fetches a URL for this call. */
  sendsUrl?: true;
  /** On a retry, treat 404 as success: an earlier attempt deleted it. */
  notFoundMeansDeleted?: boolean;
  /** Parses the response body: JSON by a schema, anything else as a stream. */
  parser: JsonSchema<T> | StreamParser<T>;
}

/** Whether the call changes nothing, so that a lost response leaves nothing unknown. */
export function isRead(call: ServiceCall<unknown>): boolean {
  return call.method === 'GET' || call.readOnly === true;
}

/** Schema of a response body; tolerates unknown fields. */
export type JsonSchema<T> = ZodType<T, ZodTypeDef, unknown>;

/**
 * Reads a streamed body. Called again on every retry; its result counts only if the whole body
 * arrived.
 */
export type StreamParser<T> = (chunks: AsyncIterable<Uint8Array>) => Promise<T>;
