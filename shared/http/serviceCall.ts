import type { ZodType, ZodTypeDef } from 'zod';

import type { PassRef } from '../service/requests';
import type { RetryableRequest } from './retryPolicy';
import type { FormBody } from './transport';
import type { Query } from './url';

/** The object of a call, and the error if it does not exist. */
export interface MissingObject {
  /** Responses with which the service reports it. On a call about another object, they mean nothing. */
  responses: readonly { status: number; text: string }[];
  /** Key of the input that names the object. */
  field: string;
  message: string;
  fix: string;
}

/** The part of a call that its endpoint determines (shared/api/endpoints.ts). */
export interface EndpointCall extends RetryableRequest {
  /** Its row in shared/api/endpoints.ts. */
  endpoint?: string;
  /** Path with encoded parameters, e.g. `/templates/4f1d`. */
  path: string;
  /** Set if it changes nothing, although it is not a GET. */
  readOnly?: true;
  ifMissing?: MissingObject;
  /** Set if it names files, e.g. images of a design, which the service reports as missing in its own words. */
  namesFiles?: true;
  /** On a retry, treat 404 as success: an earlier attempt deleted it. */
  notFoundMeansDeleted?: boolean;
}

/** One call to the service, whose response is read as a `T`. */
export type ServiceCall<T> = CallInput & (JsonResponse<T> | StreamedResponse<T>);

interface CallInput extends EndpointCall {
  query?: Query;
  json?: unknown;
  /** Multipart body with a file, instead of JSON. */
  form?: FormBody;
  /** The pass that it changes, or sends a message about. */
  pass?: PassRef;
  /** Set if it goes to `otherBaseUrl`, which is on the same host. */
  atOtherBaseUrl?: true;
  /** Set if the service fetches a URL for this call. */
  sendsUrl?: true;
}

interface JsonResponse<T> {
  schema: JsonSchema<T>;
  readStream?: undefined;
}

interface StreamedResponse<T> {
  schema?: undefined;
  readStream: StreamReader<T>;
}

/** Whether the call changes nothing, so that a lost response is harmless. */
export function isRead(call: ServiceCall<unknown>): boolean {
  return call.method === 'GET' || call.readOnly === true;
}

/** Schema of a response body; tolerates unknown fields. */
export type JsonSchema<T> = ZodType<T, ZodTypeDef, unknown>;

/** Reads a streamed body. Called again on every retry. Its result is used only if the whole body arrived. */
export type StreamReader<T> = (chunks: AsyncIterable<Uint8Array>) => Promise<T>;
