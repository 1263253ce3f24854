import { type EndpointKey, listScopes, strictestRetry } from '../api/endpoints';
import { boolean, holdsIds, type InputFields, type InputOf } from '../fields';
import type { Output, OutputField, OutputFields } from '../fields/output';
import type { Retry } from '../http/retryPolicy';
import type { ServiceError } from '../errors/serviceError';
import type { ExternalIdRef, PassLookup, PassRef } from '../service/requests';
import type { Scope } from '../service/scopes';
import type { Context } from './context';
import type { SerialBy, SerialByOf } from './serialBy';

/** An operation of the service, declared once. Both platforms derive everything about it from this declaration. */
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
  /** Additional text for the reference: costs, limits, details. */
  details?: string;
  effect: Effect;
  /** The kind of object that it changes. Items, and steps on Zapier, that change the same object run one at a time. */
  serialBy?: SerialBy;
  /** Set if `prepare` reads what the operation changes. Each item is then prepared again right before it runs. */
  refreshPlanBeforeRun?: true;
  /**
   * Endpoints that every call of the operation needs. Endpoints that only an option needs, or that may be refused, are
   * not listed.
   */
  endpoints: readonly EndpointKey[];
  /** Scopes that the API key needs for these endpoints. */
  scopes: readonly Scope[];
  /**
   * How to retry after a request with an unknown result (docs/service.md#what-may-be-retried). Follows from the
   * endpoints, unless it depends on the input.
   */
  retry: Retry | RetryByInput<ResolvedInput<F>>;
  /** Set if runs take thousands of items: n8n then offers to limit how many are sent, and how long they wait. */
  longRuns?: true;
  /** Set if the items of a run form one list, so that a missing item means something, too. */
  list?: ListPhases;
  /** Set if n8n offers the same through other operations (`find` = Get and Search). */
  zapierOnly?: true;
  /**
   * What testing the step does for real, beginning with a verb: `issues a real pass`. Zapier shows it above the step,
   * n8n below Preview Only.
   */
  testEffect?: string;
  /** Names on Zapier; absent if it is not offered there. */
  zapier?: ZapierNames;
  input: F;
  output: OutputShape;
  /** Set if it offers {@link previewOnly}. Describes what its requests would do. */
  preview?: Preview;
  /**
   * The external IDs that {@link run} looks up before it issues passes; none if it issues without a lookup. In a run
   * with many items, each external ID belongs to one person.
   */
  idsToLookUp?(input: InputOf<F>): readonly ExternalIdRef[];
  /**
   * Resolves and checks everything before anything is sent: conflicting inputs, values that do not match the template.
   * Runs before {@link run}, or for all items before the first one if one bad item must stop the whole run; so the plan
   * holds no file content. Reading a refused input throws its error, so destructure the input after the checks that do
   * not need all of it.
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

/** The parsed input, with the pass that it names. */
type ResolvedInput<F> = {
  [K in keyof InputOf<F>]: InputOf<F>[K] extends PassRef | PassLookup ? PassRef : InputOf<F>[K];
};

