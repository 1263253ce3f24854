import type { PassRow } from '../../../shared/service/schemas';
import { sampleItems } from '../../../shared/run/pollSamples';
import { type PollState, runPoll } from '../../../shared/run/runPoll';
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

const INPUT = {
  ...PASS_INPUTS,
  field: 'balance',
  condition: 'atLeast' as 'atLeast' | 'becomes',
  value: '500',
};
const trigger = passValueReached as unknown as Trigger;

/** A workflow that watches a template; values are of its field `homeShop`, unless it watches the balance. */
function start(more: Partial<typeof INPUT> = {}) {
  const service = new Simulation();
  const input = { ...INPUT, ...more };
  const polling = new Polling(service, passValueReached, input);
  const poll = async () => (await polling.poll()).map(({ id }) => id);
  const valuesOf = (value: unknown): Partial<SimulatedPass> =>
    input.field === 'homeShop'
      ? { customFields: { homeShop: value } }
      : { templateFields: { balance: value } };
  const issue = (value: unknown, more: object = {}) =>
    service.issue(service.clock.now(), { ...valuesOf(value), ...more });
  const change = (pass: SimulatedPass, more: Partial<SimulatedPass>) => {
    service.clock.pass(MINUTE);
    Object.assign(pass, { ...more, updated: service.clock.now() });
  };
  const set = (pass: SimulatedPass, value: unknown) => change(pass, valuesOf(value));
  return { service, polling, input, poll, issue, change, set };
}

describe('a number', () => {
  it('is reached once, until the value falls below it', async () => {
    const { poll, issue, set } = start();
    const { id } = issue(0);
    const pass = issue(499.99);
    await poll();
    for (const [value, isEvent] of [
      [500, true],
      [501, false],
      [500, false],
      [499.99, false],
      ['500', true],
      [' 0499 ', false],
      ['500.00', true],
      [-500, false],
      [1e21, true],
    ] as const) {
      set(pass, value);
      expect([value, await poll()]).toEqual([value, isEvent ? [pass.id] : []]);
    }
    expect(id).not.toBe(pass.id);
  });

  it('is not an event if the pass has reached it when the trigger starts, but is one for a new pass', async () => {
    const { poll, issue, service } = start();
    issue(500);
    expect(await poll()).toEqual([]);
    service.clock.pass(MINUTE);
    const { id } = issue('600');
    issue(100);
    expect(await poll()).toEqual([id]);
    expect(await poll()).toEqual([]);
  });

  it('of two passes of one person is two events', async () => {
    const { poll, issue, set } = start();
    const both = [1, 2].map((n) => issue(n, { email: 'ana@example.com' }));
    await poll();
    for (const pass of both) set(pass, 500);
    expect(await poll()).toEqual(both.map(({ id }) => id));
  });

  it.each<Partial<PassRow>>([
    { templateFields: { balance: null } },
    { templateFields: { balance: ' ' } },
  ])('is neither reached nor lost by a row that shows %j', async (row) => {
    const { service, poll, issue, set } = start();
    const [reached, below] = [issue(500), issue(499)];
    await poll();
    for (const { id } of service.passes) service.blind.set(id, row);
    expect(await poll()).toEqual([]);
    service.blind.clear();
    expect(await poll()).toEqual([]);
    set(reached, 501);
    set(below, 500);
    expect(await poll()).toEqual([below.id]);
  });

  it('is not an event for a voided pass, even after it is reactivated', async () => {
    const { poll, issue, change, set } = start();
    const [early, late] = [issue(499, { isValid: false }), issue(500, { isValid: false })];
    await poll();
    set(early, 500);
    expect(await poll()).toEqual([]);
    for (const pass of [early, late]) change(pass, { isValid: true });
    expect(await poll()).toEqual([]);
    set(early, 499);
    await poll();
    set(early, 500);
    expect(await poll()).toEqual([early.id]);
  });

  it('is emitted once if a poll fails', async () => {
    const { polling, poll, issue, set } = start();
    const pass = issue(0);
    for (let i = 0; i < 9; i += 1) issue(0);
    await poll();
    set(pass, 500);
    for (const responses of [0, 1, 2]) expect(await polling.failing(responses)).toBe(true);
    expect(await poll()).toEqual([pass.id]);
    expect(await poll()).toEqual([]);
  });

  it('costs as little state as a condition, whatever the values', async () => {
    const { polling, poll, issue, set } = start();
    const passes = Array.from({ length: 100 }, () => issue(0));
    await poll();
    const { length = 0 } = polling.state ?? '';
    expect(Math.floor(length / 100)).toBe(17);
    for (let round = 0; round < 5; round += 1) {
      for (const pass of passes) set(pass, round * 1000);
      await poll();
      expect(polling.state).toHaveLength(length);
    }
  });
});

