import { add } from '../../../shared/operations/balance/add';
import { adjust } from '../../../shared/operations/balance/adjust';
import { set } from '../../../shared/operations/balance/set';
import { subtract } from '../../../shared/operations/balance/subtract';
import type { Operation } from '../../../shared/operations/operation';
import { type CoreOptions, notesOf, useCore } from '../../support/core';
import { startStub } from '../../support/stubService';

const core = useCore({ checks: true, lostUpdates: true });
const control = () => core.sandbox.control;
const templateId = () => core.sandbox.templates.loyalty;

const card = (balance?: number | string) =>
  core.seedPass({ templateFields: balance === undefined ? {} : { balance } });
const run = (operation: Operation, passId: string, input: object, options?: CoreOptions) =>
  core.run(operation, { passId, templateId: templateId(), ...input }, options);

test.each([add, subtract, set])('$label fails without the new balance', async (operation) => {
  const { baseUrl } = await startStub(() => ({ body: { id: 'ps_1' } }));
  const input = { passId: 'ps_1', amount: 5, ifBalanceTooLow: 'stopAtZero' };
  const { error } = await core.run(operation, input, { baseUrl });
  expect(error?.kind).toBe('outcomeUnknown');
});

test.each([
  ['Add', add, '0.1', 0.2, { previousBalance: 0.1, applied: 0.2, pointsBalance: 0.3 }],
  ['Add', add, 0, 5, { previousBalance: 0, applied: 5, pointsBalance: 5 }],
  ['Subtract', subtract, 49.9, 0.7, { previousBalance: 49.9, applied: 0.7, pointsBalance: 49.2 }],
  // The response is the same if the balance was exactly the amount.
  ['Subtract', subtract, 49.9, 99_999, { pointsBalance: 0, stoppedAtZero: true }],
  ['Subtract', subtract, 49.9, 49.9, { pointsBalance: 0, stoppedAtZero: true }],
  ['Set', set, 5, 7, { pointsBalance: 7 }],
])('%s outputs what is known of the change', async (_, operation, balance, amount, known) => {
  const id = card(balance);
  const { out } = await run(operation, id, { amount });
  expect(out).toEqual([{ id, ...known }]);
});

const hintOf = async (amounts: number[], more: object = {}) => {
  const pass = () => ({ passId: card(20), templateId: templateId() });
  const items = amounts.map((amount) => ({ ...pass(), amount, ...more }));
  const { report, out, writes } = await core.run(subtract, items);
  return { out, writes, hint: notesOf(report, 'stoppedAtZero')?.lines[0] };
};

test('A note names the items whose balance stopped at zero, and how to subtract nothing', async () => {
  const { hint } = await hintOf([50, 5, 60]);
  expect(hint).toMatch(
    /^2 items stopped at zero.* may have been more .*: items 0, 2\. .* to Fail\.$/,
  );
  expect((await hintOf([5])).hint).toBeUndefined();
});

test('The preview of Subtract reads the balance, so it knows whether it would stop at zero', async () => {
  const { hint, out, writes } = await hintOf([50, 20, 5], { previewOnly: true });
  expect(hint).toMatch(/^1 item would stop at zero, so its amount is more .*: item 0\./);
  expect(out).toMatchObject([
    { wouldBe: 'updated', previousBalance: 20, applied: 20, stoppedAtZero: true },
    { previousBalance: 20, applied: 20 },
    { previousBalance: 20, applied: 5 },
  ]);
  expect(out.slice(1).some((preview) => 'stoppedAtZero' in preview)).toBe(false);
  expect(writes).toEqual([]);
  const preview = async (operation: string) =>
    (await run(adjust, card(20), { previewOnly: true, amount: 50, operation })).out[0];
  expect(await preview('subtract')).toMatchObject({ applied: 20, stoppedAtZero: true });
  expect(await preview('add')).not.toHaveProperty('previousBalance');
});

test('The preview of Subtract does not fail if it cannot read the balance', async () => {
  const key = control().addKey(['scanning.redeem']);
  const input = { passId: card(20), amount: 50, previewOnly: true };
  for (const more of [{}, { templateId: templateId() }]) {
    const { out } = await core.run(subtract, { ...input, ...more }, { key });
    expect(out).toMatchObject([{ preview: true }]);
    expect(out[0]).not.toHaveProperty('stoppedAtZero');
  }
});