/** How a result is described without sending anything (`shared/run/preview.ts`). */
export interface Preview<P = never> {
  /** Overrides the `wouldBe` text of the endpoint: `voided`. */
  wouldBe?: string;
  /** Facts about the request that its values do not show. */
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
  /** Describes one object of the resource. */
  description: string;
  /** The most common operation comes first: forms start with it. */
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
  /** Shown at the top of the step, after the effect of a test. Each sentence must make sense alone. */
  intro?: string;
  /** Output fields that only repeat an input; not returned on Zapier. */
  omit?: readonly string[];
  /** For a search: return one result with the list under this key, instead of one result per entry. */
  list?: { key: string; label: string };
  /** Set on a search if Zapier offers to create the object when the search finds none. */
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

/** A result of a list operation that belongs to no item, e.g. a pass that was voided because no item has it. */
export type ListResult =
  | { state: 'done'; value: Output }
  /** `isAboutRun`: the error is about the run, not about one object. */
  | { state: 'failed'; error: unknown; isAboutRun?: true };

/** An item of a list before it is sent. */
export interface ListItem {
  /** The parsed values, without refused inputs. */
  values: Record<string, unknown>;
  /** The keys of refused inputs; empty if the item cannot be read at all. */
  refusedKeys: ReadonlySet<string>;
  /** Whether preparing the item failed, except by a conflict with an existing pass. */
  failedToPrepare: boolean;
}

/** A reason not to trust a list, and what to do. */
export type ListDoubt = Pick<ServiceError, 'message' | 'fix'>;

/** A list before it is sent. */
export interface ListRun {
  items: readonly ListItem[];
  /** Whether the run is a preview, which must not change anything. */
  isPreview: boolean;
  /** Whether an earlier attempt has sent items. */
  isRetry: boolean;
  /** Why the platform may have given the run only a part of the list. */
  doubt: ListDoubt | undefined;
  /**
   * Returns those of the IDs that the first attempt of the run had, too. The first attempt stores its IDs, and gets all
   * of them.
   */
  limitToFirstAttempt(ids: readonly string[]): ReadonlySet<string>;
}

/**
 * The list phases of an operation whose items form one list: `plan` runs before anything is sent, `finish` after all
 * items.
 */
export interface ListPhases<P = never> {
  /** Keys of inputs that must have the same value for all items. */
  sameForAll: readonly string[];
  /** Lock keys of the list. Two runs whose lists have a key in common run one at a time. */
  lockKeys(items: readonly ListItem[]): string[];
  /**
   * @returns `undefined` if nothing follows the items
   * @throws {ServiceError} if the list may not be sent: then nothing is sent
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
  /** Limited to values for which the operation has the inputs. */
  serialBy?: SerialByOf<ResolvedInput<NoInfer<F>>>;
  /** Set only if it depends on the input. */
  retry?: RetryByInput<ResolvedInput<NoInfer<F>>>;
  run(context: Context, plan: P): Promise<OperationResult>;
};

/** Defines an operation. The type of the input is inferred from `input`, and the type of the plan from `prepare`. */
export function defineOperation<F extends InputFields, P>(
  declaration: {
    /** An operation with a preview also has the input `previewOnly`. */
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
  const { endpoints, input, preview, testEffect: tested } = declaration;
  return {
    ...declaration,
    input: preview ? withPreviewOnly(input, tested) : input,
    scopes: listScopes(endpoints),
    retry: declaration.retry ?? strictestRetry(endpoints),
  };
}

/**
 * Adds the input 'Preview Only' after the first input, which names the template or pass. A mapped value must not be
 * empty, because a typo must not send anything.
 */
function withPreviewOnly<F extends InputFields>(input: F, tested: string | undefined): F {
  const previewOnly = boolean({
    label: 'Preview Only',
    default: false,
    notByModel: true,
    mappedEmptyFix: 'Map true or false, or clear the mapping to send.',
    description: 'show what would happen, and change nothing. Turn it off before you go live.',
    ...(tested !== undefined && {
      notice: { when: { previewOnly: [false] }, text: testSentence(tested) },
    }),
  });
  const [first, ...others] = Object.entries(input);
  return Object.fromEntries([
    ...(first ? [first] : []),
    ['previewOnly', previewOnly],
    ...others,
  ]) as F;
}

/** What a test of an operation does, for people. */
export function testSentence(tested: string): string {
  return `Testing this step ${tested}.`;
}

/**
 * All output fields: the declared fields, the fields of a preview and, if an input is an ID, the list of trimmed
 * inputs.
 */
export function outputFields({ input, output, preview }: Operation): OutputFields {
  return {
    ...output.fields,
    ...(output.returns !== 'many' && holdsIds(input) && { trimmedInputs }),
    ...(preview && previewFields),
  };
}

/** Output fields of every preview. The other fields are the values of the request, so they cannot be declared. */
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
