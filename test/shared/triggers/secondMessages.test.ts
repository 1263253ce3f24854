/** One event is output once, whatever single polls see; histories.ts tests the same in random order. */

import type { PassRow } from '../../../shared/service/schemas';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passDateReached } from '../../../shared/triggers/passDateReached';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passInactive } from '../../../shared/triggers/passInactive';
import { passNotAdded } from '../../../shared/triggers/passNotAdded';
import { passUpdated } from '../../../shared/triggers/passUpdated';
import { passValueReached } from '../../../shared/triggers/passValueReached';
import { stampCardCompleted } from '../../../shared/triggers/stampCardCompleted';
import type { Trigger } from '../../../shared/triggers/trigger';
import {
  DAY,
  MINUTE,
  PASS_INPUTS,
  Polling,
  Simulation,
  type SimulatedPass,
  T0,
} from './simulation';

function start(trigger: object, input: object = {}) {
  const service = new Simulation();
  const given = { ...PASS_INPUTS, watchedFields: undefined, ...input };
  const polling = new Polling(service, trigger as Trigger, given);
  const poll = async () => (await polling.poll()).map(({ id }) => id);
  /** A poll in which the rows of all passes show this instead. */
  const pollShowing = async (row: Partial<PassRow>) => {
    for (const { id } of service.passes) service.blind.set(id, row);
    const events = await poll();
    service.blind.clear();
    return events;
  };
  const change = (pass: SimulatedPass, values: Partial<SimulatedPass>) => {
    service.clock.pass(MINUTE);
    Object.assign(pass, { ...values, updated: service.clock.now() });
  };
  return { service, polling, poll, pollShowing, change };
}

const until = (at: number) => ({ validUntil: new Date(at).toISOString() });

/** A trigger, a pass that has had its event, and what one poll may not show. */
const REACHED: readonly [
  trigger: object,
  input: object,
  pass: Partial<SimulatedPass>,
  lacking: readonly Partial<PassRow>[],
][] = [
  [
    passUpdated,
    { watchedFields: ['balance', 'email', 'deviceCount'] },
    { templateFields: { balance: 5 }, email: 'ana@example.com', deviceCount: 1 },
    [{ templateFields: {} }, { templateFields: {}, email: undefined }],
  ],
  [stampCardCompleted, {}, { collectedStamps: 10 }, [{ collectedStamps: undefined }]],
  [
    passValueReached,
    { field: 'balance', condition: 'atLeast', value: '500' },
    { templateFields: { balance: '500' } },
    [{ templateFields: {} }],
  ],
  [
    passNotAdded,
    { days: 1 },
    { created: T0 - 3 * DAY, templateFields: until(T0 + DAY) },
    [{ templateFields: {} }],
  ],
  [
    passInactive,
    { days: 1 },
    { updated: T0 - 3 * DAY, created: T0 - 3 * DAY, templateFields: until(T0 + DAY) },
    [{ templateFields: {} }],
  ],
  [passExpiring, { days: 7 }, { templateFields: until(T0 + 3 * DAY) }, [{ templateFields: {} }]],
  [
    passDateReached,
    { field: 'homeShop', days: 0, yearly: false },
    { customFields: { homeShop: '2026-06-01' } },
    [{ customFields: {} }],
  ],
];

describe.each(
  REACHED.map(([trigger, ...others]) => [(trigger as Trigger).key, trigger, ...others]),
)('%s', (_key, trigger, input, values, lacking) => {
  it('a poll without what is watched repeats nothing', async () => {
    for (const row of lacking) {
      const { service, poll, pollShowing } = start(trigger, input);
      service.issue(T0, values);
      await poll();
      service.clock.pass(MINUTE);
      expect(await pollShowing(row)).toEqual([]);
      service.clock.pass(MINUTE);
      expect(await poll()).toEqual([]);
    }
  });

  it('a first poll without what is watched starts nothing', async () => {
    for (const row of lacking) {
      const { service, poll, pollShowing } = start(trigger, input);
      service.issue(T0, values);
      // One pass shows everything: there is a date.
      const other = service.issue(T0, {
        customFields: { homeShop: '2099-01-01' },
        templateFields: until(T0 + 400 * DAY),
      });
      for (const { id } of service.passes) if (id !== other.id) service.blind.set(id, row);
      expect(await poll()).toEqual([]);
      service.blind.clear();
      service.clock.pass(MINUTE);
      expect(await poll()).toEqual([]);
      expect(await pollShowing({})).toEqual([]);
    }
  });
});

