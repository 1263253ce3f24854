import { createContext } from '../../../shared/operations/context';
import { runPhases } from '../../../shared/run/itemPhases';
import type { Output } from '../../../shared/fields/output';
import { sandboxTransport } from '../../support/sandboxTransport';
import { add } from '../../../shared/operations/balance/add';
import { adjust } from '../../../shared/operations/balance/adjust';
import { set } from '../../../shared/operations/balance/set';
import { subtract } from '../../../shared/operations/balance/subtract';
import type { Operation } from '../../../shared/operations/operation';
import { fastClock } from '../../support/clock';
import { failureOf } from '../../support/failures';
import { notesOf, useCore } from '../../support/core';
import { startStub } from '../../support/stubService';

const core = useCore({ checks: true, lostUpdates: true });
const control = () => core.sandbox.control;
const templateId = () => core.sandbox.templates.loyalty;

function card(balance?: number | string): string {
  const templateFields = balance === undefined ? undefined : { balance };
  const [id = ''] = control().seedPasses(templateId(), 1, {
    values: { externalId: 'M-1', ...(templateFields && { templateFields }) },
  });
  return id;
}

/** A run: all its items share one context. */
function createRun(apiKey = core.sandbox.keys['Full access']) {
  const context = createContext({
    connection: { baseUrl: core.sandbox.baseUrl, apiKey },
    transport: sandboxTransport(core.sandbox, apiKey),
    clock: fastClock,
  });
  return async (operation: Operation, passId: string, input: object): Promise<Output> => {
    const raw = { passId, templateId: templateId(), ...input };
    return (await runPhases(operation, context, raw)) as Output;
  };
}

test.each([add, subtract, set])('$label fails without the new balance', async (operation) => {
  const { baseUrl } = await startStub(() => ({ body: { id: 'ps_1' } }));
  const input = { passId: 'ps_1', amount: 5, ifBalanceTooLow: 'stopAtZero' };
  const { error } = await core.run(operation, input, { baseUrl });
  expect(error?.kind).toBe('outcomeUnknown');
});

const change = async (operation: Operation, balance: number | string, amount: number) => {
  const {
    id: _id,
    externalId: _externalId,
    ...output
  } = await createRun()(operation, card(balance), { amount });
  return output;
};

test('The change of a balance is known after adding, and after subtracting less than there is', async () => {
  expect(await change(add, '0.1', 0.2)).toEqual({
    previousBalance: 0.1,
    applied: 0.2,
    pointsBalance: 0.3,
  });
  expect(await change(add, 0, 5)).toEqual({ previousBalance: 0, applied: 5, pointsBalance: 5 });
  expect(await change(subtract, 49.9, 0.7)).toEqual({
    previousBalance: 49.9,
    applied: 0.7,
    pointsBalance: 49.2,
  });
});

test('The change of a balance is unknown if nothing is left, and after setting', async () => {
  // The response is the same for both.
  for (const amount of [99_999, 49.9]) {
    expect(await change(subtract, 49.9, amount)).toEqual({
      pointsBalance: 0,
      stoppedAtZero: true,
    });
  }
  expect(await change(set, 5, 7)).toEqual({ pointsBalance: 7 });
});

const hintOf = async (amounts: number[], more: object = {}) => {
  const items = amounts.map((amount) => ({
    ...{ passId: card(20), templateId: templateId(), amount },
    ...more,
  }));
  const { report, out } = await core.run(subtract, items);
  return { out, hint: notesOf(report, 'stoppedAtZero')?.lines[0] };
};

test('A note names the items whose balance stopped at zero, and how to subtract nothing', async () => {
  const { hint } = await hintOf([50, 5, 60]);
  expect(hint).toMatch(
    /^2 items stopped at zero.* may have been more .*: items 0, 2\. .* to Fail\.$/,
  );
  expect((await hintOf([5])).hint).toBeUndefined();
});

test('The preview reads the balance, so it knows whether it would stop at zero', async () => {
  const { hint, out } = await hintOf([50, 20, 5], { previewOnly: true });
  expect(hint).toMatch(/^1 item would stop at zero, so its amount is more .*: item 0\./);
  expect(out).toMatchObject([
    { wouldBe: 'updated', previousBalance: 20, applied: 20, stoppedAtZero: true },
    { previousBalance: 20, applied: 20 },
    { previousBalance: 20, applied: 5 },
  ]);
  expect(out.slice(1).some((preview) => 'stoppedAtZero' in preview)).toBe(false);
  const adjusted = { passId: card(20), templateId: templateId(), previewOnly: true, amount: 50 };
  const preview = async (operation: string) =>
    (await core.run(adjust, { ...adjusted, operation })).out[0];
  expect(await preview('subtract')).toMatchObject({ applied: 20, stoppedAtZero: true });
  expect(await preview('add')).not.toHaveProperty('previousBalance');
  expect(core.sent().filter((request) => request.startsWith('PATCH'))).toEqual([]);
});

