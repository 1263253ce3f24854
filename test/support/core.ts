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
import { type Batch, type BatchResult, BatchStopped, runMany } from '../../shared/run/runMany';
import type { ItemResult } from '../../shared/run/runItems';
import { N8N_WORDS } from '../../nodes/WalletPass/errors/shownError';
import type {
  FaultKind,
  LoggedRequest,
  SandboxOptions,
  SeedPassesOptions,
} from '../../sandbox/index';
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
  /** Those that are not reads. */
  writes: string[];
}

interface Core extends Service {
  /** Runs an operation for one item or several, as the platforms do, with inputs under the declaration's keys. */
  run(
    operation: Operation,
    input: object | readonly object[],
    options?: CoreOptions,
  ): Promise<CoreResult>;
  /** A pass on the template of loyalty cards or another one. @returns its ID */
  seedPass(values?: SeedPassesOptions['values'], templateId?: string): string;
  /** Lets all requests like this meet a fault; by default, a proxy refuses them. */
  intercept(isLike: (request: LoggedRequest) => boolean, fault?: FaultKind): void;
}

/**
 * What `shared/` decides, without a platform: the service in this process, and very short waits. With `checks`, every
 * run also expects that it sends no key unknown to the service, and that its outputs are as declared.
 */
export function useCore(setup: SandboxOptions & { checks?: boolean } = {}): Core {
  const { checks, ...sandboxOptions } = setup;
  const service = useService({ seed: 'templates', ...sandboxOptions });
  const run: Core['run'] = async (operation, input, options = {}) => {
    const { sandbox } = service;
    const { key = sandbox.keys['Full access'], baseUrl = sandbox.baseUrl } = options;
    const { timezone = 'Europe/Berlin', runKey = crypto.randomUUID() } = options;
    const { concurrency = 10, continueOnFail, clock = fastClock, limits, retries } = options;
    const network = sandboxTransport(sandbox, key);
    const inputs = [input].flat() as RawInput[];
    const context = createContext({
      connection: { baseUrl, apiKey: key },
      transport: options.through?.(network) ?? network,
      clock,
      timezone,
      runKey,
      maxConcurrentRequests: concurrency,
      ...limits,
    });
    const batch: Batch = {
      operation,
      context,
      count: inputs.length,
      collectItem: (index) => ({ raw: inputs[index] ?? {} }),
      concurrency,
      stopOnFailure: !continueOnFail,
      attempts: new Attempts(operation, retries),
    };
    const before = service.sent().length;
    const runBatch = () => toCoreResult(batch, options.listDoubt);
    const result = await (checks ? sendingKnownKeysOnly(sandbox, runBatch) : runBatch());
    for (const output of checks ? result.out : []) {
      expect(notAsDeclared(operation, output)).toEqual([]);
    }
    const sent = service.sent().slice(before);
    return { ...result, sent, writes: sent.filter((request) => !request.startsWith('GET ')) };
  };
  const seedPass: Core['seedPass'] = (values, templateId = service.sandbox.templates.loyalty) =>
    service.sandbox.control.seedPasses(templateId, 1, { values })[0] ?? '';
  const intercept: Core['intercept'] = (isLike, fault = { kind: 'intercepted', status: 403 }) =>
    service.sandbox.control.chooseFaults((request) => (isLike(request) ? fault : undefined));
  return Object.assign(service, { run, seedPass, intercept });
}

/** What a report says about a subject, in the words of n8n. */
export function notesOf({ notes }: RunReport, subject: Note['code']): WordedNotes | undefined {
  return wordNotes(notes, [], N8N_WORDS).find(({ code }) => code === subject);
}

type BatchOutcome = Omit<CoreResult, 'sent' | 'writes'>;

async function toCoreResult(batch: Batch, listDoubt?: ListDoubt): Promise<BatchOutcome> {
  const { list } = batch.operation;
  try {
    return ended(await (list ? runList(batch, list, listDoubt) : runMany(batch)));
  } catch (thrown) {
    if (thrown instanceof BatchStopped) return stopped(thrown);
    throw thrown;
  }
}

function ended({ items, listResults, report }: BatchResult): BatchOutcome {
  const results = items.map(({ result }) => result);
  const errors = results.map(errorOf);
  return {
    out: results.flatMap(outputsOf),
    error: [...errors, ...listResults.map(errorOf)].find((one) => one !== undefined),
    errors,
    verdicts: results.map(verdictOf),
    report,
    listResults: listResults.flatMap(outputsOf),
  };
}

function stopped({ cause, item: stoppedAt, report }: BatchStopped): BatchOutcome {
  const error = serviceError(cause);
  const errors: (ServiceError | undefined)[] = [];
  if (stoppedAt !== undefined) errors[stoppedAt] = error;
  const verdicts: Verdict[] = [];
  for (const state of ['done', 'failed', 'unknown', 'notStarted'] as const) {
    for (const one of report[state]) {
      const item = typeof one === 'number' ? one : one.item;
      verdicts[item] = { state, outputs: [], text: state === 'done' ? '' : error.message };
    }
  }
  return { out: [], error, errors: Array.from(errors), verdicts, report, listResults: [] };
}

function verdictOf(result: ItemResult<OperationResult>): Verdict {
  const outputs = outputsOf(result);
  if (result.state !== 'failed') return { state: result.state, outputs, text: '' };
  const { kind, message, fix } = serviceError(result.error);
  const state = kind === 'outcomeUnknown' ? 'unknown' : 'failed';
  return { state, outputs, text: `${message}. ${fix}` };
}

function outputsOf(result: ItemResult<OperationResult>): Output[] {
  return result.state === 'done' ? [result.value].flat() : [];
}

function errorOf(result: ItemResult<OperationResult>): ServiceError | undefined {
  return result.state === 'failed' ? serviceError(result.error) : undefined;
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

/** Declared fields that are missing, or of another type. A preview has other fields. */
function notAsDeclared(operation: Operation, output: Output): string[] {
  if (output.preview) return [];
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
