import { newPass } from '../../../shared/triggers/newPass';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passVoided } from '../../../shared/triggers/passVoided';
import { stampCardCompleted } from '../../../shared/triggers/stampCardCompleted';
import type { Trigger } from '../../../shared/triggers/trigger';
import {
  type SimulatedPass,
  type Simulation,
  DAY,
  MINUTE,
  T0,
  ids,
  until,
  watching,
} from './simulation';

const FULL_PAGES = { pageSize: 200 };
const LOOKING_BACK = { ...FULL_PAGES, lookBackDays: 10 };

/** Passes that were issued one minute apart. */
function issueMany(service: Simulation, count: number, values: Partial<SimulatedPass> = {}): void {
  for (let i = 0; i < count; i += 1) service.issue(T0 - i * MINUTE, values);
}

test('A list that cannot be read in time fails the poll, says how to read less, and loses nothing', async () => {
  const { service, polling, poll } = watching(passAddedToWallet, { pageSize: 100 });
  issueMany(service, 1000);
  await poll();
  const { state } = polling;
  for (const pass of service.passes) pass.deviceCount = 1;
  service.latency = 1000;
  await expect(polling.attempt(5_000)).rejects.toMatchObject({
    kind: 'unavailable',
    message: expect.stringMatching(/^Reading all passes .* [1-9]00 of 1000 were read$/) as string,
    fix: expect.stringMatching(/'Look Back \(Days\)'.*'Max Passes to Read'/) as string,
  });
  expect(polling.state).toBe(state);
  expect(await poll()).toHaveLength(1000);
});

test.each([newPass, passVoided])('$key fails instead of skipping passes', async (trigger) => {
  const { service, polling, poll } = watching(trigger, { maxPasses: 100 });
  await poll();
  issueMany(service, 150);
  const { state } = polling;
  await expect(poll()).rejects.toMatchObject({ kind: 'invalidInput', field: 'maxPasses' });
  expect(polling.state).toBe(state);
});

test("'Max Passes to Read' does not count the passes that the look-back excludes", async () => {
  const { service, poll } = watching(passVoided, { ...LOOKING_BACK, maxPasses: 100 });
  for (let i = 0; i < 150; i += 1) service.issue(T0 - 20 * DAY - i);
  const pass = service.issue(T0);
  await poll();
  pass.isValid = false;
  expect(await poll()).toEqual([pass.id]);
});

const requestsOfPoll = async ({ service, poll }: ReturnType<typeof watching>) => {
  await poll();
  service.requests.length = 0;
  await poll();
  return service.requests;
};

test.each([
  [0, 1],
  [200, 1],
  [201, 2],
  [1000, 5],
])('A poll of %d passes takes %d requests, of a stamp card one more', async (count, requests) => {
  for (const trigger of [passVoided, stampCardCompleted]) {
    const watched = watching(trigger, FULL_PAGES);
    issueMany(watched.service, count);
    const expected = trigger === stampCardCompleted ? requests + 1 : requests;
    expect(await requestsOfPoll(watched)).toHaveLength(expected);
  }
});

test('A look-back limits the requests of a poll', async () => {
  const watched = watching(passAddedToWallet, { ...FULL_PAGES, lookBackDays: 1 });
  issueMany(watched.service, 2_000);
  expect(await requestsOfPoll(watched)).toHaveLength(8);
});

test('A poll that certainly reads too many passes ends with its first page', async () => {
  const { service, poll } = watching(passVoided, { maxPasses: 100 });
  issueMany(service, 200);
  await expect(poll()).rejects.toMatchObject({ field: 'maxPasses' });
  expect(service.requests).toHaveLength(1);
});

