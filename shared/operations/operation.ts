import type { TemplateReader } from '../api/templateReader';
import { holdsIds } from '../fields';
import type { InputFields, InputOf } from '../fields';
import type { Output, OutputField, OutputFields } from '../fields/output';
import type { ServiceClient } from '../http/client';
import type { Retry } from '../http/retryPolicy';
import type { Scope } from '../service/scopes';

/**
 * An operation of the service, declared once. Both platforms are projections of this: nothing
 * about an operation is stated anywhere else.
 */
export interface Operation<F extends InputFields = InputFields> {
  /** n8n's value of Resource. Published: never renamed. */
  resource: string;
  /** n8n's value of Operation. Published: never renamed. */
  key: string;
  /** Title Case, without the resource: `Issue`. */
  label: string;
  /** Sentence case, with the resource: `Issue a pass`. */
  action: string;
  /** What it does, for people and for AI tools. */
  description: string;
  effect: Effect;
  /** Scopes a key needs for it. */
  scopes: readonly Scope[];
  /**
   * What happens after an unknown result of the request that it is for
   * (docs/service.md#what-may-be-retried). The call reads it from here ({@link RunContext.retry}).
   */
  retry: OperationRetry<InputOf<F>>;
  /** Set if platforms with resources offer the same through other operations (`find` = Get and Search). */
  flatOnly?: true;
  /** Its names on platforms with a flat list of actions and searches, like Zapier; absent if not offered there. */
  flat?: FlatNames;
  input: F;
  output: OutputShape;
  /**
   * Items that must not run at the same time share a lane; `undefined` runs freely. What
   * is about several passes has a lane for each.
   */
  concurrencyKeys?(input: InputOf<F>): string | string[] | undefined;
  /**
   * What can be refused before anything is sent, beyond each input on its own: inputs that do not go
   * together, values that do not fit a template. Always run before {@link run}; for every item first
   * when one bad item is to stop the whole run.
   */
  checks?: readonly InputCheck<InputOf<NoInfer<F>>>[];
  /** @throws {import('../errors/serviceError').ServiceError} */
  run(context: OperationContext, input: InputOf<F>): Promise<OperationResult>;
}

/** One behavior, or one that depends on the input. */
export type OperationRetry<I> = Retry | RetryByInput<I>;

export interface RetryByInput<I> {
  /** Every behavior it may have, and for which input: `With a message`. */
  cases: Partial<Record<Retry, string>>;
  of(input: I): Retry;
}

export interface InputCheck<I> {
  /** The inputs it is about; it is skipped where one of them is refused already. */
  inputs: readonly string[];
  /** Set where {@link Operation.run} does the same before it writes, so that files are not read twice. */
  repeatedByRun?: true;
  /** @throws {import('../errors/serviceError').ServiceError} naming every input that is refused */
  run(context: OperationContext, input: I): void | Promise<void>;
}

/** What operations are about; each is a folder of declarations. */
export interface Resource {
  /** n8n's value of Resource. Published: never renamed. */
  key: string;
  /** Singular, Title Case. */
  label: string;
  operations: readonly Operation[];
}

/** `read` changes nothing; `write` changes data; `send` reaches people; `destroy` cannot be undone. */
export type Effect = 'read' | 'write' | 'send' | 'destroy';

export interface FlatNames {
  kind: 'create' | 'search';
  /** Published: never renamed. */
  key: string;
  /** Title Case: `Issue Pass`. */
  label: string;
  /** Singular noun: `Pass`. */
  noun: string;
  /** Third person with a full stop: `Issues a pass … .` */
  description: string;
}

export interface OutputShape {
  /** `one`: one object an item; `many`: a list; `file`: one object and a file. */
  returns: 'one' | 'many' | 'file';
  fields: OutputFields;
  /** A true example of one result. */
  sample: Record<string, unknown>;
}

/** One object or a list, as declared; a file is handed to {@link OperationContext.file}. */
export type OperationResult = Output | Output[];

/**
 * What becomes of the file of an operation that `returns: 'file'`, while it comes in. `keep` is called
 * again where an answer broke off and is asked for anew: only what came last counts.
 */
export type FileUse =
  | {
      as: 'file';
      keep(about: FileFacts, content: AsyncIterable<Uint8Array>): Promise<void>;
    }
  | { as: 'rows'; keep(rows: AsyncIterable<Output[]>): Promise<void> };

export interface FileFacts {
  name: string;
  mimeType: string;
}

/** What an operation works with; all but `itemKey` is shared by the items of an execution. */
export interface OperationContext {
  client: ServiceClient;
  templates: TemplateReader;
  /** IANA zone of the workflow or Zap. */
  timezone: string;
  /** The same on every try of one item in one run, and unlike that of any other. */
  itemKey: string;
  /** Where its file goes; where there is none, only what the file says is wanted. */
  file?: FileUse;
}

/** What `run` of a declaration works with besides the input. */
export interface RunContext extends OperationContext {
  /** {@link Operation.retry} for this input: the calls read it from here. */
  retry: Retry;
}

/** An operation as it is written down. Reads are idempotent; all others must say how they are retried. */
type Declaration<F extends InputFields, R> = Omit<Operation<F>, 'effect' | 'retry' | 'run'> & {
  run(context: RunContext, input: InputOf<F>): Promise<OperationResult>;
} & ({ effect: 'read'; retry?: undefined } | { effect: Exclude<Effect, 'read'>; retry: R });

/** Makes an operation of its declaration; the input of `run` follows from `input`. */
export function defineOperation<
  F extends InputFields,
  const R extends OperationRetry<InputOf<NoInfer<F>>>,
>(declaration: Declaration<F, R>): Operation<F> & { retry: R } {
  const retry = declaration.retry ?? ('idempotent' as R);
  return {
    ...declaration,
    retry,
    run: (context, input) => declaration.run({ ...context, retry: retryOf(retry, input) }, input),
  };
}

/** What happens after an unknown result where an operation has this input. */
export function retryOf<I>(retry: OperationRetry<I>, input: I): Retry {
  return typeof retry === 'string' ? retry : retry.of(input);
}

/** Every field that an output may have: the declared ones, and where IDs can be trimmed, their names. */
export function outputFields({ input, output }: Operation): OutputFields {
  return output.returns === 'many' || !holdsIds(input)
    ? output.fields
    : { ...output.fields, trimmedInputs };
}

const trimmedInputs: OutputField = {
  label: 'Trimmed Inputs',
  type: 'list',
  items: 'string',
  simple: true,
};
