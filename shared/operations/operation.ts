import type { EndpointKey } from '../api/endpoints';
import { scopesOf, strictestRetry } from '../api/endpoints';
import type { ExternalIdRef, ExternalIds } from '../api/externalIdIndex';
import type { PassRowReader } from '../api/passRows';
import type { TemplateReader } from '../api/templateReader';
import { holdsIds } from '../fields';
import type { InputFields, InputOf } from '../fields';
import type { Output, OutputField, OutputFields } from '../fields/output';
import type { ServiceClient } from '../http/client';
import type { Retry } from '../http/retryPolicy';
import type { Scope } from '../service/scopes';
import type { SerialBy, SerialByOf } from './serialBy';

/**
 * An operation of the service, declared once. Both platforms derive everything about it from here.
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
  /** For people and AI tools. */
  description: string;
  effect: Effect;
  /** What it changes: items, and steps on Zapier, that change the same one run one at a time. */
  serialBy?: SerialBy;
  /** The endpoints that it needs; without those of an option, and those that it can do without. */
  endpoints: readonly EndpointKey[];
  /** Scopes the API key needs: those of its endpoints. */
  scopes: readonly Scope[];
  /**
   * How to retry after a request with an unknown result (docs/service.md#what-may-be-retried): as the
   * endpoints say, unless it depends on the input.
   */
  retry: Retry | RetryByInput<InputOf<F>>;
  /** Set if n8n offers the same through other operations (`find` = Get and Search). */
  zapierOnly?: true;
  /** Its names on Zapier; absent if it is not offered there. */
  zapier?: ZapierNames;
  input: F;
  output: OutputShape;
  /**
   * The external ID of which {@link run} issues a pass only if there is none; `undefined` if there is no such
   * check.
   */
  issuesIfNew?(input: InputOf<F>): ExternalIdRef | undefined;
  /**
   * Checks before anything is sent, in addition to those of each input: conflicting inputs, values that
   * do not match the template. Run before {@link run}, or for all items before the first one if one bad
   * item must stop the whole run.
   */
  checks?: readonly InputCheck<InputOf<NoInfer<F>>>[];
  /** @throws {import('../errors/serviceError').ServiceError} */
  run(context: OperationContext, input: InputOf<F>): Promise<OperationResult>;
}

interface RetryByInput<I> {
  /** When each behavior applies, for the documentation: `With a message`. */
  cases: Partial<Record<Retry, string>>;
  of(input: I): Retry;
}

/** A check of several inputs together. */
export interface InputCheck<I> {
  /** Keys of the inputs it reads; it is skipped if one of them is already refused. */
  inputs: readonly string[];
  /** Set if {@link Operation.run} does the same before it writes, so that files are not read twice. */
  repeatedByRun?: true;
  /** @throws {import('../errors/serviceError').ServiceError} naming every input that is refused */
  run(context: OperationContext, input: I): void | Promise<void>;
}

/** A group of operations; each is a folder of declarations. */
export interface Resource {
  /** n8n's value of Resource. Published: never renamed. */
  key: string;
  /** Singular, Title Case. */
  label: string;
  /** The most common one first: forms start with it. */
  operations: readonly Operation[];
}

/** `read` changes nothing; `write` changes data; `send` reaches people; `destroy` cannot be undone. */
export type Effect = 'read' | 'write' | 'send' | 'destroy';

/** Key and texts of an operation on Zapier, which lists single actions and searches. */
export interface ZapierNames {
  kind: 'create' | 'search';
  /** Published: never renamed. */
  key: string;
  /** Title Case: `Issue Pass`. */
  label: string;
  /** Singular noun: `Pass`. */
  noun: string;
  /** Third person with a full stop: `Issues a pass … .` */
  description: string;
  /** For a search: return one result with the list under this key, instead of one result per entry. */
  listKey?: string;
  /** Set on a search if Zapier offers to create the object if none is found. */
  orCreate?: FindOrCreate;
}

/** A search paired with the action that creates the missing object. */
export interface FindOrCreate {
  /** Key of the action. Later steps use either result, so both outputs share keys, at least `id`. */
  key: string;
  /** Title Case: `Find or Issue Pass`. */
  label: string;
  /** Third person with a full stop. */
  description: string;
}

/** Declares the output of an operation. */
export interface OutputShape {
  /** Per input item: `one` object; `many`: a list; `file`: one object and a file. */
  returns: 'one' | 'many' | 'file';
  fields: OutputFields;
  /** A realistic example of one result. */
  sample: Record<string, unknown>;
}

/** One object or a list, as declared; a file is written to {@link OperationContext.fileSink}. */
export type OperationResult = Output | Output[];

/**
 * Receives the file of an operation that `returns: 'file'` as a stream, as bytes or as rows. `write` is
 * called again if the connection broke and the request is retried: only the last call counts.
 */
export type FileSink =
  | {
      as: 'file';
      write(about: FileMetadata, content: AsyncIterable<Uint8Array>): Promise<void>;
    }
  | { as: 'rows'; write(rows: AsyncIterable<Output[]>): Promise<void> };

interface FileMetadata {
  name: string;
  mimeType: string;
}

/** Shared by the items of an execution, except `itemKey` and `fileSink`. */
export interface OperationContext {
  client: ServiceClient;
  templates: TemplateReader;
  passRows: PassRowReader;
  /** IANA name of the workflow's or Zap's time zone. */
  timezone: string;
  /** {@link import('../fields').ReadContext.dateConversion} */
  dateConversion?: string;
  /** Unique per item and the same for every attempt in one run; used for idempotency keys. */
  itemKey: string;
  /** Of a run with many items; absent if every pass must be looked up. */
  externalIds?: ExternalIds;
  /** Without one, only metadata of the file is returned. */
  fileSink?: FileSink;
}

/** Argument of {@link defineOperation}. */
type Declaration<F extends InputFields> = Omit<Operation<F>, 'retry' | 'scopes' | 'serialBy'> & {
  /** Only one for which the operation has the inputs. */
  serialBy?: SerialByOf<InputOf<NoInfer<F>>>;
  /** Only if it depends on the input. */
  retry?: RetryByInput<InputOf<NoInfer<F>>>;
};

/** Defines an operation; the type of `run`'s input is inferred from `input`. */
export function defineOperation<F extends InputFields>(declaration: Declaration<F>): Operation<F> {
  const { endpoints } = declaration;
  return {
    ...declaration,
    scopes: scopesOf(endpoints),
    retry: declaration.retry ?? strictestRetry(endpoints),
  };
}

/** All output fields: the declared ones and, if an input is an ID, the list of trimmed inputs. */
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
