import { type EndpointKey, listScopes, strictestRetry } from '../api/endpoints';
import { boolean, holdsIds, type InputFields, type InputOf } from '../fields';
import type { Output, OutputField, OutputFields } from '../fields/output';
import type { Retry } from '../http/retryPolicy';
import type { ServiceError } from '../errors/serviceError';
import type { ExternalIdRef, PassLookup, PassRef } from '../service/requests';
import type { Scope } from '../service/scopes';
import type { Context } from './context';
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
  /** Sentence case, with the resource, without articles: `Issue pass`. */
  action: string;
  /** One sentence for people and AI tools: n8n shows two lines. */
  description: string;
  /** What the reference says in addition: costs, limits, details. */
  details?: string;
  effect: Effect;
  /** What it changes: items, and steps on Zapier, that change the same one run one at a time. */
  serialBy?: SerialBy;
  /**
   * Set if `prepare` reads what the operation changes: each item is then prepared again when its turn comes.
   */
  refreshPlanBeforeRun?: true;
  /** The endpoints that it needs; without those of an option, and those that it can do without. */
  endpoints: readonly EndpointKey[];
  /** Scopes the API key needs: those of its endpoints. */
  scopes: readonly Scope[];
  /**
   * How to retry after a request with an unknown result (docs/service.md#what-may-be-retried): as the
   * endpoints say, unless it depends on the input.
   */
  retry: Retry | RetryByInput<ResolvedInput<F>>;
  /** Set if runs take thousands of items: n8n then offers to limit how many are sent, and how long they wait. */
  longRuns?: true;
  /** Set if the items of a run are one list: one that is missing says something, too. */
  list?: ListPhases;
  /** Set if n8n offers the same through other operations (`find` = Get and Search). */
  zapierOnly?: true;
  /** Its names on Zapier; absent if it is not offered there. */
  zapier?: ZapierNames;
  input: F;
  output: OutputShape;
  /** Set if it offers {@link previewOnly}: what each of its requests would do to its object. */
  preview?: Preview;
  /**
   * The external IDs that {@link run} looks up before it issues passes; none if it issues without a lookup. In a run
   * with many items, each belongs to one person.
   */
  idsToLookUp?(input: InputOf<F>): readonly ExternalIdRef[];
  /**
   * Resolves and checks everything before anything is sent: conflicting inputs, values that do not match the
   * template. Runs before {@link run}, or for all items before the first one if one bad item must stop the
   * whole run; so the plan holds no file content. Reading a refused input throws its error, so
   * destructure the input after the checks that do not need all of it.
   * @returns the plan for {@link run}. Default: the input
   * @throws {import('../errors/serviceError').ServiceError} naming every input that is refused
   */
  prepare?(context: Context, input: ResolvedInput<F>): unknown;
  /**
   * Sends the plan.
   * @throws {import('../errors/serviceError').ServiceError}
   */
  run(context: Context, plan: unknown): Promise<OperationResult>;
}

/** The parsed input, once the pass that it names is found. */
type ResolvedInput<F> = {
  [K in keyof InputOf<F>]: InputOf<F>[K] extends PassRef | PassLookup ? PassRef : InputOf<F>[K];
};

/** How a result is described without sending anything (`shared/run/preview.ts`). */
export interface Preview<P = never> {
  /** In place of that of the endpoint: `voided`. */
  wouldBe?: string;
  /** What a person should know of that request in addition to its values. */
  details?(context: Context, plan: P): Output | Promise<Output>;
}

interface RetryByInput<I> {
  /** When each behavior applies, for the documentation: `With a message`. */
  cases: Partial<Record<Retry, string>>;
  of(input: I): Retry;
}

/** A group of operations; each is a folder of declarations. */
export interface Resource {
  /** n8n's value of Resource. Published: never renamed. */
  key: string;
  /** Singular, Title Case. */
  label: string;
  /** What one of them is. */
  description: string;
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
  /**
   * At the top of the step. Each sentence can stand alone; what a test does comes first, in bold: Zapier's test runs the
   * step.
   */
  note?: string;
  /** Output fields that only repeat an input; not returned on Zapier. */
  omit?: readonly string[];
  /** For a search: return one result with the list under this key, instead of one result per entry. */
  list?: { key: string; label: string };
  /** Set on a search if Zapier offers to create the object if none is found. */
  orCreate?: FindOrCreate;
}

