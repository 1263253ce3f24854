/** On a platform that stores no state, passes from before the start never trigger later. */

import { newPass } from '../../../shared/triggers/newPass';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passDateReached } from '../../../shared/triggers/passDateReached';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passNotAdded } from '../../../shared/triggers/passNotAdded';
import { passValueReached } from '../../../shared/triggers/passValueReached';
import { passVoided } from '../../../shared/triggers/passVoided';
import { stampCardCompleted } from '../../../shared/triggers/stampCardCompleted';
import type { Trigger } from '../../../shared/triggers/trigger';
import {
  DAY,
  MINUTE,
  PASS_INPUTS,
  Simulation,
  type SimulatedPass,
  T0,
  Zap,
  ids,
  until,
} from './simulation';

const HOUR = 60 * MINUTE;
const BALANCE = { field: 'balance', condition: 'atLeast', value: '500' };
const STAMPS = { field: 'collectedStamps', condition: 'atLeast', value: '5' };
const END = { field: 'validUntil', days: 0, yearly: false };

/** Events that passes have had. */
const EVENTS: readonly [trigger: object, input: object, pass: Partial<SimulatedPass>][] = [
  [newPass, {}, { created: T0 - HOUR }],
  [passAddedToWallet, {}, { deviceCount: 1 }],
  [passNotAdded, { days: 3 }, {}],
  [passVoided, {}, { isValid: false }],
  [passExpiring, { days: 30 }, until(T0 + 10 * DAY)],
  [passDateReached, END, until(T0 - HOUR)],
  [passValueReached, BALANCE, { templateFields: { balance: 500 } }],
  [passValueReached, STAMPS, { collectedStamps: 5 }],
  [stampCardCompleted, {}, { collectedStamps: 10 }],
];

function start(trigger: object, input: object = {}) {
  const service = new Simulation();
  const zap = new Zap(service, trigger as Trigger, { ...PASS_INPUTS, ...input });
  const issue = (values: Partial<SimulatedPass>) => {
    const created = T0 - 60 * DAY;
    return service.issue(created, { email: 'ana@example.com', ...values });
  };
  const change = (pass: SimulatedPass, values: Partial<SimulatedPass>) =>
    Object.assign(pass, { ...values, updated: service.clock.now() });
  return { service, zap, issue, change };
}

it.each(
  EVENTS.map(
    (event) => [`${(event[0] as Trigger).key} ${JSON.stringify(event[1])}`, event] as const,
  ),
)('%s: a pass that matches the filters only later', async (_name, [trigger, input, values]) => {
  const { service, zap, issue, change } = start(trigger, { ...input, emailOnly: true });
  const passes = [issue({ ...values, email: undefined }), issue(values)];
  await zap.poll();
  service.clock.pass(MINUTE);
  for (const pass of passes) change(pass, { email: 'eva@example.com' });
  expect(await zap.poll()).toEqual([]);
});

it('a pass that had reached a value, but was voided, is no event when it is reactivated', async () => {
  const { service, zap, issue, change } = start(passValueReached, BALANCE);
  const pass = issue({ templateFields: { balance: 500 }, isValid: false });
  await zap.poll();
  service.clock.pass(MINUTE);
  change(pass, { isValid: true });
  expect(await zap.poll()).toEqual([]);
});

describe('a later event', () => {
  it('of a pass that has no value at first counts', async () => {
    const { service, zap, issue, change } = start(passValueReached, BALANCE);
    const pass = issue({ templateFields: {} });
    await zap.poll();
    service.clock.pass(MINUTE);
    change(pass, { templateFields: { balance: 500 } });
    expect(await zap.poll()).toEqual([pass.id]);
  });

  it('counts only if the filters let it through', async () => {
    const { service, zap, issue, change } = start(passAddedToWallet, { emailOnly: true });
    const passes = [issue({}), issue({ email: undefined })];
    await zap.poll();
    service.clock.pass(MINUTE);
    for (const pass of passes) change(pass, { deviceCount: 1 });
    expect(await zap.poll()).toEqual([passes[0]?.id]);
  });

  it('is none by a change of a pass that is near its end since long ago, but one by a new date', async () => {
    const { service, zap, issue, change } = start(passExpiring, { days: 30 });
    const pass = issue(until(T0 + 10 * DAY));
    await zap.poll();
    service.clock.pass(MINUTE);
    change(pass, { email: 'eva@example.com' });
    expect(await zap.poll()).toEqual([]);
    change(pass, until(T0 + 11 * DAY));
    expect(await zap.poll()).toEqual([pass.id]);
  });
});

describe('Pass Voided, if the service shows expired passes as not valid', () => {
  const voided = () => {
    const started = start(passVoided);
    started.service.expiryInvalidates = true;
    return started;
  };

  it('does not trigger for a pass that only expires, even if it changes before or after', async () => {
    const { service, zap, issue, change } = voided();
    const soon = issue(until(T0 + 2 * HOUR));
    const before = issue(until(T0 - 20 * DAY));
    await zap.poll();
    service.clock.pass(HOUR);
    change(soon, { email: 'eva@example.com' });
    service.clock.pass(2 * HOUR);
    expect(await zap.poll()).toEqual([]);
    for (const pass of [soon, before]) change(pass, { email: 'ana@example.com' });
    expect(await zap.poll()).toEqual([]);
    for (const pass of [soon, before]) change(pass, until(T0 - 10 * DAY));
    expect(await zap.poll()).toEqual([]);
  });

  it('is an event of a pass that is voided before its end, or has none', async () => {
    const { service, zap, issue, change } = voided();
    const passes = [until(T0 + DAY), { templateFields: {} }, {}].map(issue);
    await zap.poll();
    service.clock.pass(HOUR);
    for (const pass of passes) change(pass, { isValid: false });
    expect(await zap.poll()).toEqual(ids(passes));
    service.clock.pass(2 * DAY);
    expect(await zap.poll()).toEqual([]);
  });
});