const fail = { ifBalanceTooLow: 'fail' };
const TOO_LOW = { kind: 'conflict', field: 'amount' };

test.each([
  ['subtract', subtract, {}],
  ['adjust', adjust, { operation: 'subtract' }],
] as const)('Too low a balance fails on request: %s', async (_, operation, more) => {
  const input = { amount: 99_999, ...fail, ...more };
  const { error, writes } = await run(operation, card('49.90'), input);
  expect(error).toMatchObject({ ...TOO_LOW, details: { balance: 49.9 } });
  expect(error?.message).toContain('99999 is requested, 49.9 is left');
  expect(error?.fix).toMatch(/^Subtract at most 49\.9, or set 'If the Balance Is Too Low'/);
  expect(writes).toEqual([]);
});

test('Subtracting exactly what there is succeeds, and the change is known', async () => {
  const { out } = await run(subtract, card(49.9), { amount: 49.9, ...fail });
  expect(out).toMatchObject([{ previousBalance: 49.9, applied: 49.9, pointsBalance: 0 }]);
  expect(out[0]).not.toHaveProperty('stoppedAtZero');
});

test('A balance is compared without what calculations have left over in it', async () => {
  const { out } = await run(subtract, card(0.3 - 0.1), { amount: 0.2, ...fail });
  expect(out).toMatchObject([{ previousBalance: 0.2, applied: 0.2, pointsBalance: 0 }]);
});

test('A card without a balance counts as 0, and a balance that is not a number is refused', async () => {
  const none = await run(subtract, card(), { amount: 1, ...fail });
  expect(none.error).toMatchObject({ ...TOO_LOW, details: { balance: 0 } });
  // Subtracting 0 is refused, too.
  expect(none.error?.fix).toMatch(/^The card is empty: skip it, or set .* to Stop at Zero\.$/);
  const text = await run(subtract, card('€10'), { amount: 1, ...fail });
  expect(text.error?.message).toContain('€10');
  expect([...none.writes, ...text.writes]).toEqual([]);
});

test('The balance is read again for every item, with one request after the first', async () => {
  control().seedPasses(templateId(), 450);
  const id = card(10);
  control().seedPasses(templateId(), 250);
  const item = { passId: id, templateId: templateId(), amount: 6, ...fail };
  const { errors, sent } = await core.run(subtract, [item, item], { continueOnFail: true });
  expect(errors).toMatchObject([undefined, { ...TOO_LOW, details: { balance: 4 } }]);
  expect(sent.slice(sent.indexOf('PATCH /pass') + 1)).toEqual(['GET /passes']);
  expect(control().pass(id)?.templateFields.balance).toBe(4);
});

test('Reading a balance needs the template, and the scope passes.viewAll', async () => {
  const key = control().addKey(['scanning.redeem']);
  const { giftCard } = core.sandbox.templates;
  for (const [input, options, error] of [
    [{ templateId: '' }, {}, { kind: 'invalidInput', field: 'templateId' }],
    [{ templateId: giftCard }, {}, { kind: 'notFound', field: 'templateId' }],
    [{}, { key }, { kind: 'missingScope', scope: 'passes.viewAll' }],
  ] as const) {
    const failed = await run(subtract, card(10), { amount: 1, ...fail, ...input }, options);
    expect(failed.error).toMatchObject(error);
    expect(failed.writes).toEqual([]);
  }
});

test('Decimals stay exact, as number and as text', async () => {
  const passId = card('0.10');
  const items = [0.2, ' 19.99 ', '0.01'].map((amount) => ({ passId, amount }));
  await core.run(add, items);
  const operations = [0.2, 19.99, 0.01].map((amount) => ({ operation: 'add', amount }));
  const bodies = operations.map((balanceOperation) => ({ balanceOperation }));
  expect(core.bodies('PATCH', '/pass')).toMatchObject(bodies);
  expect(control().pass(passId)?.templateFields.balance).toBe(20.3);
});
