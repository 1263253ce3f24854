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
function activate(trigger: Trigger, given: object = {}) {
  const input: Record<string, unknown> = { ...given };
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

describe('a clock that is set forward while a poll reads', () => {
  const LIMIT = 5 * MINUTE;
  it.each([6 * MINUTE, DAY])('by %d ms does not end the poll', async (setForward) => {
    const service = new Simulation();
    for (let i = 0; i < 900; i += 1) service.issue(T0 - i * MINUTE);
    service.setForward = setForward;
    const begin = service.clock.monotonicMs();
    const deadlineAt = pollDeadline(service.clock, LIMIT);
    const input = { ...PASS_INPUTS, pageSize: 100 };
    const context = service.context(deadlineAt - begin);
    await runPoll(passUpdated as Trigger, context, input, CONNECTION, {});
    expect(service.requests.filter((path) => path.startsWith('/passes'))).toHaveLength(9);
  });
});

describe('the account behind a key', () => {
  it('is requested once, and again only when the key changes', async () => {
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

  it('stays the same with a new key: nothing is lost or repeated', async () => {
    const { service, poll, add } = templates();
    await poll();
    add('b');
    service.account = { displayName: 'Renamed', email: 'OWNER@example.com' };
    expect(await poll(OTHER_KEY)).toEqual(['b']);
    expect(await poll(OTHER_KEY)).toEqual([]);
  });

  it('starts a new baseline if it changes: its objects are not new', async () => {
    const { service, poll, add } = templates();
    await poll();
    service.templates.splice(0, 1);
    add('other account');
    service.account = { displayName: 'Other', email: 'other@example.com' };
    expect(await poll(OTHER_KEY)).toEqual([]);
    add('newer');
    expect(await poll(OTHER_KEY)).toEqual(['newer']);
  });

  it('starts a new baseline on another service, where the same person has other objects', async () => {
    const { service, poll, add } = templates();
    await poll();
    service.templates.splice(0, 1);
    add('of the other service');
    expect(await poll({ ...CONNECTION, baseUrl: 'https://live.example' })).toEqual([]);
  });

  it('is identified by its name if it has no email, and by the key if it has neither', async () => {
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

  it('that cannot be read fails the poll, and the next one loses nothing', async () => {
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
});

describe('the state between polls', () => {
  it('contains no key, no URL, no email and no ID', async () => {
    const { service, poll, kept } = activate(passAddedToWallet as Trigger, PASS_INPUTS);
    service.account = { displayName: 'Harbor', email: 'owner@example.com' };
    for (let i = 0; i < 30; i += 1) service.issue(T0 - i, { deviceCount: 1 });
    await poll();
    const text = JSON.stringify(kept());
    for (const secret of ['svc_sk_', 'x.example', 'owner', 'Harbor', '"p1"']) {
      expect(text).not.toContain(secret);
    }
  });

  it('applies only to its own settings', async () => {
    const workflow = activate(passExpiring as Trigger, { ...PASS_INPUTS, days: 3 });
    const { service } = workflow;
    service.issue(T0, until(T0 + 5 * DAY));
    await workflow.poll();
    workflow.input.days = 6;
    expect(await workflow.poll()).toEqual([]);
    const { id } = service.issue(T0, until(T0 + 5 * DAY));
    expect(await workflow.poll()).toEqual([id]);
  });

  it('starts from the present if it has another version', async () => {
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

  it('has a limit: a poll that would exceed it fails with a fix', async () => {
    let state = 'x'.repeat(MAX_STATE_SIZE - 2);
    const trigger = { ...newTemplate, poll: () => Promise.resolve({ items: [], state }) };
    const { poll, kept } = activate(trigger as unknown as Trigger);
    await poll();
    const before = kept();
    state += 'x';
    await expect(poll()).rejects.toMatchObject({
      kind: 'invalidInput',
      message: expect.stringMatching(/remember 4194305 characters .* limit of 4194304/),
      hint: expect.stringContaining('watch fewer fields'),
    });
    expect(kept()).toBe(before);
  });
});
