import { createContext } from '../../../shared/operations/context';
import { runItem } from '../../../shared/run/runItem';
import type { Output } from '../../../shared/fields/output';
import { undiciTransport } from '../../support/undiciTransport';
import { add } from '../../../shared/operations/balance/add';
import { adjust } from '../../../shared/operations/balance/adjust';
import { set } from '../../../shared/operations/balance/set';
import { subtract } from '../../../shared/operations/balance/subtract';
import type { Operation } from '../../../shared/operations/operation';
import { fastClock } from '../../support/clock';
import { failureOf } from '../../support/failures';
import { useService } from '../../support/service';

const service = useService();
const control = () => service.sandbox.control;
const templateId = () => service.sandbox.templates.loyalty;

function card(balance?: number | string): string {
  const templateFields = balance === undefined ? undefined : { balance };
  const [id = ''] = control().seedPasses(templateId(), 1, {
    values: { externalId: 'M-1', ...(templateFields && { templateFields }) },
  });
  return id;
}

/** A run: all its items share one context. */
function createRun(apiKey = service.sandbox.keys['Full access']) {
  const context = createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey },
    transport: undiciTransport(apiKey),
    clock: fastClock,
  });
  return async (operation: Operation, passId: string, input: object): Promise<Output> => {
    const raw = { passId, templateId: templateId(), ...input };
    return (await runItem(operation, context, raw)) as Output;
  };
}

describe('the change of a balance', () => {
  const change = async (operation: Operation, balance: number | string, amount: number) => {
    const { previousBalance, applied, pointsBalance } = await createRun()(
      operation,
      card(balance),
      { amount },
    );
    return { previousBalance, applied, pointsBalance };
  };

  it('is known after adding, and after subtracting less than there is', async () => {
    expect(await change(add, '0.1', 0.2)).toEqual({
      previousBalance: 0.1,
      applied: 0.2,
      pointsBalance: 0.3,
    });
    expect(await change(subtract, 49.9, 0.7)).toEqual({
      previousBalance: 49.9,
      applied: 0.7,
      pointsBalance: 49.2,
    });
  });

  it('is unknown if nothing is left, and after setting', async () => {
    expect(await change(subtract, 49.9, 99_999)).toEqual({ pointsBalance: 0 });
    expect(await change(subtract, 49.9, 49.9)).toEqual({ pointsBalance: 0 });
    expect(await change(set, 5, 7)).toEqual({ pointsBalance: 7 });
  });
});

describe('If the Balance Is Too Low: Fail', () => {
  const fail = { ifBalanceTooLow: 'fail' };
  const patches = () => service.sent().filter((request) => request.startsWith('PATCH'));

  it.each([
    ['subtract', subtract, {}],
    ['adjust', adjust, { operation: 'subtract' }],
  ] as const)('subtracts nothing, and says what there is (%s)', async (_, operation, more) => {
    const id = card('49.90');
    const error = await failureOf(createRun()(operation, id, { amount: 99_999, ...fail, ...more }));
    expect(error).toMatchObject({
      kind: 'conflict',
      field: 'amount',
      message: "'Amount' is more than the balance: 99999 of 49.9",
      details: { balance: 49.9 },
    });
    expect(error.hint).toContain("'If the Balance Is Too Low'");
    expect(patches()).toEqual([]);
  });

  it('subtracts exactly what there is, and knows it', async () => {
    const output = await createRun()(subtract, card(49.9), { amount: 49.9, ...fail });
    expect(output).toMatchObject({ previousBalance: 49.9, applied: 49.9, pointsBalance: 0 });
  });

  it('counts no balance as 0, and refuses one that is not a number', async () => {
    const run = createRun();
    const none = await failureOf(run(subtract, card(), { amount: 1, ...fail }));
    expect(none.message).toBe("'Amount' is more than the balance: 1 of 0");
    const text = await failureOf(createRun()(subtract, card('€10'), { amount: 1, ...fail }));
    expect(text.message).toBe("The balance of the pass is not a number: '€10'");
    expect(patches()).toEqual([]);
  });

  it('reads the balance again for every item, with one request after the first', async () => {
    control().seedPasses(templateId(), 450);
    const id = card(10);
    control().seedPasses(templateId(), 250);
    const run = createRun();
    control().clearRequests();
    await run(subtract, id, { amount: 6, ...fail });
    const scanned = service.sent().length;
    const second = await failureOf(run(subtract, id, { amount: 6, ...fail }));
    expect(second.message).toBe("'Amount' is more than the balance: 6 of 4");
    expect(service.sent().length - scanned).toBe(1);
    expect(control().pass(id)?.templateFields.balance).toBe(4);
  });

  it('finds a pass by its external ID', async () => {
    card(10);
    const byExternalId = { passId: undefined, externalId: 'M-1', amount: 4, ...fail };
    expect(await createRun()(subtract, '', byExternalId)).toMatchObject({ pointsBalance: 6 });
  });

  it('needs the template, and the scope passes.viewAll', async () => {
    const id = card(10);
    const input = { amount: 1, ...fail };
    const missing = await failureOf(createRun()(subtract, id, { ...input, templateId: '' }));
    expect(missing.message).toBe("'Template' is required for 'If the Balance Is Too Low'");
    const key = control().addKey(['scanning.redeem']);
    expect(await failureOf(createRun(key)(subtract, id, input))).toMatchObject({
      kind: 'missingScope',
      scope: 'passes.viewAll',
    });
    const other = { ...input, templateId: service.sandbox.templates.giftCard };
    expect((await failureOf(createRun()(subtract, id, other))).message).toContain(
      'The pass was not found among the passes of the template',
    );
    expect(patches()).toEqual([]);
  });

  it('applies to subtracting only', async () => {
    const key = control().addKey(['scanning.redeem']);
    const input = { operation: 'add', amount: 5, templateId: '', ...fail };
    expect(await createRun(key)(adjust, card(10), input)).toMatchObject({ pointsBalance: 15 });
  });
});
