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
const EVENTS: [key: string, input: object, pass: Partial<SimulatedPass>, trigger: object][] = [
  ['newPass', {}, { created: T0 - HOUR }, newPass],
  ['passAddedToWallet', {}, { deviceCount: 1 }, passAddedToWallet],
  ['passNotAdded', { days: 3 }, {}, passNotAdded],
  ['passVoided', {}, { isValid: false }, passVoided],
  ['passExpiring', { days: 30 }, until(T0 + 10 * DAY), passExpiring],
  ['passDateReached', END, until(T0 - HOUR), passDateReached],
  ['passValueReached', BALANCE, { templateFields: { balance: 500 } }, passValueReached],
  ['passValueReached', STAMPS, { collectedStamps: 5 }, passValueReached],
  ['stampCardCompleted', {}, { collectedStamps: 10 }, stampCardCompleted],
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

test.each(EVENTS)('A pass that matches the filters late is no event: %s %j', async (...event) => {
  const [, input, values, trigger] = event;
  const { service, zap, issue, change } = start(trigger, { ...input, emailOnly: true });
  const passes = [issue({ ...values, email: undefined }), issue(values)];
  await zap.poll();
  service.clock.pass(MINUTE);
  for (const pass of passes) change(pass, { email: 'eva@example.com' });
  expect(await zap.poll()).toEqual([]);
});

test('A pass that had reached a value, but was voided, is no event when it is reactivated', async () => {
  const { service, zap, issue, change } = start(passValueReached, BALANCE);
  const pass = issue({ templateFields: { balance: 500 }, isValid: false });
  await zap.poll();
  service.clock.pass(MINUTE);
  change(pass, { isValid: true });
  expect(await zap.poll()).toEqual([]);
});

test('A pass without a value at the start is an event when it reaches one', async () => {
  const { service, zap, issue, change } = start(passValueReached, BALANCE);
  const pass = issue({ templateFields: {} });
  await zap.poll();
  service.clock.pass(MINUTE);
  change(pass, { templateFields: { balance: 500 } });
  expect(await zap.poll()).toEqual([pass.id]);
});

test('A pass that is added to a wallet later is an event only if the filters let it through', async () => {
  const { service, zap, issue, change } = start(passAddedToWallet, { emailOnly: true });
  const passes = [issue({}), issue({ email: undefined })];
  await zap.poll();
  service.clock.pass(MINUTE);
  for (const pass of passes) change(pass, { deviceCount: 1 });
  expect(await zap.poll()).toEqual([passes[0]?.id]);
});

test('A pass that was near its end at the start is an event only by a new date', async () => {
  const { service, zap, issue, change } = start(passExpiring, { days: 30 });
  const pass = issue(until(T0 + 10 * DAY));
  await zap.poll();
  service.clock.pass(MINUTE);
  change(pass, { email: 'eva@example.com' });
  expect(await zap.poll()).toEqual([]);
  change(pass, until(T0 + 11 * DAY));
  expect(await zap.poll()).toEqual([pass.id]);
});

/** A Zap for Pass Voided, of a service that shows expired passes as not valid. */
function watchVoided() {
  const started = start(passVoided);
  started.service.expiryInvalidates = true;
  return started;
}

test('A pass that only expires is not voided, even if the service then shows it as not valid', async () => {
  const { service, zap, issue, change } = watchVoided();
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

test('A pass that is voided before its end, or has none, is an event of Pass Voided', async () => {
  const { service, zap, issue, change } = watchVoided();
  const passes = [until(T0 + DAY), { templateFields: {} }, {}].map(issue);
  await zap.poll();
  service.clock.pass(HOUR);
  for (const pass of passes) change(pass, { isValid: false });
  expect(await zap.poll()).toEqual(ids(passes));
  service.clock.pass(2 * DAY);
  expect(await zap.poll()).toEqual([]);
});
