import type { FaultChooser, LoggedRequest } from '../../sandbox/index';
import { Random } from '../../sandbox/state/random';
import { FAULT_CALLS as CALLS, LONG } from '../support/long';
import { SEED } from '../support/seed';
import {
  type Target,
  TARGETS,
  TARGET_SCENARIOS,
  nameOf,
  useFaultRuns,
  withWorkers,
} from './useFaultRuns';

jest.setTimeout(240_000 + CALLS * 100);

const engines = useFaultRuns();

it(`nothing is lost, doubled or given away in ${CALLS} calls`, async () => {
  const random = new Random(SEED);
  const broken: string[] = [];
  const states = new Set<string>();
  let calls = 0;
  await withWorkers(
    shuffledUntil(() => calls >= CALLS, random),
    async (target, worker) => {
      const seed = `${nameOf(target)} ${random.uint32()}`;
      const run = await engines.run(target, seed, {}, worker).catch((thrown: unknown) => {
        throw new Error(`seed '${seed}'`, { cause: thrown });
      });
      calls += run.calls;
      for (const { state } of run.verdicts) states.add(state);
      broken.push(...run.breaches.map((breach) => `seed '${seed}': ${breach}`));
    },
  );
  expect(broken).toEqual([]);
  // A service in trouble, but not down: every kind of fault occurs.
  const expected = ['done', 'failed', 'notStarted', 'unknown'];
  if (LONG) expect([...states].sort()).toEqual(expected);
});

/** Every target once in each round, in random order, until `enough`. */
function* shuffledUntil(enough: () => boolean, random: Random): Generator<Target> {
  for (;;) {
    const rest = [...TARGETS];
    while (rest.length > 0) {
      if (enough()) return;
      yield* rest.splice(random.below(rest.length), 1);
    }
  }
}

/**
 * What every operation does after a response is lost, as its case file states. The retry matrix derives the
 * right behavior as well, for every kind of unknown result.
 */
const EXPECTED = {
  idempotent: { state: 'done', requests: 2 },
  lookUpFirst: { state: 'done', requests: 1 },
  never: { state: 'unknown', requests: 1 },
};

it.each(TARGET_SCENARIOS)('$name', async ({ target, variant, byExternalId }) => {
  const isRead = target.operation.effect === 'read';
  const settings = { faults: loseFirst(isRead), items: 1, variant, byExternalId, node: {} };
  const run = await engines.run(target, 'golden', settings);
  const [scenario] = run.scenarios;
  const [verdict] = run.verdicts;
  expect(run.breaches).toEqual([]);
  if (isRead) {
    expect(verdict?.state).toBe('done');
    return;
  }
  const changes = run.serverState.log.filter(isChange);
  const last = changes.filter(({ method }) => method === changes.at(-1)?.method);
  const actual = { state: verdict?.state, requests: last.length };
  expect(actual).toEqual(scenario?.retry && EXPECTED[scenario.retry]);
  if (scenario?.seen && !scenario.converges) expect(scenario.seen(run.serverState)).toBe(1);
});

const isChange = ({ method, path }: LoggedRequest) => method !== 'GET' && path !== '/auth';

/** Loses the response to the first read, or to the first change with each method. */
function loseFirst(isRead: boolean): FaultChooser {
  const lost = new Set<string>();
  return (request) => {
    if (lost.has(request.method) || isChange(request) === isRead) return undefined;
    lost.add(request.method);
    return { kind: 'dropAfter' };
  };
}
