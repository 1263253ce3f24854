import {
  isSuccess,
  networkFailure,
  type TransportRequest,
  type TransportResponse,
  type TransportResult,
} from './transport';

/** A response whose body has not been read yet. */
export interface OpenResponse {
  status: number;
  /** Names in lowercase. */
  headers: Record<string, string>;
  /** The decompressed body. */
  chunks: AsyncIterable<Uint8Array>;
  /** Closes the connection, if aborting the signal is not enough. */
  destroy?: () => void;
}

const MIB = 1024 * 1024;
/** Far longer than any page of a list. */
export const MAX_BODY_MIB = 64;
/** Far longer than any error response. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Sends one request of any transport and reads its response, with limits for time and size: a broken service must not
 * keep a run waiting, or fill the memory of the platform.
 *
 * - The whole response has to arrive within `timeoutMs`. For a streamed body, this limits only the beginning; every
 *   chunk has its own limit.
 * - A body that is longer than `MAX_BODY_MIB` is not read to its end, see `TransportResponse.isTooLong`. For an error
 *   response, only the beginning is read. The reader of a streamed body limits its size.
 *
 * The attempt is aborted by its time limit, by the limit of a chunk, by the caller's signal, or by a reader that stops.
 * This ends the wait for the response, the reading of the body, and the connection.
 *
 * @param open sends the request and resolves when the response begins; the signal aborts at the time limit
 * @returns never rejects
 */
export function limitedRequest(
  { timeoutMs, stream }: Pick<TransportRequest, 'timeoutMs' | 'stream'>,
  open: (signal: AbortSignal) => Promise<OpenResponse>,
): Promise<TransportResult> {
  const attempt = new AbortController();
  const { signal } = attempt;
  const stopTimer = abortAfter(attempt, timeoutMs);
  const stopListening = stream?.signal ? abortWith(attempt, stream.signal) : () => {};
  const stopTimerAndListener = () => {
    stopTimer();
    stopListening();
  };

  async function send(): Promise<TransportResponse> {
    const opening = open(signal);
    // Aborting does not close every response, least of all a response that begins later.
    const closeResponse = () => void opening.then(({ destroy }) => destroy?.()).catch(() => {});
    signal.addEventListener('abort', closeResponse, { once: true });
    const { status, headers, chunks } = await orAborted(signal, opening);
    const head = { status, headers };
    if (stream && isSuccess(head)) {
      // The reader decides how long the body takes, chunk by chunk.
      stopTimer();
      const read = limitedChunks(chunks, attempt, stream.idleTimeoutMs, stopTimerAndListener);
      return { ...head, body: '', chunks: read };
    }
    const maxBytes = isSuccess(head) ? MAX_BODY_MIB * MIB : MAX_ERROR_BYTES;
    const { text, isCut } = await readText(limitedChunks(chunks, attempt), maxBytes);
    stopTimerAndListener();
    if (isCut && isSuccess(head)) return { ...head, body: '', isTooLong: true };
    return { ...head, body: text };
  }

  return send().then(
    (response) => ({ ok: true, response }),
    (thrown: unknown) => {
      stopTimerAndListener();
      return networkFailure(signal.aborted ? signal.reason : thrown);
    },
  );
}

/**
 * The chunks of a body, until the attempt is aborted. A reader that stops early aborts it.
 * @param chunkTimeoutMs longest wait for the next chunk, ms; called for every chunk. Excludes the time that the reader
 *   takes. Default: only the limit of the attempt
 * @param onEnd called at the end, or when the reader stops
 */
function limitedChunks(
  chunks: AsyncIterable<Uint8Array>,
  attempt: AbortController,
  chunkTimeoutMs?: () => number,
  onEnd: () => void = () => {},
): AsyncIterable<Uint8Array> {
  async function next(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
    const stopTimer = chunkTimeoutMs ? abortAfter(attempt, chunkTimeoutMs()) : () => {};
    const result = await orAborted(attempt.signal, iterator.next()).finally(stopTimer);
    if (result.done) onEnd();
    return result;
  }

  return {
    [Symbol.asyncIterator]() {
      const iterator = chunks[Symbol.asyncIterator]();
      return {
        next: () => next(iterator),
        return() {
          onEnd();
          attempt.abort();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
}

/** The beginning of a body as text. `isCut` if the body is longer; the connection is then closed. */
async function readText(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk.subarray(0, maxBytes - bytes), { stream: true });
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}

/** Aborts the attempt after a time. @returns stops the timer */
function abortAfter(attempt: AbortController, ms: number): () => void {
  if (ms > 0) return abortWith(attempt, AbortSignal.timeout(ms));
  attempt.abort(new DOMException('No time is left', 'TimeoutError'));
  return () => {};
}

/** Aborts the attempt together with a signal. @returns stops that, and frees what the signal holds */
function abortWith(attempt: AbortController, signal: AbortSignal): () => void {
  const abort = () => attempt.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort);
  return () => signal.removeEventListener('abort', abort);
}

/** Rejects with the reason of the signal once it aborts, even if `work` ignores it. */
function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort);
    // Otherwise, the signal would keep every chunk in memory.
    const removeListener = () => signal.removeEventListener('abort', onAbort);
    work.then(resolve, reject).then(removeListener, removeListener);
  });
}
