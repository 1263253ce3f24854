/** A workflow that is switched on again after months does not start for what happened long ago. */

import type { Trigger } from '../../../shared/triggers/trigger';
import { badgeAdded } from '../../../shared/triggers/badgeAdded';
import { newPass } from '../../../shared/triggers/newPass';
import { newTemplate } from '../../../shared/triggers/newTemplate';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passDateReached } from '../../../shared/triggers/passDateReached';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passInactive } from '../../../shared/triggers/passInactive';
import { passNotAdded } from '../../../shared/triggers/passNotAdded';
import { passRemovedFromWallet } from '../../../shared/triggers/passRemovedFromWallet';
import { passUpdated } from '../../../shared/triggers/passUpdated';
import { passValueReached } from '../../../shared/triggers/passValueReached';
import { passVoided } from '../../../shared/triggers/passVoided';
import { stampCardCompleted } from '../../../shared/triggers/stampCardCompleted';
import { TRIGGERS } from '../../../shared/triggers';
import { dayIn } from '../../support/times';
import { DAY, MINUTE, type SimulatedPass, Simulation, T0, until, watching } from './simulation';

const OFF_DAYS = 150;
const ON_AGAIN = T0 + OFF_DAYS * DAY;

/** How an event happens. @param at when, epoch ms */
interface Event {
  trigger: object;
  input?: object;
  /** A pass that exists before; without it, the event is a new object. */
  before?: (at: number) => Partial<SimulatedPass>;
  happens?: (service: Simulation, at: number, pass: SimulatedPass) => unknown;
}

const changed = (values: Partial<SimulatedPass>): Event['happens'] => {
  return (_service, at, pass) => Object.assign(pass, { ...values, updated: at });
};
const EVENTS: readonly Event[] = [
  { trigger: newPass, happens: (service, at) => service.issue(at) },
  {
    trigger: newTemplate,
    happens: (service, at) => service.templates.push({ id: `t${at}`, created: at }),
  },
  { trigger: passAddedToWallet, happens: changed({ deviceCount: 1 }), before: () => ({}) },
  {
    trigger: passRemovedFromWallet,
    before: () => ({ deviceCount: 1 }),
    happens: changed({ deviceCount: 0 }),
  },
  { trigger: passVoided, before: () => ({}), happens: changed({ isValid: false }) },
  { trigger: passUpdated, before: () => ({}), happens: changed({ email: 'ana@example.com' }) },
  {
    trigger: passUpdated,
    input: { watchedFields: ['balance'] },
    before: () => ({ templateFields: { balance: 1 } }),
    happens: changed({ templateFields: { balance: 2 } }),
  },
  { trigger: stampCardCompleted, before: () => ({}), happens: changed({ collectedStamps: 10 }) },
  {
    trigger: passValueReached,
    input: { field: 'balance', condition: 'atLeast', value: '500' },
    before: () => ({ templateFields: { balance: 0 } }),
    happens: changed({ templateFields: { balance: 500 } }),
  },
  {
    trigger: passNotAdded,
    input: { days: 3 },
    happens: (service, at) => service.issue(at - 3 * DAY),
  },
  {
    trigger: passInactive,
    input: { days: 30 },
    before: () => ({}),
    happens: (_service, at, pass) => (pass.updated = at - 30 * DAY),
  },
  { trigger: passExpiring, input: { days: 60 }, before: (at) => until(at + 60 * DAY) },
  {
    trigger: passDateReached,
    input: { field: 'homeShop', days: 0, yearly: false },
    before: (at) => ({ customFields: { homeShop: dayIn(at, 'UTC') } }),
  },
  {
    trigger: passDateReached,
    input: { field: 'homeShop', days: 0, yearly: true },
    before: (at) => ({ customFields: { homeShop: dayIn(at, 'UTC').replace('2026', '1990') } }),
  },
];

/** An end that is still to come is never late, however long ago it came near. */
const NEVER_LATE: readonly object[] = [passExpiring];

const NAMED_EVENTS = EVENTS.map((event) => {
  const { trigger, input = {} } = event;
  return [`${(trigger as Trigger).key} ${JSON.stringify(input)}`, event] as const;
});

test.each(NAMED_EVENTS)('Only events of the last two days are output: %s', async (_name, event) => {
  const { trigger, input, before, happens } = event;
  const { service, polling } = watching(trigger, input);
  const late = [1, 2, 30, 60, OFF_DAYS - 3].map((days) => T0 + days * DAY);
  const recent = [ON_AGAIN - DAY, ON_AGAIN - MINUTE];
  const events = [...late, ...recent].map((at) => ({
    at,
    pass: before && service.issue(T0 - DAY, before(at)),
  }));
  expect(await polling.poll()).toEqual([]);
  service.clock.pass(OFF_DAYS * DAY);
  const ids = events.map(({ at, pass }) => {
    const made = happens?.(service, at, pass as SimulatedPass) as { id?: string } | undefined;
    return pass?.id ?? made?.id ?? `t${at}`;
  });
  const given = (await polling.poll()).map(({ id }) => id);
  const expected = NEVER_LATE.includes(trigger) ? -recent.length - 1 : -recent.length;
  expect(given).toEqual(ids.slice(expected));
  service.clock.pass(MINUTE);
  expect(await polling.poll()).toEqual([]);
});

test('Events of passes that the first list after a pause lacks are stored, too', async () => {
  const { service, poll } = watching(passNotAdded, { days: 3 });
  for (let i = 0; i < 20; i += 1) service.issue(T0 - i * MINUTE);
  await poll();
  service.clock.pass(OFF_DAYS * DAY);
  for (const { id } of service.passes.slice(1)) service.hidden.add(id);
  expect(await poll()).toEqual([]);
  service.clock.pass(MINUTE);
  service.hidden.clear();
  expect(await poll()).toEqual([]);
});

const install = ({ passes }: Simulation) => Object.assign(passes[0] ?? {}, { deviceCount: 1 });
const addBadge = ({ holders }: Simulation) =>
  holders.push({ id: 'h1', credentials: [{ passId: 'b1' }] });
test.each([
  ['Pass Added to Wallet', passAddedToWallet, install],
  ['Badge Added to Wallet', badgeAdded, addBadge],
])('An event of %s, which shows no time, is late after two days', async (...row) => {
  const [, trigger, happens] = row;
  for (const [hours, count] of [
    [48, 1],
    [49, 0],
  ] as const) {
    const { service, poll } = watching(trigger);
    service.issue(T0 - 100 * DAY);
    await poll();
    happens(service);
    service.clock.pass(hours * 60 * MINUTE);
    expect(await poll()).toHaveLength(count);
    expect(await poll()).toEqual([]);
  }
});

test('Every trigger is tested with late events', () => {
  const covered = new Set<unknown>([...EVENTS.map(({ trigger }) => trigger), badgeAdded]);
  expect(TRIGGERS.filter((trigger) => !covered.has(trigger)).map(({ key }) => key)).toEqual([]);
});
