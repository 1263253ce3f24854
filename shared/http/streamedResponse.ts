import { isSuccess, type StreamOptions, type TransportResponse } from './transport';

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