test('The preview does not fail if it cannot read the balance', async () => {
  const key = control().addKey(['scanning.redeem']);
  const input = { passId: card(20), amount: 50, previewOnly: true };
  for (const more of [{}, { templateId: templateId() }]) {
    const { out } = await core.run(subtract, { ...input, ...more }, { key });
    expect(out).toMatchObject([{ preview: true }]);
    expect(out[0]).not.toHaveProperty('stoppedAtZero');
  }
});

const fail = { ifBalanceTooLow: 'fail' };
const patches = () => core.sent().filter((request) => request.startsWith('PATCH'));

test.each([
  ['subtract', subtract, {}],
  ['adjust', adjust, { operation: 'subtract' }],
] as const)('Too low a balance fails on request: %s', async (_, operation, more) => {
  const id = card('49.90');
  const error = await failureOf(createRun()(operation, id, { amount: 99_999, ...fail, ...more }));
  expect(error).toMatchObject({
    kind: 'conflict',
    field: 'amount',
    details: { balance: 49.9 },
  });
  expect(error.message).toContain('99999 is requested, 49.9 is left');
  expect(error.hint).toMatch(/^Subtract at most 49\.9, or set 'If the Balance Is Too Low'/);
  expect(patches()).toEqual([]);
});

test('Subtracting exactly what there is succeeds, and the change is known', async () => {
  const output = await createRun()(subtract, card(49.9), { amount: 49.9, ...fail });
  expect(output).toMatchObject({ previousBalance: 49.9, applied: 49.9, pointsBalance: 0 });
  expect(output).not.toHaveProperty('stoppedAtZero');
});

test('A balance is compared without what calculations have left over in it', async () => {
  const output = await createRun()(subtract, card(0.3 - 0.1), { amount: 0.2, ...fail });
  expect(output).toMatchObject({ previousBalance: 0.2, applied: 0.2, pointsBalance: 0 });
});

test('A card without a balance counts as 0, and a balance that is not a number is refused', async () => {
  const run = createRun();
  const none = await failureOf(run(subtract, card(), { amount: 1, ...fail }));
  expect(none).toMatchObject({ kind: 'conflict', field: 'amount', details: { balance: 0 } });
  // Subtracting 0 is refused, too.
  expect(none.hint).toMatch(/^The card is empty: skip it, or set .* to Stop at Zero\.$/);
  const text = await failureOf(createRun()(subtract, card('€10'), { amount: 1, ...fail }));
  expect(text.message).toContain('€10');
  expect(patches()).toEqual([]);
});

test('The balance is read again for every item, with one request after the first', async () => {
  control().seedPasses(templateId(), 450);
  const id = card(10);
  control().seedPasses(templateId(), 250);
  const run = createRun();
  control().clearRequests();
  await run(subtract, id, { amount: 6, ...fail });
  const scanned = core.sent().length;
  const second = await failureOf(run(subtract, id, { amount: 6, ...fail }));
  expect(second).toMatchObject({ kind: 'conflict', details: { balance: 4 } });
  expect(core.sent().length - scanned).toBe(1);
  expect(control().pass(id)?.templateFields.balance).toBe(4);
});

test('Reading the balance needs the template, and the scope passes.viewAll', async () => {
  const id = card(10);
  const input = { amount: 1, ...fail };
  const missing = await failureOf(createRun()(subtract, id, { ...input, templateId: '' }));
  expect(missing).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
  const key = control().addKey(['scanning.redeem']);
  expect(await failureOf(createRun(key)(subtract, id, input))).toMatchObject({
    kind: 'missingScope',
    scope: 'passes.viewAll',
  });
  const other = { ...input, templateId: core.sandbox.templates.giftCard };
  expect(await failureOf(createRun()(subtract, id, other))).toMatchObject({
    kind: 'notFound',
    field: 'templateId',
  });
  expect(patches()).toEqual([]);
});

const bodies = () => core.bodies('PATCH', '/pass');

test('Decimals stay exact, as number and as text', async () => {
  const passId = card('0.10');
  const items = [0.2, ' 19.99 ', '0.01'].map((amount) => ({ passId, amount }));
  await core.run(add, items);
  expect(bodies().map(({ balanceOperation }) => balanceOperation)).toEqual(
    [0.2, 19.99, 0.01].map((amount) => ({ operation: 'add', amount })),
  );
  expect(control().pass(passId)?.templateFields.balance).toBe(20.3);
});
