import { sampleItems } from '../../../shared/triggers/pollSamples';
import { type PollState, runPoll } from '../../../shared/run/runPoll';
import { passValueReached } from '../../../shared/triggers/passValueReached';
import { stampCardCompleted } from '../../../shared/triggers/stampCardCompleted';
import type { Trigger } from '../../../shared/triggers/trigger';
import { MINUTE, PASS_INPUTS, type SimulatedPass, T0, ids, watching } from './simulation';

const INPUT = { ...PASS_INPUTS, field: 'balance', condition: 'atLeast' as const, value: '500' };
const GOLD = { field: 'homeShop', condition: 'becomes', value: 'Gold' };
const trigger = passValueReached as unknown as Trigger;

/** Values are of the field `homeShop`, unless the workflow watches the balance. */
function start(settings: object = {}) {
  const input = { ...INPUT, ...settings };
  const { service, polling, poll, change } = watching(passValueReached, input);
  const valuesOf = (value: unknown): Partial<SimulatedPass> =>
    input.field === 'homeShop'
      ? { customFields: { homeShop: value } }
      : { templateFields: { balance: value } };
  const issue = (value: unknown, values: object = {}) =>
    service.issue(service.clock.now(), { ...valuesOf(value), ...values });
  const set = (pass: SimulatedPass, value: unknown) => change(pass, valuesOf(value));
  return { service, polling, input, poll, issue, change, set };
}

test('A number is reached once, until the value falls below it', async () => {
  const { poll, issue, set } = start();
  const [pass] = [issue(499.99), issue(0)];
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
});

test('A number that a pass has at the start is no event, but one that a new pass has is', async () => {
  const { poll, issue, service } = start();
  issue(500);
  expect(await poll()).toEqual([]);
  service.clock.pass(MINUTE);
  const { id } = issue('600');
  issue(100);
  expect(await poll()).toEqual([id]);
  expect(await poll()).toEqual([]);
});

