import type { FaultChooser, FaultKind, LoggedRequest } from '../../sandbox/index';
import type { Retry } from '../../shared/http/retryPolicy';
import type { Operation } from '../../shared/operations/operation';
// `npm run test:long` runs the tests that import this.
import '../support/long';
import { TOO_LATE_MS } from '../support/cases/randomFaults';
import { withWorkers } from './workers';
import type { Scenario } from '../support/cases/scenario';
import { type EngineRun, type Target, TARGETS, nameOf, useEngines } from '../support/cases/engines';
import { scenariosOf } from '../support/cases';

/**
 * The retry matrix, derived from the declarations: the behavior of every operation after every kind of
 * unknown result, on both platforms. To find the right behavior, the request is sent again without the
 * connector, and the server's state shows whether it was applied twice.
 */
const engines = useEngines();
jest.setTimeout(600_000);

interface UnknownResult {
  name: string;
  fault: FaultKind;
  processed: boolean;
}

const TIMEOUT = 'timeout';
const UNKNOWN_RESULTS: UnknownResult[] = [
  { name: 'dropped after processing', fault: { kind: 'dropAfter' }, processed: true },
  { name: 'dropped before', fault: { kind: 'dropBefore' }, processed: false },
  {
    name: '502 after processing',
    fault: { kind: 'unavailable', status: 502, processed: true },
    processed: true,
  },
  {
    name: '504 without',
    fault: { kind: 'unavailable', status: 504 },
    processed: false,
  },
  { name: TIMEOUT, fault: { kind: 'late', ms: TOO_LATE_MS }, processed: true },
];

/** The declared retry behavior for this input. */
function declared({ retry }: Operation, { input }: Scenario): Retry {
  return typeof retry === 'string' ? retry : retry.of(input);
}

/** All retry behaviors of a declaration, for any input. */
function behaviors({ retry }: Operation): string[] {
  return typeof retry === 'string' ? [retry] : Object.keys(retry.cases);
}

/** The operation's main request; for a read, any request. */
function decides(operation: Operation, { method, path }: LoggedRequest): boolean {
  if (operation.effect === 'read') return true;
  if (behaviors(operation).includes('lookUpFirst')) return method === 'POST';
  return method !== 'GET' && path !== '/auth';
}

/** The right retry behavior for a processed request, found by sending it again. */
async function rightRetry(
  { serverState, sendAgain, scenarios: [scenario] }: EngineRun,
  request: LoggedRequest,
) {
  const after = await sendAgain(request);
  const isDoubled =
    (scenario?.reached?.(after) ?? 0) > (scenario?.reached?.(serverState) ?? 0) ||
    (!scenario?.converges && (scenario?.seen?.(after) ?? 0) > (scenario?.seen?.(serverState) ?? 0));
  if (!isDoubled) return 'idempotent';
  const { externalId, passes = [{ externalId }], ifExists } = scenario?.input as IssueInput;
  const canLookUp = passes.every((pass) => pass.externalId !== undefined);
  const isIssued = request.path === '/pass' && request.method === 'POST';
  return isIssued && canLookUp && ifExists !== 'issueAnother' ? 'lookUpFirst' : 'never';
}

interface IssueInput {
  externalId?: string;
  ifExists?: string;
  passes?: { externalId?: string }[];
}

/** Injects the fault into the operation's main request, once. */
function first(operation: Operation, fault: FaultKind): FaultChooser {
  let hit = false;
  return (request) => {
    if (hit || !decides(operation, request)) return undefined;
    hit = true;
    return fault;
  };
}

interface Cell extends UnknownResult {
  target: Target;
  byExternalId: boolean;
  variant: number;
}

const CELLS: Cell[] = TARGETS.flatMap((target) =>
  UNKNOWN_RESULTS.flatMap((unknownResult) => {
    const { operation } = target;
    const both = behaviors(operation).includes('lookUpFirst') || operation.effect === 'send';
    return scenariosOf(target.testCase).flatMap((_, variant) =>
      (both ? [true, false] : [true]).map((byExternalId) => ({
        ...unknownResult,
        target,
        byExternalId,
        variant,
      })),
    );
  }),
);

/** The covered retry behaviors by operation. */
const covered = new Map<Operation, Set<string>>();

