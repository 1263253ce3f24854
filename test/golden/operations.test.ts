import { inspect } from 'node:util';

import type { LoggedRequest } from '../../sandbox/index';
import { endpointOf } from '../support/scenarios/endpoints';
import { TARGETS, TARGET_SCENARIOS, nameOf, useEngines } from '../support/scenarios/targets';
import { Recording } from './recording';

/**
 * Every operation works on both platforms: its effect, and what it sends and returns. A deliberate change is recorded
 * with `UPDATE_GOLDEN=1 npm test -- test/golden`; the diff shows its whole effect.
 */
const recording = new Recording('operations.txt', 'recorded');
const run = useEngines();
/** Endpoints by target. */
const called = new Map<string, Set<string>>();

/** Both platforms next to each other. */
const SCENARIOS = [...TARGET_SCENARIOS].sort((a, b) => order(a) - order(b));

test.each(SCENARIOS)(
  '$name has the effect of its case',
  recording.part(async ({ target, variant, identifiedBy }) => {
    const settings = { variant, identifiedBy };
    const { serverState, scenario, verdict, breaches } = await run(target, settings);
    expect(verdict.text).toBe('');
    expect(breaches).toEqual([]);
    expect(scenario.seen?.(serverState) ?? 1).toBe(1);
    // An email adds a search to each.
    if (identifiedBy !== 'email') {
      const endpoints = called.get(nameOf(target)) ?? new Set();
      called.set(nameOf(target), endpoints);
      for (const request of serverState.log) endpoints.add(endpointOf(request));
    }
    recording.add(`${target.testCase.name} ${variant}: ${target.platform} by ${identifiedBy}`, [
      ...serverState.log.map(requestText),
      ...verdict.outputs.map((output) => `=> ${shown(output)}`),
    ]);
  }),
);

test.each(TARGETS.map((target) => [nameOf(target), target] as const))(
  '%s calls the endpoints of its case',
  (name, { testCase }) => {
    expect([...(called.get(name) ?? [])].sort()).toEqual([...testCase.endpoints].sort());
  },
);

test('All requests and outputs are as recorded', () => {
  recording.check();
});

function order({ target, variant }: (typeof TARGET_SCENARIOS)[number]): number {
  const first = TARGET_SCENARIOS.findIndex((one) => one.target.operation === target.operation);
  return first + variant;
}

function requestText({ method, path: url, query, body }: LoggedRequest): string {
  const search = new URLSearchParams(query).toString();
  const request = `${method} ${url}${search && `?${search}`}`;
  return body === undefined ? request : `${request} ${shown(body)}`;
}

const shown = (value: unknown): string =>
  inspect(plain(value), {
    breakLength: 120,
    compact: 6,
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
  });

/** As JSON, without what differs from run to run: times, ports and generated keys. */
function plain(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z/g, (time) =>
      isOfThisRun(Date.parse(time)) ? '<time>' : time,
    )
    .replace(/(?<=[:,[])\d{13}(?=[,}\]])/g, (epoch) =>
      isOfThisRun(Number(epoch)) ? '"<epoch>"' : epoch,
    )
    .replace(/\d{4}-\d\d-\d\d(?=\.csv)/g, '<today>')
    .replace(/127\.0\.0\.1:\d+(\/files\/\d+)?/g, '<host>')
    .replace(/:\d+:node-/g, ':<run>:node-')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<uuid>');
  return JSON.parse(text) as unknown;
}

const YEAR_MS = 366 * 24 * 3_600_000;

/** Unlike a date that a case states. The data of the sandbox goes back two years. */
function isOfThisRun(epoch: number): boolean {
  return epoch > Date.now() - 2 * YEAR_MS && epoch < Date.now() + YEAR_MS;
}
