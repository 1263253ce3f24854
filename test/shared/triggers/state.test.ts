import { TRIGGERS } from '../../../shared/triggers';
import { MAX_PASSES_PER_POLL } from '../../../shared/triggers/passInputs';
import { pollTemplates } from '../../../shared/triggers/readPasses';
import {
  MAX_STATE_SIZE,
  type SeenObjects,
  shortHash,
  toStored,
} from '../../../shared/triggers/state';
import type { Trigger } from '../../../shared/triggers/trigger';
import { STATE_COUNTS } from '../../support/long';
import { DAY, PASS_INPUTS, Polling, Simulation, T0, until } from './simulation';

const INPUT = { ...PASS_INPUTS, pageSize: 1000, maxPasses: MAX_PASSES_PER_POLL };
const FIELDS = ['field0', 'field1', 'field2', 'field3', 'field4'];

/** Passes for which every event needs an entry. */
function service(count: number): Simulation {
  const simulation = new Simulation();
  simulation.design = FIELDS;
  const values = { deviceCount: 1, updated: T0, ...until(T0 + DAY) };
  for (let i = 0; i < count; i += 1) simulation.issue(T0 - i * 1000, values);
  return simulation;
}

test('The state of a poll is kept for a template of any ID', async () => {
  const input = { templateId: '__proto__', moreTemplateIds: ['constructor'] };
  const seen: SeenObjects<boolean> = { polledAt: T0, since: T0, seen: {} };
  const previous: unknown[] = [];
  const poll = async (_: string, known: unknown) => {
    previous.push(known);
    return { found: [], state: seen };
  };
  const { state } = await pollTemplates(input, undefined, poll);
  const stored = JSON.parse(JSON.stringify(state)) as typeof state;
  await pollTemplates(input, stored, poll);
  expect(previous).toEqual([undefined, undefined, seen, seen]);
});

test.each<[string, number, object]>([
  ['passAddedToWallet', 18, {}],
  ['passVoided', 19, {}],
  ['passDateReached', 29, { field: 'validUntil', days: -1, yearly: true }],
  ['passInactive', 26, { days: 0 }],
  ['passNotAdded', 22, { days: 3 }],
  ['passExpiring', 26, { days: 7 }],
  ['passUpdated', 26, {}],
  ['passUpdated', 24, { watchedFields: FIELDS.slice(0, 1) }],
  ['passUpdated', 60, { watchedFields: FIELDS }],
])('The state of %s has %d characters per pass with %j', async (triggerKey, size, input) => {
  const trigger = TRIGGERS.find(({ key }) => key === triggerKey) as Trigger;
  for (const count of STATE_COUNTS) {
    const polling = new Polling(service(count), trigger, { ...INPUT, ...input });
    await polling.poll();
    expect(Math.round((polling.state?.length ?? 0) / count)).toBe(size);
  }
});

test('The state for the maximum passes of a poll fits its limit, with most events', () => {
  const ids = Array.from({ length: 1000 }, (_, i) => `ps_${i.toString(16).padStart(24, '0')}`);
  for (const value of [false, 2, 'text', ['date', 1], ['one watched field']]) {
    const seen = Object.fromEntries(ids.map((id) => [shortHash(id), toStored(value, id)]));
    expect(Object.keys(seen)).toHaveLength(1000);
    expect((JSON.stringify(seen).length / 1000) * MAX_PASSES_PER_POLL).toBeLessThan(MAX_STATE_SIZE);
  }
});

test('A stored value has the shape of the value, and hashes instead of texts', () => {
  const hash = expect.stringMatching(/^[\w-]{6}$/) as string;
  expect(toStored([true, 2, 'Ana', ['M-1']], 'p1')).toEqual([true, 2, hash, [hash]]);
  expect(toStored('Ana', 'p1')).toBe(toStored('Ana', 'p1'));
  expect(toStored('Ana', 'p1')).not.toBe(toStored('Ana', 'p2'));
});