it('a pass that is missing from the list for two days is no event', async () => {
  const { service, poll, change } = start(passAddedToWallet);
  const pass = service.issue(T0);
  await poll();
  change(pass, { deviceCount: 1 });
  expect(await poll()).toEqual([pass.id]);
  service.hidden.add(pass.id);
  for (let hour = 0; hour < 47; hour += 1) {
    service.clock.pass(60 * MINUTE);
    expect(await poll()).toEqual([]);
  }
  service.hidden.clear();
  expect(await poll()).toEqual([]);
});

it('a pass that is missing from the list for a month is no event', async () => {
  const { service, poll, change } = start(passAddedToWallet);
  const pass = service.issue(T0);
  await poll();
  change(pass, { deviceCount: 1 });
  await poll();
  service.hidden.add(pass.id);
  for (let day = 0; day < 30; day += 1) {
    service.clock.pass(DAY);
    expect(await poll()).toEqual([]);
  }
  service.hidden.clear();
  expect(await poll()).toEqual([]);
});

describe('what a poll has not seen', () => {
  it.each([
    [passInactive, { days: 3 }],
    [passNotAdded, { days: 3 }],
  ])('is whether a pass that had an end has expired: no event', async (trigger, input) => {
    const { service, poll, pollShowing } = start(trigger, input);
    service.issue(T0, { templateFields: until(T0 + DAY) });
    await poll();
    service.clock.pass(2 * DAY);
    await poll();
    service.clock.pass(DAY);
    expect(await pollShowing({ templateFields: {} })).toEqual([]);
    expect(await poll()).toEqual([]);
  });
});

describe('a value that changes and changes back', () => {
  it('is one event of Pass Expiring', async () => {
    const { service, poll, change } = start(passExpiring, { days: 7 });
    const pass = service.issue(T0);
    const given: unknown[] = [];
    await poll();
    for (const days of [3, 5, 3, 30, 5, 3, 300, 5]) {
      change(pass, { templateFields: until(T0 + days * DAY) });
      given.push(...(await poll()));
    }
    expect(given).toEqual([pass.id, pass.id]);
  });

  it('is one event of Pass Date Reached', async () => {
    const input = { field: 'homeShop', days: 0, yearly: false };
    const { service, poll, change } = start(passDateReached, input);
    const pass = service.issue(T0 - 9 * DAY, { customFields: { homeShop: '2026-06-30' } });
    const given: unknown[] = [];
    await poll();
    for (const date of ['2026-06-01', '2026-05-31', '1.6.2026', '2027-01-01', '2026-06-01']) {
      change(pass, { customFields: { homeShop: date } });
      given.push(...(await poll()));
    }
    expect(given).toEqual([pass.id, pass.id]);
  });

  it('is one event of Pass Updated, if the list was out of date for one poll', async () => {
    const { service, poll, pollShowing, change } = start(passUpdated);
    const pass = service.issue(T0);
    await poll();
    change(pass, {});
    const { updated } = pass;
    expect(await poll()).toEqual([pass.id]);
    change(pass, {});
    expect(await poll()).toEqual([pass.id]);
    expect(await pollShowing({ updated })).toEqual([]);
    expect(await poll()).toEqual([]);
  });
});

it.each([
  [passExpiring, { days: 7 }, { templateFields: until(T0 + 8 * DAY) }],
  [passInactive, { days: 1 }, {}],
  [passNotAdded, { days: 1 }, {}],
  [
    passDateReached,
    { field: 'homeShop', days: 0, yearly: true },
    { customFields: { homeShop: '1990-06-02' } },
  ],
] as const)('a clock that is set back and forward again repeats nothing: $key', async (...row) => {
  const [trigger, input, values] = row;
  const { service, poll } = start(trigger, input);
  const { id } = service.issue(T0, values);
  await poll();
  service.clock.pass(DAY + MINUTE);
  expect(await poll()).toEqual([id]);
  for (const back of [5 * MINUTE, 2 * DAY, 40 * DAY]) {
    service.skew = -back;
    expect(await poll()).toEqual([]);
    service.skew = 0;
    expect(await poll()).toEqual([]);
  }
});

it('a pass that is voided and reactivated is reminded once that it is in no wallet', async () => {
  const { service, poll, change } = start(passNotAdded, { days: 1 });
  const pass = service.issue(T0);
  await poll();
  service.clock.pass(DAY);
  expect(await poll()).toEqual([pass.id]);
  change(pass, { isValid: false });
  expect(await poll()).toEqual([]);
  change(pass, { isValid: true });
  expect(await poll()).toEqual([]);
});