test('Only the first poll of a template without passes reads the template, if the key may', async () => {
  for (const trigger of [passVoided as Trigger, newPass as Trigger]) {
    const { service, polling, poll } = watching(trigger, { moreTemplateIds: ['other'] });
    service.templateRefusal = [403, 'Missing permission: templates.viewAll'];
    const templates = () => service.requests.filter((path) => path.startsWith('/templates/'));
    expect(await poll()).toEqual([]);
    expect(templates()).toEqual(['/templates/t', '/templates/other']);
    service.requests.length = 0;
    await poll();
    await trigger.pollStateless(service.context(), polling.input, false);
    expect(templates()).toEqual([]);
    service.templateRefusal = [404, 'Resource not found'];
    polling.input.moreTemplateIds = ['third'];
    await expect(poll()).rejects.toMatchObject({ field: 'moreTemplateIds' });
  }
});

test('Events of several templates come in the order in which they happened', async () => {
  for (const trigger of [passAddedToWallet as Trigger, newPass as Trigger]) {
    // The simulation lists the same passes for every template.
    const { service, polling } = watching(trigger, { moreTemplateIds: ['other'] });
    await polling.poll();
    const added = [1, 2, 3].map((second) => service.issue(T0 + second * 1000, { deviceCount: 1 }));
    service.clock.pass(DAY);
    const events = await polling.poll();
    expect(events.map(({ id }) => id)).toEqual(added.flatMap(({ id }) => [id, id]));
  }
});

function thousand() {
  const started = watching(passVoided, FULL_PAGES);
  issueMany(started.service, 1000);
  return started;
}

test('Every one of 990 voided passes is an event if others are deleted, or show up with an older date', async () => {
  const { service, poll } = thousand();
  await poll();
  for (const which of [900, 500, 499, 3]) service.passes.splice(which, 1);
  const voided = service.passes.slice(0, 990);
  for (const i of [3, 300, 700]) service.issue(T0 - i * MINUTE - 1);
  service.clock.pass(1);
  for (const pass of voided) Object.assign(pass, { isValid: false, updated: service.clock.now() });
  expect(await poll()).toEqual(ids(voided));
  expect(await poll()).toEqual([]);
});

test('A deleted pass is forgotten', async () => {
  const { service, polling } = thousand();
  await polling.poll();
  const full = polling.state?.length ?? 0;
  service.passes.splice(0, 900);
  await polling.poll();
  expect(polling.state?.length).toBeLessThan(full / 9);
});

test('A longer look-back triggers no events for the passes it adds', async () => {
  const { service, polling, poll } = watching(passAddedToWallet, LOOKING_BACK);
  for (let i = 0; i < 100; i += 1) service.issue(T0 - i * DAY, { deviceCount: 1 });
  await poll();
  for (const lookBackDays of [50, 20, 70, undefined]) {
    polling.input.lookBackDays = lookBackDays;
    expect(await poll()).toEqual([]);
    const { id } = service.issue(service.clock.now(), { deviceCount: 1 });
    expect(await poll()).toEqual([id]);
  }
});

test('A longer look-back after an outage triggers none for the passes that had become too old', async () => {
  const { service, polling, poll } = watching(passAddedToWallet, LOOKING_BACK);
  for (let i = 0; i < 100; i += 1) service.issue(T0 - i, { deviceCount: 1 });
  await poll();
  for (const days of [100, 1]) {
    service.clock.pass(days * DAY);
    expect(await poll()).toEqual([]);
  }
  polling.input.lookBackDays = undefined;
  expect(await poll()).toEqual([]);
});

test('A pass that is changed shortly before it leaves the look-back is an event', async () => {
  const { service, poll } = watching(passAddedToWallet, LOOKING_BACK);
  const pass = service.issue(T0 - 10 * DAY + MINUTE);
  await poll();
  pass.deviceCount = 1;
  service.clock.pass(7 * MINUTE);
  expect(await poll()).toEqual([pass.id]);
});

const installed = { deviceCount: 1 };

test.each([-3, 3])('A clock that is %d days off hides no pass in a wallet', async (days) => {
  for (const count of [0, 20]) {
    const { service, poll } = watching(passAddedToWallet);
    service.skew = days * DAY;
    issueMany(service, count);
    await poll();
    service.clock.pass(7 * MINUTE);
    const { id } = service.issue(service.clock.now(), installed);
    expect(await poll()).toEqual([id]);
  }
});

