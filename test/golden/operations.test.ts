import { inspect } from 'node:util';

import type { LoggedRequest } from '../../sandbox/index';
import { TARGET_SCENARIOS, useEngines } from '../support/cases/engines';
import { Recording } from './recording';

/**
 * What every operation sends and returns on both platforms, without faults. A deliberate change is recorded
 * with `UPDATE_GOLDEN=1 npm test -- test/golden`; the diff shows its whole effect.
 */
const recording = new Recording('operations.txt');
const run = useEngines();

/** Both platforms next to each other. */
const SCENARIOS = [...TARGET_SCENARIOS].sort((a, b) => order(a) - order(b));

it.each(SCENARIOS)('$name', async ({ target, variant, byExternalId }) => {
  const { serverState, verdict } = await run(target, { variant, byExternalId });
  expect(verdict.text).toBe('');
  const identified = byExternalId ? 'by external ID' : 'by ID';
  recording.add(`${target.testCase.name} ${variant}`, `${target.platform} ${identified}`, [
    ...serverState.log.map(requestText),
    ...verdict.outputs.map((output) => `=> ${shown(output)}`),
  ]);
});

it('all of this is as recorded', () => {
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
