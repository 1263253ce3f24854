/** What an operation declares whose items are one list: Sync List. */

import type { ServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { Context } from './context';

/** An operation whose items are one list, which also says something about what is in no item. */
export interface WholeList<I> {
  /** Keys of inputs that must have the same value for all items of a run. */
  sameForAll: readonly string[];
  /**
   * Judges the list when all items are prepared, before anything is sent.
   * @returns what follows when all items are done; `undefined` if nothing does
   * @throws {import('../errors/serviceError').ServiceError} if nothing may be sent
   */
  plan(context: Context, run: ListRun<I>): Promise<ListPlan | undefined>;
}

/** A list before it is sent. */
export interface ListRun<I> {
  items: readonly ListItem<I>[];
  /** Whether it only previews: then nothing may be changed. */
  isPreview: boolean;
  /** Whether an earlier attempt has sent items. */
  isRetry: boolean;
  /** Why the platform may have given the run only a part of the list. */
  doubt: ListDoubt | undefined;
  /** Those of these IDs that the first attempt of the run has given, too. The first attempt keeps all. */
  keepThoseOfFirstAttempt(ids: readonly string[]): ReadonlySet<string>;
}

/** An item of a list before it is sent. */
export interface ListItem<I> {
  /** Without what was refused. */
  values: Partial<I>;
  /** The keys of inputs that were refused; none if the item cannot be read at all. */
  refusedKeys: ReadonlySet<string>;
  /** Whether it is refused for what it gives; not if only the passes are against it. */
  isRefused: boolean;
}

/** Why a run may have only a part of a list. */
export type ListDoubt = Pick<ServiceError, 'message' | 'hint'>;

/** What is planned for what is in no item. */
export interface ListPlan {
  /** What a person should know of a preview. */
  notes: readonly string[];
  /**
   * Sends it, when all items are done.
   * @param run how many items failed; whether another run was noticed that issues passes with the same external IDs
   * @returns results that belong to no item
   * @throws {import('../errors/serviceError').ServiceError} if it did nothing
   */
  send(run: { failedCount: number; hasOtherRun: boolean }): Promise<ListResult[]>;
}

/** A result of a list that belongs to no item. */
export type ListResult =
  | { state: 'done'; value: Output }
  /** `ofRun`: the error is about the run, not about one object. */
  | { state: 'failed'; error: unknown; ofRun?: true };
