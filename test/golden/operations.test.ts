import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { LoggedRequest } from '../../sandbox/index';
import { TARGET_SCENARIOS, useChaos } from '../chaos/useChaos';

/**
 * What every operation sends and returns on both platforms, without faults. A deliberate change is recorded
 * with `UPDATE_GOLDEN=1 npm test -- test/golden`; the diff shows its whole effect.
 */
const FILE = path.join(__dirname, 'operations.json');
const UPDATE = process.env.UPDATE_GOLDEN === '1';

type Recording = Record<string, unknown>;
const golden = UPDATE ? {} : (JSON.parse(readFileSync(FILE, 'utf8')) as Recording);
const recorded: Recording = {};

const chaos = useChaos();

it.each(TARGET_SCENARIOS)('$name', async ({ name, target, variant, byExternalId }) => {
  const settings = { faults: 0, items: 1, variant, byExternalId, node: {} };
  const { serverState, verdicts } = await chaos.run(target, 'golden', settings);
  recorded[name] = plain({
    requests: serverState.log.map(requestText),
    bodies: serverState.log.flatMap(({ body }) => (body === undefined ? [] : [body])),
    outputs: verdicts.flatMap(({ outputs }) => outputs),
    failures: verdicts.flatMap(({ text }) => (text === '' ? [] : [text])),
  });
  if (!UPDATE) expect(recorded[name]).toEqual(golden[name]);
});

it('has a recording for exactly these cases', () => {
  if (UPDATE) writeFileSync(FILE, `${JSON.stringify(recorded, undefined, 1)}\n`);
  else expect(Object.keys(golden)).toEqual(TARGET_SCENARIOS.map(({ name }) => name));
});

function requestText({ method, path: url, query }: LoggedRequest): string {
  const search = new URLSearchParams(query).toString();
  return `${method} ${url}${search && `?${search}`}`;
}

/** As JSON, without what differs from run to run: times, ports and generated keys. */
function plain(value: object): unknown {
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
