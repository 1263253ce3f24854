import type { ServiceError } from '../errors/serviceError';
import { incompleteBody } from './clientErrors';
import { isSuccess } from './transport';
import type { StreamOptions, TransportResponse } from './transport';

/** A response body, and how to close its connection immediately. */
interface BodySource {
  chunks: AsyncIterable<Uint8Array>;
  destroy: () => void;
}

/**
 * Response with a streamed body. The body of an error response is short and is read immediately.
 * @throws the errors of the body's stream
 */
export async function streamedResponse(
  head: Pick<TransportResponse, 'status' | 'headers'>,
  source: BodySource,
  options: StreamOptions,
): Promise<TransportResponse> {
  const chunks = withIdleTimeout(source, options);
  return isSuccess(head)
    ? { ...head, body: '', chunks }
    : { ...head, body: await firstText(chunks) };
}

/**
 * Idle timeout per chunk: HTTP clients stop measuring when a response begins. Time spent by the
 * consumer does not count. Iterating throws a `TimeoutError`.
 */
function withIdleTimeout(
  { chunks, destroy }: BodySource,
  { idleTimeoutMs }: StreamOptions,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = chunks[Symbol.asyncIterator]();
      return {
        next: () =>
          withTimeout(iterator.next(), idleTimeoutMs()).catch((thrown: unknown) => {
            destroy();
            throw thrown;
          }),
        return: () => {
          destroy();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}

function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  const signal = AbortSignal.timeout(Math.max(0, ms));
  return new Promise<T>((resolve, reject) => {
    const onTimeout = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onTimeout);
    // Otherwise the signal would keep every chunk in memory until it times out.
    const removeListener = () => signal.removeEventListener('abort', onTimeout);
    promise.then(resolve, reject).then(removeListener, removeListener);
  });
}

/** Abort signal for an HTTP client: aborts on timeout until the response begins, or on demand. */
interface RequestTimer {
  signal: AbortSignal;
  /** The response has begun: from now on only `streamedResponse` measures the time. */
  onResponse: () => void;
  abort: () => void;
}

export function requestTimer(timeoutMs: number): RequestTimer {
  const controller = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  const onTimeout = () => controller.abort(timeout.reason);
  timeout.addEventListener('abort', onTimeout);
  return {
    signal: controller.signal,
    onResponse: () => timeout.removeEventListener('abort', onTimeout),
    abort: () => controller.abort(),
  };
}

/** The parser's result or error; `incomplete` if the body ended early, even if the parser succeeded. */
type ReadBody<T> = { value: T } | { thrown: unknown } | { incomplete: ServiceError };

/** Lets `parser` read a body once. Never rejects. */
export async function readBody<T>(
  { chunks, body }: TransportResponse,
  parser: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<ReadBody<T>> {
  const iterator = (chunks ?? singleChunk(body))[Symbol.asyncIterator]();
  let incomplete: ServiceError | undefined;
  const next = () =>
    iterator.next().catch((thrown: unknown) => {
      incomplete ??= incompleteBody(problemOf(thrown));
      throw incomplete;
    });
  const read = await parser({ [Symbol.asyncIterator]: () => ({ next }) }).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  // Closes the connection if the parser stopped early.
  await iterator.return?.();
  return incomplete ? { incomplete } : read;
}

function problemOf(thrown: unknown): string {
  const isTimeout = (thrown as Error | undefined)?.name === 'TimeoutError';
  return isTimeout ? 'the rest did not arrive in time' : 'the connection was closed';
}

async function* singleChunk(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(text);
}

/** Far longer than any error response. */
const MAX_ERROR_LENGTH = 64 * 1024;

/** The beginning of a body as text; closes the connection of one that does not end. */
async function firstText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ERROR_LENGTH) break;
  }
  return text.slice(0, MAX_ERROR_LENGTH);
}
