import type { ServiceError } from '../errors/serviceError';
import { incompleteBody } from './clientErrors';
import type { TransportResponse } from './transport';

/** The parser's result or error; `incomplete` if the body ended early, even if the parser succeeded. */
type ReadBody<T> = { value: T } | { thrown: unknown } | { incomplete: ServiceError };

/** Lets `parser` read a body once, and closes the connection if it stops early. Never rejects. */
export async function readBody<T>(
  { chunks, body }: TransportResponse,
  parser: (chunks: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<ReadBody<T>> {
  const iterator = (chunks ?? singleChunk(body))[Symbol.asyncIterator]();
  let incomplete: ServiceError | undefined;
  const next = () =>
    iterator.next().catch((thrown: unknown) => {
      incomplete ??= incompleteBody(describeProblem(thrown));
      throw incomplete;
    });
  const read = await parser({ [Symbol.asyncIterator]: () => ({ next }) }).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  await iterator.return?.();
  return incomplete ? { incomplete } : read;
}

function describeProblem(thrown: unknown): string {
  const isTimeout = (thrown as Error | undefined)?.name === 'TimeoutError';
  return isTimeout ? 'the rest did not arrive in time' : 'the connection was closed';
}

async function* singleChunk(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(text);
}
