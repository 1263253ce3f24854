import type { FaultChooser, LoggedRequest } from '../../sandbox/index';
import { TARGET_SCENARIOS, useEngines } from '../support/cases/engines';

/**
 * What every operation does after a response is lost, as its case file states. The retry matrix derives the
 * right behavior as well, for every kind of unknown result.
 */
const engines = useEngines();

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