test('A number that a voided pass reaches is no event, even after the pass is reactivated', async () => {
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

test('A text among numbers never reaches one, and stops neither the start nor a poll', async () => {
  const { poll, issue, set } = start();
  const texts = ['1,250.50', '1.250,50', '500 points', 'VIP', '5e2', '0x1F4'].map((text) =>
    issue(text),
  );
  const number = issue(100);
  expect(await poll()).toEqual([]);
  set(number, 500);
  expect(await poll()).toEqual([number.id]);
  for (const pass of texts) set(pass, 600);
  expect(await poll()).toEqual(ids(texts));
  for (const pass of texts) set(pass, 'VIP');
  expect(await poll()).toEqual([]);
});

test('A text in place of a number is counted by a test, which names one', async () => {
  const { service, input, issue } = start();
  const { id } = issue('VIP');
  issue('');
  for (const value of ['1,250', 100, 500]) issue(value);
  const note = `2 of 5 passes have a number in 'balance'. 2 of 5 passes have another value in 'balance', e.g. the pass '${id}'. Use numbers like 500 or 12.50`;
  expect(await sampleItems(trigger, service.context(), input)).toMatchObject([{ note }]);
});

test('A text in every pass that has a value refuses a test and the start on both platforms', async () => {
  const { service, polling, input, poll, issue, set } = start();
  const [pass] = [issue('VIP'), issue(' ')];
  const error = {
    kind: 'invalidInput',
    field: 'field',
    message: `'Field' finds no number: 1 of 2 passes has another value in 'balance', e.g. the pass '${pass.id}'`,
    fix: expect.stringContaining("set 'Condition' to Becomes") as string,
  };
  const context = () => service.context();
  await expect(poll()).rejects.toMatchObject(error);
  await expect(sampleItems(trigger, context(), input)).rejects.toMatchObject(error);
  const stateless = passValueReached.pollStateless(context(), input, true);
  await expect(stateless).rejects.toMatchObject(error);
  set(pass, 5);
  await poll();
  set(pass, 'VIP');
  expect(await poll()).toEqual([]);
  expect(await passValueReached.pollStateless(context(), input, false)).toEqual([]);
  expect(polling.state).toBeDefined();
});

test('A text is refused as the number to reach', async () => {
  for (const value of ['Gold', '1,250.50']) {
    const { service, poll } = start({ value });
    await expect(poll()).rejects.toMatchObject({
      kind: 'invalidInput',
      field: 'value',
      fix: expect.stringContaining("'Condition'"),
    });
    expect(service.requests).toEqual([]);
  }
});

test('A text is reached each time the value becomes it, in any case', async () => {
  const { poll, issue, set } = start(GOLD);
  issue('Gold');
  const pass = issue('Silver');
  await poll();
  for (const [value, isEvent] of [
    ['Golden', false],
    [' gold', true],
    ['GOLD', false],
    ['', false],
    ['Gold', true],
    ['Silver', false],
    ['Gold', true],
    [7, false],
  ] as const) {
    set(pass, value);
    expect([value, await poll()]).toEqual([value, isEvent ? [pass.id] : []]);
  }
});

test('Another value, condition or field starts a new baseline', async () => {
  const { service, input, issue } = start();
  issue(700, { customFields: { homeShop: '700' } });
  let kept: Partial<PollState> = {};
  const connection = { baseUrl: 'https://x.example', apiKey: 'svc_sk_one' };
  const poll = async (settings: object) => {
    const changed = { ...input, ...settings };
    const { items, state } = await runPoll(trigger, service.context(), changed, connection, kept);
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

test('Collected stamps are reached as in Stamp Card Completed', async () => {
  for (const { service, poll, change } of [
    watching(passValueReached, { ...INPUT, field: 'Collected Stamps', value: '10' }),
    watching(stampCardCompleted),
  ]) {
    const pass = service.issue(T0, { collectedStamps: 9 });
    await poll();
    for (const [collectedStamps, isEvent] of [
      [10, true],
      [12, false],
      [0, false],
      [10, true],
    ] as const) {
      change(pass, { collectedStamps });
      expect(await poll()).toEqual(isEvent ? [pass.id] : []);
    }
  }
});

test('An unknown field to watch is refused', async () => {
  const { poll } = start({ field: 'Home' });
  await expect(poll()).rejects.toMatchObject({ kind: 'invalidInput', field: 'field' });
});

test('The field to watch of a design that cannot be read is an ID', async () => {
  const { service, poll, issue } = start({ field: 'collectedStamps', value: '3' });
  service.design = null;
  issue(0, { collectedStamps: 1 });
  await poll();
  service.clock.pass(MINUTE);
  const { id } = issue(0, { collectedStamps: 3 });
  expect(await poll()).toEqual([id]);
});

test('A field to watch that no pass shows yet does not stop the trigger', async () => {
  for (const condition of ['atLeast', 'becomes'] as const) {
    const { service, input, poll, issue, set } = start({ field: 'homeShop', condition });
    const pass = issue(undefined);
    const [example] = await sampleItems(trigger, service.context(), input);
    expect(example?.note).toContain('0 of 1 passes have a ');
    expect(await poll()).toEqual([]);
    set(pass, 500);
    expect(await poll()).toEqual([pass.id]);
  }
});

test('A test in the editor says how many passes have a value, and shows what will come', async () => {
  const { service, input, issue } = start(GOLD);
  issue('Silver');
  issue(undefined);
  const [example] = await sampleItems(trigger, service.context(), input);
  expect(example).toMatchObject({
    isExample: true,
    note: expect.stringContaining("1 of 2 passes has a value in 'homeShop'"),
    reachedValue: 'Gold',
    customFields: { homeShop: 'Gold' },
  });
  const { id } = issue('gold');
  expect(await sampleItems(trigger, service.context(), input)).toMatchObject([{ id }]);
});
