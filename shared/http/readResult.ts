import { CHECK_THE_SERVICE, type ServiceError, isServiceError } from '../errors/serviceError';
import { parseJson, isRecord } from '../runtime/records';
import { quoted } from '../service/text';
import * as errors from './clientErrors';
import { toServiceError } from './errorMapping';
import { errorResponse } from './errorRules';
import { MAX_BODY_MIB } from './limitedRequest';
import type { AttemptFailure } from './retryPolicy';
import { type JsonSchema, type ServiceCall, type StreamReader, isRead } from './serviceCall';
import {
  isSuccess,
  type NetworkFailure,
  type TransportResponse,
  type TransportResult,
} from './transport';

/** The value of a call, or the error to report, with how the attempt failed, which decides about a retry. */
type ReadResult<T> = { value: T } | { error: ServiceError; failure: AttemptFailure };

/**
 * Reads the result of one attempt.
 * @param now epoch ms, to read a `Retry-After` date
 * @throws the errors of `readStream`, unchanged
 */
export async function readResult<T>(
  call: ServiceCall<T>,
  result: TransportResult,
  now: number,
): Promise<ReadResult<T>> {
  if (!result.ok) return readNetworkFailure(call, result);
  const { response } = result;
  if (!isSuccess(response)) return readErrorStatus(call, response, now);
  return call.readStream
    ? await readStreamed(call, call.readStream, response)
    : readJson(call, call.schema, response);
}

function readNetworkFailure(
  call: ServiceCall<unknown>,
  networkFailure: NetworkFailure,
): ReadResult<never> {
  const { sent, reason } = networkFailure;
  if (sent === 'no') return { error: errors.notSent(reason), failure: { type: 'notSent' } };
  return {
    error: isRead(call) ? errors.noResponse(networkFailure) : errors.outcomeUnknown(call, reason),
    failure: { type: 'noResponse' },
  };
}

function readErrorStatus(
  call: ServiceCall<unknown>,
  response: TransportResponse,
  now: number,
): ReadResult<never> {
  const { status } = response;
  const error = toServiceError(response, call, now);
  // A proxy can send any response, even after the service has processed the request.
  const isUnclear = isServiceError(error, 'unavailable') && !isRead(call);
  const text = errorResponse(response)?.text;
  return {
    error: isUnclear ? errors.unclearResponse(call, error, response, text) : error,
    failure: { type: 'errorStatus', status, retryAfterMs: error.retryAfterMs },
  };
}

async function readStreamed<T>(
  call: ServiceCall<T>,
  readStream: StreamReader<T>,
  response: TransportResponse,
): Promise<ReadResult<T>> {
  if (response.headers['content-type']?.startsWith('text/html')) {
    await readBody(response, () => Promise.resolve());
    return unexpected(call, response, 'it is a web page', errors.WEB_PAGE);
  }
  return await readBody(response, readStream);
}

function readJson<T>(
  call: ServiceCall<T>,
  schema: JsonSchema<T>,
  response: TransportResponse,
): ReadResult<T> {
  if (response.isTooLong) {
    const problem = `it is longer than ${MAX_BODY_MIB} MiB`;
    return unexpected(call, response, problem, CHECK_THE_SERVICE);
  }
  const json = parseJson(response.body);
  if (json === undefined && !isEmptyOrJson(response)) {
    return unexpected(call, response, 'it is not JSON', errors.WEB_PAGE);
  }
  // The response to a change may have no body, e.g. 204.
  const parsed = schema.safeParse(json ?? (response.body || undefined));
  if (parsed.success) return { value: parsed.data };
  const issue = parsed.error.issues[0];
  const problem = `${placeOf(json, issue?.path ?? [])}: ${issue?.message ?? 'unreadable'}`;
  return unexpected(call, response, problem, json ? CHECK_THE_SERVICE : errors.WEB_PAGE);
}

/** Names a field and, inside a list, its entry: `deviceCount of 'ps_4f1d2a'`. */
function placeOf(body: unknown, path: readonly (string | number)[]): string {
  const end = path.findLastIndex((key) => typeof key === 'number') + 1;
  const entry = path
    .slice(0, end)
    .reduce((value: unknown, key) => (value as Record<string, unknown>)[key], body);
  const owner = end > 0 && isRecord(entry) ? entry.id : undefined;
  if (typeof owner !== 'string') return path.join('.') || 'body';
  return `${path.slice(end).join('.')} of ${quoted(owner)}`;
}

function unexpected(
  call: ServiceCall<unknown>,
  { status }: TransportResponse,
  problem: string,
  fix: string,
): ReadResult<never> {
  return {
    error: errors.unexpectedBody(call, status, problem, fix),
    failure: { type: 'unexpectedBody' },
  };
}

/** False if the response is not from the service, e.g. the page of a proxy. */
function isEmptyOrJson({ body, headers }: TransportResponse): boolean {
  return body.trim() === '' || /\bjson\b/i.test(headers['content-type'] ?? '');
}

/**
 * Lets `parser` read a body once, and closes the connection if the parser stops early. A body that ended early is
 * incomplete, even if the parser accepted it.
 * @throws the parser's errors
 */
async function readBody<T>(
  { chunks, body }: TransportResponse,
  parser: StreamReader<T>,
): Promise<ReadResult<T>> {
  const iterator = (chunks ?? singleChunk(body))[Symbol.asyncIterator]();
  let incomplete: ServiceError | undefined;
  const next = () =>
    iterator.next().catch((thrown: unknown) => {
      incomplete ??= errors.incompleteBody(describeProblem(thrown));
      throw incomplete;
    });
  const reading = parser({ [Symbol.asyncIterator]: () => ({ next }) });
  await Promise.allSettled([reading]);
  await iterator.return?.();
  if (incomplete) return { error: incomplete, failure: { type: 'incompleteBody' } };
  return { value: await reading };
}

function describeProblem(thrown: unknown): string {
  const isTimeout = (thrown as Error | undefined)?.name === 'TimeoutError';
  return isTimeout ? 'the rest did not arrive in time' : 'the connection was closed';
}

async function* singleChunk(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(text);
}