/** A search paired with the action that creates the missing object. */
interface FindOrCreate {
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

/** One object or a list, as declared; a file is written to {@link Context.fileSink}. */
export type OperationResult = Output | Output[];

/** Of an operation whose items are one list: a result that belongs to no item. */
export type ListResult =
  | { state: 'done'; value: Output }
  /** `isAboutRun`: the error is about the run, not about one object. */
  | { state: 'failed'; error: unknown; isAboutRun?: true };

/** An item of a list before it is sent. */
export interface ListItem {
  /** Without what was refused. */
  values: Record<string, unknown>;
  /** The keys of inputs that were refused; none if the item cannot be read at all. */
  refusedKeys: ReadonlySet<string>;
  /** Whether it is refused for what it gives; not if only what exists is against it. */
  isRefused: boolean;
}

/** Why a run may have only a part of a list. */
export type ListDoubt = Pick<ServiceError, 'message' | 'hint'>;

/** A list before it is sent. */
export interface ListRun {
  items: readonly ListItem[];
  /** Whether it only previews: then nothing may be changed. */
  isPreview: boolean;
  /** Whether an earlier attempt has sent items. */
  isRetry: boolean;
  /** Why the platform may have given the run only a part of the list. */
  doubt: ListDoubt | undefined;
  /** Those of these IDs that the first attempt of the run has given, too. The first attempt keeps all. */
  limitToFirstAttempt(ids: readonly string[]): ReadonlySet<string>;
}

/** What an operation does whose items are one list: judged before anything is sent, finished when all items are done. */
export interface ListPhases<P = never> {
  /** Keys of inputs that must have the same value for all items. */
  sameForAll: readonly string[];
  /** What only one list may decide about at a time. */
  serialKeys(items: readonly ListItem[]): string[];
  /**
   * @returns `undefined` if nothing follows the items
   * @throws {ServiceError} if anything is against the list: then nothing is sent
   */
  plan(context: Context, run: ListRun): Promise<unknown>;
  /**
   * @param failedCount how many items failed
   * @returns results that belong to no item
   * @throws {ServiceError} if it did nothing
   */
  finish(context: Context, run: ListRun, plan: P, failedCount: number): Promise<ListResult[]>;
}

/** Argument of {@link defineOperation}. */
type Declaration<F extends InputFields, P> = Omit<
  Operation<F>,
  'retry' | 'scopes' | 'serialBy' | 'preview' | 'prepare' | 'run'
> & {
  preview?: Preview<P>;
  /** Only one for which the operation has the inputs. */
  serialBy?: SerialByOf<ResolvedInput<NoInfer<F>>>;
  /** Only if it depends on the input. */
  retry?: RetryByInput<ResolvedInput<NoInfer<F>>>;
  run(context: Context, plan: P): Promise<OperationResult>;
};

/** Defines an operation; the type of the input is inferred from `input`, that of the plan from `prepare`. */
export function defineOperation<F extends InputFields, P>(
  declaration: {
    /** `previewOnly`: what an operation with a preview has in addition to the declared inputs. */
    prepare(
      context: Context,
      input: ResolvedInput<NoInfer<F>> & { previewOnly?: boolean },
    ): P | Promise<P>;
  } & Declaration<F, NoInfer<P>>,
): Operation<F>;
export function defineOperation<F extends InputFields>(
  declaration: { prepare?: never } & Declaration<F, ResolvedInput<NoInfer<F>>>,
): Operation<F>;
export function defineOperation<F extends InputFields>(
  declaration: Pick<Operation<F>, 'prepare'> & Declaration<F, unknown>,
): Operation<F> {
  const { endpoints, input, preview } = declaration;
  return {
    ...declaration,
    input: preview ? { ...input, previewOnly } : input,
    scopes: listScopes(endpoints),
    retry: declaration.retry ?? strictestRetry(endpoints),
  };
}

/** Input of every operation with a preview. A typo must not send anything, so a mapped value must not be empty. */
const previewOnly = boolean({
  label: 'Preview Only',
  default: false,
  mappedEmptyHint: 'Map true or false, or clear the mapping to send.',
  description: 'show what would happen, and change nothing',
  onZapier: 'Set it to No before you publish.',
  hint: 'Use it while testing',
});

/** All output fields: the declared ones, those of a preview and, if an input is an ID, the list of trimmed inputs. */
export function outputFields({ input, output, preview }: Operation): OutputFields {
  return {
    ...output.fields,
    ...(output.returns !== 'many' && holdsIds(input) && { trimmedInputs }),
    ...(preview && previewFields),
  };
}

/** Beside the values of the request, whose keys depend on it. */
const previewFields = {
  preview: { label: 'Preview', type: 'boolean' },
  wouldBe: { label: 'Expected Outcome', type: 'string' },
} satisfies OutputFields;

const trimmedInputs: OutputField = {
  label: 'Trimmed Inputs',
  type: 'list',
  items: 'string',
  omitFromSimplified: true,
};
