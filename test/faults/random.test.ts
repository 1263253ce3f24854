import { Random } from '../../sandbox/state/random';
import type { RunRetries } from '../../shared/run/attempts';
import { OPERATION_CASES, type LoadedCase, scenariosOf } from '../support/scenarios';
import { createFixture, readServerState } from '../support/scenarios/fixture';
import { breaches, leaks } from '../support/scenarios/invariants';
import { coreInput } from '../support/scenarios/platformInputs';
import type { Scenario } from '../support/scenarios/scenario';
import { useWorkingInputs } from '../support/scenarios/working';
import { processClock } from '../support/clock';
import { type CoreResult, useCore } from '../support/core';
import { useFastTime } from '../support/fastTime';
import { FAULT_CALLS as CALLS } from '../support/long';
import { SEED } from '../support/seed';
import { LIMITS } from './faults';
import { chosenFaults } from './randomFaults';

/**
 * Random faults and limits over batches of every operation, in runs that are retried and in runs that continue
 * after a failed item.
 */
useFastTime();
const core = useCore({ checks: true });
const inputs = useWorkingInputs(core);

/** How an item can end. In a service in trouble, but not down, all of them occur. */
const STATES = ['done', 'failed', 'notStarted', 'unknown'];
/** With a bad seed, a short run continues until all of them have occurred, up to this many calls. */
const MOST_CALLS = 20 * CALLS;

jest.setTimeout(240_000 + CALLS * 100);

test(`Nothing is lost, doubled or given away in ${CALLS} calls with random faults`, async () => {
  const random = new Random(SEED);
  const broken: string[] = [];
  const states = new Set<string>();
  let calls = 0;
  const isDone = () => calls >= (states.size < STATES.length ? MOST_CALLS : CALLS);
  while (!isDone()) {
    for (const testCase of shuffled(OPERATION_CASES, random)) {
      const seed = `${testCase.name} ${random.uint32()}`;
      const run = await runOf(testCase, seed).catch((thrown: unknown) => {
        throw new Error(`seed '${seed}'`, { cause: thrown });
      });
      calls += run.calls;
      for (const { state } of run.verdicts) states.add(state);
      broken.push(...run.breaches.map((breach) => `seed '${seed}': ${breach}`));
      if (isDone()) break;
    }
  }
  expect(broken).toEqual([]);
  expect([...states].sort()).toEqual(STATES);
});

/** A batch of several items, and what it breaks. */
async function runOf(testCase: LoadedCase, seed: string) {
  const { sandbox } = core;
  const random = new Random(Number(seed.split(' ')[1]));
  const fixture = createFixture(sandbox, random, `r${random.below(1_000_000)}`, inputs.image);
  const maker = random.pick(scenariosOf(testCase));
  const count = 1 + random.below(testCase.operation.effect === 'read' ? 3 : 12);
  const scenarios: Scenario[] = [];
  for (let n = 0; n < count; n += 1) scenarios.push(await maker(fixture, n));

  sandbox.control.clearRequests();
  sandbox.control.chooseFaults(chosenFaults(seed, random.pick([0.1, 0.25, 0.5, 0.9])));
  if (random.chance(0.2)) {
    const retryAfter = random.pick(['seconds', 'date', 'none'] as const);
    const [ratePerSecond, burst] = [1 + random.below(9), 1 + random.below(4)];
    sandbox.control.setRateLimit({ ratePerSecond, burst, retryAfter });
  }
  const result = await retried(testCase, fixture.image, scenarios, random);
  const serverState = await readServerState(fixture);
  const texts = result.errors.map((error) => JSON.stringify(error?.toFields() ?? ''));
  return {
    calls: serverState.log.length,
    verdicts: result.verdicts,
    breaches: [
      ...breaches(scenarios, result.verdicts, serverState),
      ...leaks(fixture.secrets, texts),
    ],
  };
}

/**
 * A run, repeated with all its items as long as it fails, as n8n's Retry On Fail does. If it continues after a
 * failed item, only the first one counts.
 */
async function retried(
  { operation }: LoadedCase,
  image: Uint8Array,
  scenarios: Scenario[],
  random: Random,
): Promise<CoreResult> {
  const maxAttempts = random.pick([1, 2, 5]);
  const retries: RunRetries = { store: {}, runIndex: 0, maxAttempts };
  const options = {
    clock: processClock,
    limits: { ...LIMITS, maxWaitMs: random.pick([0, 6_000, 300_000]) },
    concurrency: random.pick([1, 3, 10]),
    continueOnFail: random.chance(0.5),
    runKey: 'run',
    ...(maxAttempts > 1 && { retries }),
  };
  const items = scenarios.map(({ input }) => coreInput(input, image));
  for (let attempt = 1; ; attempt += 1) {
    const result = await core.run(operation, items, options);
    const failure = options.continueOnFail ? result.errors[0] : result.error;
    if (!failure || attempt >= maxAttempts) return result;
  }
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(random.below(rest.length), 1));
}
