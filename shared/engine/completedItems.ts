import { ServiceError, isServiceError } from '../errors/serviceError';
import type { ErrorFields } from '../errors/serviceError';
import type { Operation } from '../operations/operation';
import type { ItemResult } from './runItems';

/**
 * The items that earlier attempts of the same run have completed. A platform that retries a failed
 * run repeats it with all its items: completed ones must not run again, nor those with an unknown
 * outcome that a second request could double.
 */
export interface CompletedItems<R> {
  /** The result of an earlier attempt; throws if it ended with an outcome that must not be repeated. */
  result(index: number): R | undefined;
  succeed(index: number, result: R): void;
  /** @returns the error to report: a later failure does not settle an earlier unknown outcome */
  fail(index: number, thrown: unknown): unknown;
  /** Result of an item in earlier attempts, for a report on items that this one did not start. */
  status(index: number): ItemResult<R> | undefined;
  /**
   * Forgets everything unless another attempt follows: results may hold secrets, and the platform
   * may store what is left here.
   */
  finish(mayRetry: boolean): void;
}

/** All attempts of one run so far; JSON. */
export interface Attempts<R> {
  runIndex: number;
  count: number;
  results: Record<number, R>;
  /** Errors of items with an unknown outcome. */
  unknown: Record<number, ErrorFields>;
}

/** Storage of a platform for the attempts of a run; must survive from one attempt to the next. */
export interface AttemptStore<R> {
  load(): Attempts<R> | undefined;
  /** Must store the object itself, not a copy: it is changed in place. */
  save(attempts: Attempts<R> | undefined): void;
  /** Which run of the step this is, if a loop runs it several times. */
  runIndex: number;
  maxAttempts: number;
}

/**
 * Remembers the completed items of a run. Call once per attempt, before anything can fail.
 * @param store `undefined` if the platform will not retry the run. Reads are simply repeated.
 */
export function createCompletedItems<R>(
  { effect }: Operation,
  store: AttemptStore<R> | undefined,
): CompletedItems<R> {
  if (!store || effect === 'read') return noCompletedItems();
  const { runIndex, maxAttempts } = store;
  const stored = store.load();
  // In a loop, the next round runs the step again with other items.
  const attempts: Attempts<R> =
    stored?.runIndex === runIndex ? stored : { runIndex, count: 0, results: {}, unknown: {} };
  attempts.count += 1;
  store.save(attempts);
  const { results, unknown } = attempts;
  return {
    result(index) {
      const error = unknown[index];
      if (error && !error.safeToRepeat) throw new ServiceError(error);
      return results[index];
    },
    succeed(index, result) {
      results[index] = result;
    },
    fail(index, thrown) {
      const earlier = unknown[index];
      if (isServiceError(thrown, 'outcomeUnknown')) unknown[index] = thrown.toFields();
      else if (earlier && isServiceError(thrown)) return stillUnknown(earlier, thrown);
      return thrown;
    },
    status(index) {
      const value = results[index];
      if (value !== undefined) return { state: 'done', value };
      const error = unknown[index];
      return error && { state: 'failed', error: new ServiceError(error) };
    },
    finish(mayRetry) {
      if (!mayRetry || attempts.count >= maxAttempts) store.save(undefined);
    },
  };
}

function noCompletedItems<R>(): CompletedItems<R> {
  return {
    result: () => undefined,
    succeed: () => {},
    fail: (_index, thrown) => thrown,
    status: () => undefined,
    finish: () => {},
  };
}

/** The earlier attempt may have succeeded, which can cause this later error. */
function stillUnknown(earlier: ErrorFields, { message, hint }: ServiceError): ServiceError {
  return new ServiceError({
    ...earlier,
    message: `${earlier.message}. A later attempt: ${message}`,
    hint,
  });
}
