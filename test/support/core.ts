import type { OpenedFile } from '../../shared/fields/file';
import type { Output } from '../../shared/fields/output';
import { type ServiceError, isServiceError } from '../../shared/errors/serviceError';
import type { RawInput } from '../../shared/fields';
import type { Transport } from '../../shared/http/transport';
import type { Clock } from '../../shared/runtime/clock';
import { type ContextOptions, createContext } from '../../shared/operations/context';
import {
  type ListDoubt,
  outputFields,
  type Operation,
  type OperationResult,
} from '../../shared/operations/operation';
import { type Note, type WordedNotes, wordNotes } from '../../shared/operations/notes';
import { Attempts, type RunRetries } from '../../shared/run/attempts';
import type { RunReport } from '../../shared/run/report';
import { runList } from '../../shared/run/runList';
import { type Batch, BatchStopped, runMany } from '../../shared/run/runMany';
import type { ItemResult } from '../../shared/run/runItems';
import { N8N_WORDS } from '../../nodes/WalletPass/errors/shownError';
import type { SandboxOptions } from '../../sandbox/index';
import type { Verdict } from './scenarios/scenario';
import { fastClock } from './clock';
import { type Service, useService } from './service';
import { wrongTimes } from './times';
import { sandboxTransport } from './sandboxTransport';
import { sendingKnownKeysOnly } from './unknownKeys';

export interface CoreOptions {
  /** Defaults to Full access. */
  key?: string;
  /** Another service than the sandbox. */
  baseUrl?: string;
  timezone?: string;
  /** How many items run at the same time. */
  concurrency?: number;
  /** Whether the other items run although one failed. */
  continueOnFail?: boolean;
  /** Wraps the connection to the service. */
  through?: (transport: Transport) => Transport;
  /** The same for every attempt of a run; a new one by default. */
  runKey?: string;
  /** Defaults to real time with very short waits. */
  clock?: Clock;
  /** How long it may wait, and when it has to end. */
  limits?: Pick<
    ContextOptions,
    'timeoutMs' | 'lastTimeoutMs' | 'maxWaitMs' | 'deadlineAt' | 'signal'
  >;
  /** What earlier attempts of the same run have done; none by default. */
  retries?: RunRetries;
  /** Why the items may be only a part of a list. */
  listDoubt?: ListDoubt;
}

export interface CoreResult {
  /** The results of all items that succeeded; a list counts one by one. */
  out: Output[];
  /** The first error of an item, or of what follows all items. */
  error: ServiceError | undefined;
  /** By item; if the run stopped, only the one that stopped it. */
  errors: (ServiceError | undefined)[];
  /** By item. */
  verdicts: Verdict[];
  report: RunReport;
  /** Results that belong to no item. */
  listResults: Output[];
  /** `METHOD /path` of the requests sent, including reads. */
  sent: string[];
}

interface Core extends Service {
  /** Runs an operation for one item or several, as the platforms do, with inputs under the declaration's keys. */
  run(
    operation: Operation,
    input: object | readonly object[],
    options?: CoreOptions,
  ): Promise<CoreResult>;
}