describe('a text that is not a number', () => {
  it.each(['1,250.50', '1.250,50', '500 points', 'Gold', '5e2', '0x1F4'])(
    'is named by a test and every poll, and loses nothing: %s',
    async (text) => {
      const { service, polling, input, poll, issue, set } = start();
      const [wrong, other] = [issue(100), issue(100)];
      await poll();
      const before = polling.state;
      set(other, 500);
      set(wrong, text);
      const error = {
        kind: 'invalidInput',
        field: 'field',
        message: `'Field' is not a number in 1 of 2 passes: 'balance' is '${text}' in the pass '${wrong.id}'`,
      };
      const context = () => service.context();
      await expect(poll()).rejects.toMatchObject(error);
      await expect(sampleItems(trigger, context(), input)).rejects.toMatchObject(error);
      for (const isBaseline of [true, false]) {
        const stateless = passValueReached.pollStateless(context(), input, isBaseline);
        await expect(stateless).rejects.toMatchObject(error);
      }
      expect(polling.state).toBe(before);
      set(wrong, 600);
      expect(await poll()).toEqual([other.id, wrong.id]);
    },
  );

  it('does not matter in passes that cannot have the event', async () => {
    const { service, polling, poll, issue, set } = start();
    const pass = issue(100, { externalId: 'M-1' });
    issue('n/a', { isValid: false, externalId: 'M-2' });
    issue('n/a');
    await expect(poll()).rejects.toMatchObject({ kind: 'invalidInput' });
    polling.input.externalIdOnly = true;
    await poll();
    set(pass, 500);
    expect(await poll()).toEqual([pass.id]);
    expect(service.passes).toHaveLength(3);
  });

  it('is not a value to reach', async () => {
    for (const value of ['Gold', '1,250.50']) {
      const { service, poll } = start({ value });
      await expect(poll()).rejects.toMatchObject({
        kind: 'invalidInput',
        field: 'value',
        hint: expect.stringContaining("'Condition'"),
      });
      expect(service.requests).toEqual([]);
    }
  });
});

describe('a text', () => {
  it('is reached each time the value becomes it, in any case', async () => {
    const { poll, issue, set } = start({ field: 'homeShop', condition: 'becomes', value: 'Gold' });
    issue('Gold');
    const pass = issue('Silver');
    await poll();
    for (const [value, isEvent] of [
      ['Golden', false],
      [' gold', true],
      ['GOLD', false],
      ['', false],
      ['Gold', false],
      ['Silver', false],
      ['Gold', true],
      [7, false],
    ] as const) {
      set(pass, value);
      expect([value, await poll()]).toEqual([value, isEvent ? [pass.id] : []]);
    }
  });
});

it('another value, condition or field starts a new baseline', async () => {
  const { service, input, issue } = start();
  issue(700, { customFields: { homeShop: '700' } });
  let kept: Partial<PollState> = {};
  const poll = async (more: object) => {
    const connection = { baseUrl: 'https://x.example', apiKey: 'svc_sk_one' };
    const given = { ...input, ...more };
    const { items, state } = await runPoll(
      passValueReached,
      service.context(),
      given,
      connection,
      kept,
    );
    kept = JSON.parse(JSON.stringify(state)) as PollState;
    return items;
  };
  await poll({ value: '1000' });
  expect(await poll({})).toEqual([]);
  expect(await poll({ condition: 'becomes', value: '700' })).toEqual([]);
  expect(await poll({ field: 'homeShop' })).toEqual([]);
  service.clock.pass(MINUTE);
  issue(100, { customFields: { homeShop: '500' } });
  expect(await poll({ field: 'homeShop' })).toMatchObject([{ reachedValue: '500' }]);
});

it('reaches collected stamps as Stamp Card Completed does', async () => {
  const service = new Simulation();
  const input = { ...INPUT, field: 'Collected Stamps', value: '10' };
  const both = [
    new Polling(service, passValueReached, input),
    new Polling(service, stampCardCompleted, PASS_INPUTS),
  ];
  const ids = () => Promise.all(both.map(async (one) => (await one.poll()).map(({ id }) => id)));
  const pass = service.issue(T0, { collectedStamps: 9 });
  await ids();
  for (const [collectedStamps, isEvent] of [
    [10, true],
    [12, false],
    [0, false],
    [10, true],
  ] as const) {
    service.clock.pass(MINUTE);
    Object.assign(pass, { collectedStamps, updated: service.clock.now() });
    const expected = isEvent ? [pass.id] : [];
    expect(await ids()).toEqual([expected, expected]);
  }
});

describe('the field', () => {
  it('is found by its label, and an unknown one is named', async () => {
    const { poll } = start({ field: 'Home' });
    await expect(poll()).rejects.toMatchObject({ kind: 'invalidInput', field: 'field' });
  });

  it('of a design that cannot be read is an ID', async () => {
    const { service, poll, issue } = start({ field: 'collectedStamps', value: '3' });
    service.design = null;
    issue(0, { collectedStamps: 1 });
    await poll();
    service.clock.pass(MINUTE);
    const { id } = issue(0, { collectedStamps: 3 });
    expect(await poll()).toEqual([id]);
  });

  it('that the list does not contain is an error in every poll', async () => {
    const { service, poll, issue, change } = start({ field: 'homeShop' });
    const pass = issue('1');
    await poll();
    change(pass, { customFields: undefined });
    await expect(poll()).rejects.toMatchObject({ kind: 'notFound', field: 'field' });
    service.passes.pop();
    expect(await poll()).toEqual([]);
  });
});

it('a test in the editor says how many passes have a value, and shows what will come', async () => {
  const { service, input, issue } = start({
    field: 'homeShop',
    condition: 'becomes',
    value: 'Gold',
  });
  issue('Silver');
  issue(undefined);
  const [example] = await sampleItems(trigger, service.context(), input);
  expect(example).toMatchObject({
    isExample: true,
    note: expect.stringContaining("1 of 2 passes have a value in 'homeShop'"),
    reachedValue: 'Gold',
    customFields: { homeShop: 'Gold' },
  });
  service.clock.pass(DAY);
  const { id } = issue('gold');
  expect(await sampleItems(trigger, service.context(), input)).toMatchObject([{ id }]);
});
