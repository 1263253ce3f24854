import { newTemplate } from '../../../shared/triggers/newTemplate';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passUpdated } from '../../../shared/triggers/passUpdated';
import { type PollState, pollDeadline, runPoll } from '../../../shared/run/runPoll';
import { MAX_STATE_SIZE } from '../../../shared/triggers/state';
import type { Trigger } from '../../../shared/triggers/trigger';
import { DAY, MINUTE, PASS_INPUTS, Simulation, T0, until } from './simulation';

const CONNECTION = { baseUrl: 'https://x.example', apiKey: 'svc_sk_one' };
const OTHER_KEY = { ...CONNECTION, apiKey: 'svc_sk_two' };

/** An active workflow whose credential and inputs can change; its state goes through JSON. */
function activate(trigger: Trigger, inputs: object = {}) {
  const input: Record<string, unknown> = { ...inputs };
  const service = new Simulation();
  let kept: Partial<PollState> = {};
  return {
    service,
    input,
    kept: () => kept,
    leave: (state: object) => (kept = state),
    poll: async (connection = CONNECTION): Promise<unknown[]> => {
      service.requests.length = 0;
      const polled = await runPoll(trigger, service.context(), input, connection, kept);
      kept = JSON.parse(JSON.stringify(polled.state)) as PollState;
      return polled.items.map(({ id }) => id);
    },
  };
}

function templates() {
  const workflow = activate(newTemplate as Trigger);
  const { service } = workflow;
  service.templates.push({ id: 'a', created: T0 });
  return { ...workflow, add: (id: string) => service.templates.push({ id, created: T0 + MINUTE }) };
}

test.each([6, 1440])('A clock set forward by %d minutes ends no poll', async (minutes) => {
  const service = new Simulation();
  for (let i = 0; i < 900; i += 1) service.issue(T0 - i * MINUTE);
  service.setForward = minutes * MINUTE;
  const begin = service.clock.monotonicMs();
  const context = service.context(pollDeadline(service.clock, 5 * MINUTE) - begin);
  const input = { ...PASS_INPUTS, pageSize: 100 };
  await runPoll(passUpdated as Trigger, context, input, CONNECTION, {});
  expect(service.requests.filter((path) => path.startsWith('/passes'))).toHaveLength(9);
});

test('The account behind a key is requested once, and again only when the key changes', async () => {
  const { service, poll } = templates();
  await poll();
  expect(service.requests).toContain('/auth');
  for (const connection of [CONNECTION, { ...CONNECTION, baseUrl: 'https://x.example/' }]) {
    await poll(connection);
    expect(service.requests).not.toContain('/auth');
  }
  await poll(OTHER_KEY);
  expect(service.requests).toContain('/auth');
  await poll(OTHER_KEY);
  expect(service.requests).not.toContain('/auth');
});

test('A new key of the same account loses and repeats nothing', async () => {
  const { service, poll, add } = templates();
  await poll();
  add('b');
  service.account = { displayName: 'Renamed', email: 'OWNER@example.com' };
  expect(await poll(OTHER_KEY)).toEqual(['b']);
  expect(await poll(OTHER_KEY)).toEqual([]);
});

test('A key of another account starts a new baseline: its objects are not new', async () => {
  const { service, poll, add } = templates();
  await poll();
  service.templates.splice(0, 1);
  add('other account');
  service.account = { displayName: 'Other', email: 'other@example.com' };
  expect(await poll(OTHER_KEY)).toEqual([]);
  add('newer');
  expect(await poll(OTHER_KEY)).toEqual(['newer']);
});

test('Another service starts a new baseline: the same person has other objects there', async () => {
  const { service, poll, add } = templates();
  await poll();
  service.templates.splice(0, 1);
  add('of the other service');
  expect(await poll({ ...CONNECTION, baseUrl: 'https://live.example' })).toEqual([]);
});

test('An account is identified by its name if it has no email, and by the key if it has neither', async () => {
  for (const [account, fresh] of [
    [{ displayName: 'Harbor', email: '' }, ['b']],
    [{ displayName: '', email: '' }, []],
  ] as const) {
    const { service, poll, add } = templates();
    service.account = account;
    await poll();
    add('b');
    expect(await poll(OTHER_KEY)).toEqual(fresh);
  }
});

test('An account that cannot be read fails the poll, and the next one loses nothing', async () => {
  const { service, poll, add, kept } = templates();
  await poll();
  const before = JSON.stringify(kept());
  add('b');
  service.failAfter = 0;
  await expect(poll(OTHER_KEY)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(JSON.stringify(kept())).toBe(before);
  service.failAfter = Infinity;
  expect(await poll(OTHER_KEY)).toEqual(['b']);
});

test('The state between polls contains no key, no URL, no email and no ID', async () => {
  const { service, poll, kept } = activate(passAddedToWallet as Trigger, PASS_INPUTS);
  service.account = { displayName: 'Harbor', email: 'owner@example.com' };
  for (let i = 0; i < 30; i += 1) service.issue(T0 - i, { deviceCount: 1 });
  await poll();
  const text = JSON.stringify(kept());
  for (const secret of ['svc_sk_', 'x.example', 'owner', 'Harbor', '"p1"']) {
    expect(text).not.toContain(secret);
  }
});

test('The state between polls applies only to its own settings', async () => {
  const workflow = activate(passExpiring as Trigger, { ...PASS_INPUTS, days: 3 });
  const { service } = workflow;
  service.issue(T0, until(T0 + 5 * DAY));
  await workflow.poll();
  workflow.input.days = 6;
  expect(await workflow.poll()).toEqual([]);
  const { id } = service.issue(T0, until(T0 + 5 * DAY));
  expect(await workflow.poll()).toEqual([id]);
});

test('A state of another version starts from the present', async () => {
  const { poll, add, kept, leave } = templates();
  await poll();
  const { version: current = 0 } = kept();
  for (const version of [undefined, current - 1, current + 1]) {
    await poll();
    add(`${version}`);
    leave({ ...kept(), version });
    expect(await poll()).toEqual([]);
  }
  add('b');
  expect(await poll()).toEqual(['b']);
});

test('A poll that would exceed the limit of its state fails with a fix', async () => {
  let state = 'x'.repeat(MAX_STATE_SIZE - 2);
  const trigger = { ...newTemplate, poll: () => Promise.resolve({ items: [], state }) };
  const { poll, kept } = activate(trigger as unknown as Trigger);
  await poll();
  const before = kept();
  state += 'x';
  await expect(poll()).rejects.toMatchObject({
    kind: 'invalidInput',
    message: expect.stringMatching(/remember 4194305 characters .* limit of 4194304/),
    fix: expect.stringContaining('watch fewer fields'),
  });
  expect(kept()).toBe(before);
});
