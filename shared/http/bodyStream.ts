import { ServiceError } from '../errors/serviceError';
import type { TransportResponse } from './transport';

/** A body while it comes in, and how to let go of it at once. */
export interface BodySource {
  chunks: AsyncIterable<Uint8Array>;
  destroy: () => void;
}

/**
 * An answer whose body is read as it comes in; that of a refusal is short and is read at once.
 * @param nextPartMs how long the next part of the body may take, ms; asked for every part
 * @throws whatever the body's stream throws
 */
export async function streamedAnswer(
  head: Pick<TransportResponse, 'status' | 'headers'>,
  source: BodySource,
  nextPartMs: () => number,
): Promise<TransportResponse> {
  const chunks = inTime(source, nextPartMs);
  const isWanted = head.status >= 200 && head.status < 300;
  return isWanted ? { ...head, body: '', chunks } : { ...head, body: await textOf(chunks) };
}

/**
 * A body that cannot come to a stand: HTTP clients watch the time only until an answer begins. What
 * a slow reader takes is not counted as the service's. Reading throws a `TimeoutError`.
 */
function inTime(
  { chunks, destroy }: BodySource,
  nextPartMs: () => number,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const parts = chunks[Symbol.asyncIterator]();
      return {
        next: () =>
          within(parts.next(), nextPartMs()).catch((thrown: unknown) => {
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

function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const signal = AbortSignal.timeout(Math.max(0, ms));
  return new Promise<T>((resolve, reject) => {
    const late = () => reject(signal.reason as Error);
    signal.addEventListener('abort', late);
    // Else the signal would hold on to every part until its time is over.
    const settled = () => signal.removeEventListener('abort', late);
    promise.then(resolve, reject).then(settled, settled);
  });
}

/** For an HTTP client that ends requests by a signal: until an answer has begun, and on demand. */
export interface RequestTimer {
  signal: AbortSignal;
  /** The answer has begun: from here on `streamedAnswer` watches the time. */
  begun: () => void;
  stop: () => void;
}

export function requestTimer(timeoutMs: number): RequestTimer {
  const controller = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  const late = () => controller.abort(timeout.reason);
  timeout.addEventListener('abort', late);
  return {
    signal: controller.signal,
    begun: () => timeout.removeEventListener('abort', late),
    stop: () => controller.abort(),
  };
}

/** What a reader made of a body, or threw; or that there was only a part of it, whatever was made of it. */
type Read<T> = { value: T } | { thrown: unknown } | { brokeOff: ServiceError };

/** Lets `reader` read the body of an answer once. Never throws. */
export async function readBody<T>(
  { chunks, body }: TransportResponse,
  reader: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<Read<T>> {
  const parts = (chunks ?? one(body))[Symbol.asyncIterator]();
  const broken: ServiceError[] = [];
  const next = () =>
    parts.next().catch((thrown: unknown) => {
      const failure = cutShort(thrown);
      broken.push(failure);
      throw failure;
    });
  const read = await reader({ [Symbol.asyncIterator]: () => ({ next }) }).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  // A reader that stopped early has no use for the rest.
  await parts.return?.();
  const [brokeOff] = broken;
  return brokeOff ? { brokeOff } : read;
}

function cutShort(thrown: unknown): ServiceError {
  const isLate = (thrown as Error | undefined)?.name === 'TimeoutError';
  const why = isLate ? 'the rest did not arrive in time' : 'the connection was closed';
  return new ServiceError({
    kind: 'unavailable',
    message: `The response ended before it was complete: ${why}`,
    hint: 'The partial data was discarded. Nothing was changed. Try again in a few minutes.',
  });
}

async function* one(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(text);
}

/** Far more than a refusal says. */
const LONGEST_REFUSAL = 64 * 1024;

/** The beginning of a body as text; one without an end is let go. */
async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > LONGEST_REFUSAL) break;
  }
  return text.slice(0, LONGEST_REFUSAL);
}