async function findings({ target, fault, processed, byExternalId, variant }: Cell, worker: number) {
  const { operation } = target;
  const run = await engines.run(
    target,
    `${nameOf(target)} ${worker}`,
    { faults: first(operation, fault), items: 1, byExternalId, variant, node: {} },
    worker,
  );
  const [scenario] = run.scenarios;
  const [verdict] = run.verdicts;
  if (!scenario || !verdict) throw new Error('There is no item');
  const found = [...run.breaches];
  const sent = run.serverState.log.filter((one) => decides(operation, one));
  const retry = declared(operation, scenario);
  covered.set(operation, (covered.get(operation) ?? new Set()).add(retry));
  const check = (what: string, is: unknown, wanted: unknown) => {
    if (is !== wanted)
      found.push(`${what} is ${String(is)}, not ${String(wanted)}: ${verdict.text}`);
  };
  const accepted = sent.find(({ outcome = 0 }) => outcome >= 200 && outcome < 300);
  if (operation.effect !== 'read' && accepted) {
    check('retry', retry, await rightRetry(run, accepted));
  }
  if (retry !== 'never') {
    check('state', verdict.state, 'done');
    // An update issues no pass.
    if (retry === 'lookUpFirst' && sent.length > 0) {
      check('requests', sent.length, processed ? 1 : 2);
    }
    return found;
  }
  check('state', verdict.state, 'unknown');
  check('requests', sent.length, 1);
  check('times on the server', scenario.seen?.(run.serverState), processed ? 1 : 0);
  if (!/^Unknown result|may have been/.test(verdict.text))
    found.push(`unreported: ${verdict.text}`);
  return found;
}

it('retry matrix: every operation, every unknown result, both platforms', async () => {
  const broken: string[] = [];
  await withWorkers(CELLS.values(), async (cell, worker) => {
    const named = `${cell.byExternalId ? 'by external ID' : 'by pass ID or none'}, variant ${cell.variant}`;
    for (const finding of await findings(cell, worker)) {
      broken.push(`${nameOf(cell.target)}, ${cell.name}, ${named}: ${finding}`);
    }
  });
  for (const { operation } of TARGETS) {
    const missing = behaviors(operation).filter((retry) => !covered.get(operation)?.has(retry));
    broken.push(
      ...missing.map((retry) => `${operation.resource}.${operation.key}: no scenario of ${retry}`),
    );
  }
  expect(broken).toEqual([]);
});

/** A fault per item: none, always unavailable, lost the first time, rate limited the first time. */
function faultPerItem(): FaultChooser {
  const attempts = new Map<string, number>();
  const FAULTS: ((time: number) => FaultKind | undefined)[] = [
    () => undefined,
    () => ({ kind: 'unavailable', status: 500 }),
    (time) => (time === 1 ? { kind: 'dropAfter' } : undefined),
    (time) => (time === 1 ? { kind: 'rateLimited', retryAfter: 'seconds', seconds: 1 } : undefined),
  ];
  return (request) => {
    if (request.method === 'GET') return undefined;
    // Every item has its own pass: bodies (or paths, of a resend) distinguish them.
    const key = `${request.path}${JSON.stringify(request.body)}`;
    const item = [...attempts.keys()].indexOf(key);
    const time = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, time);
    return FAULTS[(item < 0 ? attempts.size - 1 : item) % FAULTS.length]?.(time);
  };
}

const TRIES = [undefined, 2, 5] as const;
const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const OPERATIONS_UNDER_TEST = [
  'pass.create',
  'pass.upsert',
  'pass.resend',
  'balance.add',
  'stampCard.add',
];
const HALF_DONE = OPERATIONS_UNDER_TEST.flatMap((name) =>
  TRIES.flatMap((maxTries) => ON_ERROR.map((onError) => ({ name, maxTries, onError }))),
);

it('Retry On Fail with 1, 2 and 5 tries over a half-done batch that fails in part each time', async () => {
  const broken: string[] = [];
  await withWorkers(HALF_DONE.values(), async ({ name, maxTries, onError }, worker) => {
    const target = TARGETS.find((one) => nameOf(one) === `n8n ${name}`);
    if (!target) throw new Error(`No target ${name}`);
    const retry = maxTries && { retryOnFail: true, maxTries, waitBetweenTries: 1000 };
    const settings = {
      faults: faultPerItem(),
      items: 16,
      byExternalId: false,
      node: { ...retry, onError },
    };
    const run = await engines.run(target, `half done ${name}`, settings, worker);
    const say = (what: string) =>
      broken.push(`${name}, ${maxTries ?? 1} tries, ${onError}: ${what}`);
    run.breaches.forEach(say);
    const times = run.scenarios.map((scenario) => scenario.seen?.(run.serverState) ?? 0);
    if (times.some((seen) => seen > 1)) say(`times on the server: ${times.join(' ')}`);
    const states = run.verdicts.map(({ state }) => state);
    if (!states.includes('done')) say('nothing was done');
    // If the workflow continues, every item is started.
    if (onError !== 'stopWorkflow' && states.includes('notStarted')) say('some were not started');
  });
  expect(broken).toEqual([]);
});
