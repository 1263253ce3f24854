import { ServiceError, isServiceError, messageOf, type ErrorFields } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { ListResult, Operation, OperationResult } from '../operations/operation';
import type { Note } from '../operations/notes';

/** What the attempts of one run have done so far; JSON. */
interface SavedAttempts {
  /** The operation of the step. Somebody may change it before a retry. */
  operation: string;
  runIndex: number;
  count: number;
  /** IDs of the passes that the list of the first attempt lacked. */
  unlistedIds?: string[];
  results: Record<number, { value: OperationResult; notes: readonly Note[] }>;
  /** Errors of items with an unknown outcome. */
  unknown: Record<number, ErrorFields>;
  /** Results of a list operation that belong to no item. */
  listOutputs?: Output[];
}

/** How an item ended that an earlier attempt sent: done, or with an unknown outcome. */
export type EarlierResult =
  | { state: 'done'; value: OperationResult; notes: readonly Note[] }
  | { state: 'failed'; error: ServiceError };

/** How a platform retries a failed run: it repeats the run with all its items. */
export interface RunRetries {
  /** Data that survives from one attempt to the next. It is changed in place, so it must not be a copy. */
  store: { walletPassAttempts?: SavedAttempts };
  /** Which run of the step this is, if a loop runs it several times. */
  runIndex: number;
  maxAttempts: number;
}

/**
 * Remembers how items ended in earlier attempts of the same run. Completed items must not run again, nor items with an
 * unknown outcome that a second request could double. Create it once per attempt, before anything can fail.
 */
export class Attempts {
  readonly #retries: RunRetries | undefined;
  readonly #saved: SavedAttempts | undefined;

  /** @param retries `undefined` if the platform will not retry the run. Reads need no memory: they are repeated */
  constructor({ resource, key, effect }: Operation, retries: RunRetries | undefined) {
    if (!retries || effect === 'read') return;
    const { store, runIndex } = retries;
    const operation = `${resource}.${key}`;
    const stored = store.walletPassAttempts;
    // In a loop, the next round runs the step again with other items.
    const isSameRun = stored?.runIndex === runIndex && stored.operation === operation;
    this.#saved = isSameRun ? stored : { operation, runIndex, count: 0, results: {}, unknown: {} };
    this.#saved.count += 1;
    this.#retries = retries;
    store.walletPassAttempts = this.#saved;
  }

  /**
   * Drops the IDs that the first attempt of the run did not have: those passes were issued since. The first attempt
   * stores its IDs, and keeps all of them.
   */
  limitToFirstAttempt(ids: readonly string[]): ReadonlySet<string> {
    if (!this.#saved) return new Set(ids);
    const first = new Set((this.#saved.unlistedIds ??= [...ids]));
    return new Set(ids.filter((id) => first.has(id)));
  }

  recordSuccess(index: number, value: OperationResult, notes: readonly Note[]): void {
    if (this.#saved) this.#saved.results[index] = { value, notes };
  }

  /** @returns the error to report: if an earlier attempt left the outcome unknown, still that one */
  recordFailure(index: number, thrown: unknown): unknown {
    if (!this.#saved) return thrown;
    const { unknown } = this.#saved;
    const earlier = unknown[index];
    const mayNotRepeat = isServiceError(thrown) && thrown.safeToRepeat === false;
    if (mayNotRepeat || isServiceError(thrown, 'outcomeUnknown'))
      unknown[index] = thrown.toFields();
    else if (earlier) return stillUnknown(earlier, thrown);
    return thrown;
  }

  /** How earlier attempts ended for an item. */
  earlierResult(index: number): EarlierResult | undefined {
    const done = this.#saved?.results[index];
    if (done) return { state: 'done', ...done };
    const error = this.#saved?.unknown[index];
    return error && { state: 'failed', error: new ServiceError(error) };
  }

  /** Adds the results of earlier attempts, because a retry neither repeats nor finds what they have done. */
  addListResults(results: readonly ListResult[]): ListResult[] {
    if (!this.#saved) return [...results];
    const outputs = results.flatMap((result) => (result.state === 'done' ? [result.value] : []));
    const ids = new Set(outputs.map(({ id }) => id));
    const earlier = (this.#saved.listOutputs ?? []).filter(({ id }) => !ids.has(id));
    this.#saved.listOutputs = [...earlier, ...outputs];
    return [...earlier.map((value): ListResult => ({ state: 'done', value })), ...results];
  }

  /**
   * Forgets everything unless another attempt follows, because results may hold secrets, and the platform may keep
   * them.
   */
  endAttempt({ mayRetry }: { mayRetry: boolean }): void {
    if (!this.#retries || !this.#saved) return;
    const { store, maxAttempts } = this.#retries;
    if (!mayRetry || this.#saved.count >= maxAttempts) delete store.walletPassAttempts;
  }
}

/** The earlier attempt may have succeeded, which can cause this later error. */
function stillUnknown(earlier: ErrorFields, thrown: unknown): ServiceError {
  return new ServiceError({
    ...earlier,
    message: `${earlier.message}. A later attempt: ${messageOf(thrown)}`,
    ...(isServiceError(thrown) && { fix: thrown.fix }),
  });
}
