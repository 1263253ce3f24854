/** Pass Inactive and Pass Not Added to Wallet wait until a time without something has passed. */

import { passInactive } from '../../../shared/triggers/passInactive';
import { passNotAdded } from '../../../shared/triggers/passNotAdded';
import type { Trigger } from '../../../shared/triggers/trigger';
import { DAY, type SimulatedPass, T0, Zap, ids, until, watching } from './simulation';

const INPUT = { days: 3 };

describe.each([passInactive as Trigger, passNotAdded as Trigger])('$key', (trigger) => {
  const start = (input: object = {}) => watching(trigger, { ...INPUT, ...input });

  test('The trigger fires after the set number of days, to the millisecond, and once', async () => {
    const { service, poll } = start();
    const { id } = service.issue(T0);
    await poll();
    service.clock.pass(3 * DAY - 1);
    expect(await poll()).toEqual([]);
    service.clock.pass(1);
    expect(await poll()).toEqual([id]);
    service.clock.pass(30 * DAY);
    expect(await poll()).toEqual([]);
  });

  test.each<[string, Partial<SimulatedPass>]>([
    ['is voided', { isValid: false }],
    ['has expired', until(T0 + DAY)],
  ])('The trigger does not fire for a pass that %s', async (_state, values) => {
    const { service, polling, poll } = start();
    await poll();
    service.issue(T0, values);
    service.clock.pass(3 * DAY);
    expect(await poll()).toEqual([]);
    expect(await trigger.pollStateless(service.context(), polling.input, false)).toEqual([]);
  });

  test('The trigger refuses a look-back that is too short for the set number of days', async () => {
    for (const lookBackDays of [1, 3]) {
      const { service, polling } = start({ lookBackDays });
      const refusal = { kind: 'invalidInput', field: 'lookBackDays' };
      await expect(polling.poll()).rejects.toMatchObject(refusal);
      const samples = trigger.samples(service.context(), polling.input);
      await expect(samples).rejects.toMatchObject(refusal);
      expect(service.requests).toEqual([]);
    }
    const { service, poll } = start({ lookBackDays: 4 });
    const { id } = service.issue(T0);
    await poll();
    service.clock.pass(3 * DAY);
    expect(await poll()).toEqual([id]);
  });
});

test('Pass Inactive triggers again after a change, even if no poll saw the pass active', async () => {
  const { service, poll, change } = watching(passInactive, INPUT);
  const pass = service.issue(T0);
  await poll();
  service.clock.pass(2 * DAY);
  change(pass);
  for (let period = 0; period < 2; period += 1) {
    service.clock.pass(3 * DAY - 1);
    expect(await poll()).toEqual([]);
    service.clock.pass(1);
    expect(await poll()).toEqual([pass.id]);
    change(pass);
  }
  service.clock.pass(4 * DAY);
  expect(await poll()).toEqual([pass.id]);
  expect(await poll()).toEqual([]);
});

test('Pass Inactive has one event for each period on Zapier, and none of those before its start', async () => {
  const { service, polling, change } = watching(passInactive, INPUT);
  const pass = service.issue(T0);
  for (let i = 3; i < 20; i += 1) service.issue(T0 - i * DAY);
  const zap = new Zap(service, passInactive as Trigger, polling.input);
  expect(await zap.poll()).toEqual([]);
  expect(await zap.poll()).toEqual([]);
  for (let period = 0; period < 2; period += 1) {
    change(pass);
    service.clock.pass(3 * DAY - 1);
    expect(await zap.poll()).toEqual([]);
    service.clock.pass(DAY);
    expect(await zap.poll()).toEqual([pass.id]);
    expect(await zap.poll()).toEqual([]);
  }
});

test('Pass Not Added to Wallet triggers again after the pass was in a wallet', async () => {
  const { service, poll, change } = watching(passNotAdded, INPUT);
  const [pass] = [service.issue(T0), service.issue(T0, { deviceCount: 1 })];
  await poll();
  service.clock.pass(3 * DAY);
  expect(await poll()).toEqual([pass.id]);
  change(pass, { deviceCount: 1 });
  expect(await poll()).toEqual([]);
  change(pass, { deviceCount: 0 });
  expect(await poll()).toEqual([pass.id]);
});

test('Pass Not Added to Wallet triggers once for a pass that is voided and reactivated', async () => {
  const { service, poll, change } = watching(passNotAdded, INPUT);
  const pass = service.issue(T0);
  await poll();
  service.clock.pass(3 * DAY);
  expect(await poll()).toEqual([pass.id]);
  for (const isValid of [false, true]) {
    change(pass, { isValid });
    expect(await poll()).toEqual([]);
  }
});

test('Pass Not Added to Wallet triggers after an outage only for what happened in the last two days', async () => {
  const { service, poll } = watching(passNotAdded, INPUT);
  const installed = () => service.issue(T0 - 30 * DAY, { deviceCount: 1 });
  const [leftToday, leftLongAgo, added] = [installed(), installed(), installed()];
  const [dueLongAgo, dueToday] = [service.issue(T0), service.issue(T0 + 6 * DAY)];
  await poll();
  service.clock.pass(10 * DAY);
  const left = (pass: SimulatedPass, days: number) =>
    Object.assign(pass, { deviceCount: 0, updated: service.clock.now() - days * DAY });
  left(leftToday, 0);
  left(leftLongAgo, 3);
  dueLongAgo.updated = service.clock.now();
  expect(await poll()).toEqual(ids([leftToday, dueToday]));
  expect(await poll()).toEqual([]);
  left(added, 0);
  expect(await poll()).toEqual([added.id]);
});