test('A new pass in a wallet is an event if it is listed up to five minutes late', async () => {
  const { service, poll } = watching(passAddedToWallet);
  service.issue(T0);
  await poll();
  const { id } = service.issue(T0 - 5 * MINUTE, installed);
  service.issue(T0 - 5 * MINUTE - 1, installed);
  expect(await poll()).toEqual([id]);
  expect(await poll()).toEqual([]);
});

test('A pass in a wallet belongs to the baseline if the first look-back excluded it', async () => {
  const { service, polling, poll } = watching(passAddedToWallet, LOOKING_BACK);
  for (let i = 0; i < 100; i += 1) service.issue(T0 - (20 + i) * DAY, installed);
  await poll();
  polling.input.lookBackDays = undefined;
  expect(await poll()).toEqual([]);
});

describe.each([false, true])('Pass Voided, if expired passes are not valid: %s', (isInvalid) => {
  const started = () => {
    const { service, poll, change } = watching(passVoided);
    service.expiryInvalidates = isInvalid;
    const issue = (minutes: number) => service.issue(T0, until(T0 + minutes * MINUTE));
    return { service, issue, poll, change };
  };

  test('A pass that is voided more than five minutes before its end is an event', async () => {
    const { service, issue, poll, change } = started();
    const [early, late] = [issue(30), issue(15)];
    await poll();
    service.clock.pass(8 * MINUTE);
    for (const pass of [early, late]) change(pass, { isValid: false });
    expect(await poll()).toEqual([early.id]);
    for (let i = 0; i < 5; i += 1) {
      service.clock.pass(10 * MINUTE);
      expect(await poll()).toEqual([]);
    }
  });

  test('A pass that expires is no event, even if it is issued and expires between two polls', async () => {
    const { service, issue, poll, change } = started();
    const pass = issue(30);
    await poll();
    const dayPass = issue(40);
    service.clock.pass(50 * MINUTE);
    for (const expired of [pass, dayPass]) change(expired, { email: 'ana@example.com' });
    expect(await poll()).toEqual([]);
    for (const expired of [pass, dayPass]) change(expired, { isValid: false });
    expect(await poll()).toEqual([]);
  });

  test('A voided pass is no event again if the clock is set back, or its end is moved', async () => {
    const { service, issue, poll, change } = started();
    const [voided, expired] = [issue(30), issue(30)];
    await poll();
    change(voided, { isValid: false });
    expect(await poll()).toEqual([voided.id]);
    service.clock.pass(DAY);
    change(expired, { isValid: false });
    expect(await poll()).toEqual([]);
    service.skew = -DAY;
    expect(await poll()).toEqual([]);
    for (const pass of [voided, expired]) change(pass, until(T0 + 9 * DAY));
    expect(await poll()).toEqual([]);
    for (const pass of [voided, expired]) change(pass, { isValid: true });
    expect(await poll()).toEqual([]);
    for (const pass of [voided, expired]) change(pass, { isValid: false });
    expect(await poll()).toEqual(ids([voided, expired]));
  });
});

test('Stamp Card Completed requires a stamp card, and reads its size again', async () => {
  const { service, poll } = watching(stampCardCompleted);
  await poll();
  const { id } = service.issue(T0, { collectedStamps: 8 });
  expect(await poll()).toEqual([]);
  service.stampCount = 8;
  expect(await poll()).toEqual([id]);
  service.stampCount = undefined;
  await expect(poll()).rejects.toMatchObject({ field: 'templateId' });
});

test("The start of a Zap covers a day more than 'Look Back (Days)'", async () => {
  const { service, polling } = watching(passAddedToWallet, LOOKING_BACK);
  const issue = (days: number) => service.issue(T0 - days * DAY, { deviceCount: 1 });
  const [within, beyond] = [issue(9.5), issue(10.5), issue(11.5)];
  const poll = (isBaseline: boolean) =>
    passAddedToWallet.pollStateless(service.context(), polling.input as never, isBaseline);
  expect(ids(await poll(true))).toEqual(ids([within, beyond]));
  expect(ids(await poll(false))).toEqual([within.id]);
});