/** What `shared/` decides, without a platform: the service in this process, and very short waits. */
export function useCore(options: SandboxOptions = { seed: 'templates' }): Core {
  const service = useService(options);
  return {
    get sandbox() {
      return service.sandbox;
    },
    client: (apiKey, options) => service.client(apiKey, options),
    sent: () => service.sent(),
    bodies: (method, path) => service.bodies(method, path),
    async run(operation, input, more = {}) {
      const { key = service.sandbox.keys['Full access'], baseUrl = service.sandbox.baseUrl } = more;
      const { timezone = 'Europe/Berlin', concurrency = 10, continueOnFail } = more;
      const { runKey = crypto.randomUUID() } = more;
      const { clock = fastClock, limits = {}, retries, through, listDoubt } = more;
      const network = sandboxTransport(service.sandbox, key);
      const inputs = [input].flat() as RawInput[];
      const before = service.sent().length;
      const context = createContext({
        connection: { baseUrl, apiKey: key },
        transport: through?.(network) ?? network,
        clock,
        timezone,
        runKey,
        maxConcurrentRequests: concurrency,
        ...limits,
      });
      const { results, errors, verdicts, report, listResults, stop } = await sendingKnownKeysOnly(
        service.sandbox,
        () =>
          run(
            operation,
            listDoubt,
          )({
            operation,
            context,
            count: inputs.length,
            collectItem: (index) => ({ raw: inputs[index] ?? {} }),
            concurrency,
            stopOnFailure: !continueOnFail,
            attempts: new Attempts(operation, retries),
          }).then(
            (batch) => ({
              results: batch.items.flatMap(({ result }) =>
                result.state === 'done' ? [result.value] : [],
              ),
              errors: batch.items.map(({ result }) =>
                result.state === 'failed' ? serviceError(result.error) : undefined,
              ),
              verdicts: batch.items.map(({ result }) => verdictOf(result)),
              report: batch.report,
              listResults: batch.listResults.flatMap((one) =>
                one.state === 'done' ? [one.value] : [],
              ),
              stop: batch.listResults.flatMap((one) =>
                one.state === 'failed' ? serviceError(one.error) : [],
              )[0],
            }),
            stopped,
          ),
      );
      const out = results.flat();
      for (const one of out) if (!one.preview) expect(notAsDeclared(operation, one)).toEqual([]);
      const error = errors.find((one) => one !== undefined) ?? stop;
      return {
        out,
        error,
        errors,
        verdicts,
        report,
        listResults,
        sent: service.sent().slice(before),
      };
    },
  };
}

/** What a report says about a subject, in the words of n8n. */
export function notesOf({ notes }: RunReport, subject: Note['code']): WordedNotes | undefined {
  return wordNotes(notes, [], N8N_WORDS).find(({ code }) => code === subject);
}

function run({ list }: Operation, listDoubt: ListDoubt | undefined) {
  return (batch: Batch) => (list ? runList(batch, list, listDoubt) : runMany(batch));
}

function stopped(thrown: unknown) {
  if (!(thrown instanceof BatchStopped)) throw thrown;
  const errors: (ServiceError | undefined)[] = [];
  const error = serviceError(thrown.cause);
  if (thrown.item !== undefined) errors[thrown.item] = error;
  const verdicts: Verdict[] = [];
  for (const state of ['done', 'failed', 'unknown', 'notStarted'] as const) {
    for (const one of thrown.report[state]) {
      const item = typeof one === 'number' ? one : one.item;
      verdicts[item] = { state, outputs: [], text: state === 'done' ? '' : error.message };
    }
  }
  return {
    results: [] as OperationResult[],
    errors: Array.from(errors),
    verdicts,
    report: thrown.report,
    listResults: [] as Output[],
    stop: error,
  };
}

function verdictOf(result: ItemResult<OperationResult>): Verdict {
  if (result.state === 'done') {
    return { state: 'done', outputs: [result.value].flat(), text: '' };
  }
  if (result.state === 'notStarted') return { state: 'notStarted', outputs: [], text: '' };
  const { kind, message, hint } = serviceError(result.error);
  const state = kind === 'outcomeUnknown' ? 'unknown' : 'failed';
  return { state, outputs: [], text: `${message}. ${hint}` };
}

/** Any other error is a defect. */
function serviceError(thrown: unknown): ServiceError {
  if (isServiceError(thrown)) return thrown;
  throw thrown;
}

const TYPES: Partial<Record<string, string>> = {
  string: 'string',
  datetime: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
};

/** Declared fields that are missing, or of another type. */
function notAsDeclared(operation: Operation, output: Output): string[] {
  const wrong = Object.entries(outputFields(operation)).flatMap(([key, { always, type }]) => {
    const value = output[key];
    const expected = TYPES[type];
    if (value === undefined || value === null) return always ? [`${key} is missing`] : [];
    return expected && typeof value !== expected ? [`${key} is no ${type}`] : [];
  });
  return [...wrong, ...wrongTimes(output, outputFields(operation))];
}

/** A file as a platform hands it over. */
export const fileOf = (
  content: Uint8Array,
  mimeType = 'image/png',
  about: Partial<OpenedFile> = {},
) => ({
  load: (): Promise<OpenedFile> =>
    Promise.resolve({
      name: 'image.png',
      mimeType,
      bytes: content.byteLength,
      read: () => [content],
      ...about,
    }),
});
