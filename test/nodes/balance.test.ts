import type { IDataObject } from 'n8n-workflow';

import { expression } from '../support/expression';
import { textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { byId, passByExternalId, passById, useN8n } from '../support/n8n';

const n8n = useN8n({ seed: 'templates', lostUpdates: true });
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;

function card(balance: number | string = 0): string {
  const [id = ''] = control().seedPasses(templates().loyalty, 1, {
    values: { externalId: 'M-1', templateFields: { balance } },
  });
  return id;
}
const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'balance', ...options });
const patches = () => n8n.bodies('PATCH', '/pass');
const balance = (id: string) => control().pass(id)?.templateFields.balance;
const LOST = { kind: 'dropAfter', match: { method: 'PATCH' } } as const;

describe('requests and outputs', () => {
  it('adds to points and to gift cards, and never sends a total', async () => {
    const id = card(20);
    const { out } = await run('add', { ...passById(id), amount: 12.5 });
    expect(patches()).toEqual([{ id, balanceOperation: { operation: 'add', amount: 12.5 } }]);
    expect(out).toEqual([
      { id, externalId: 'M-1', pointsBalance: 32.5, previousBalance: 20, applied: 12.5 },
    ]);

    const [gift = ''] = control().seedPasses(templates().giftCard, 1, {
      values: { externalId: 'G-1', templateFields: { balance: 10 } },
    });
    const other = await run('add', {
      ...passByExternalId('G-1', templates().giftCard),
      amount: 1,
    });
    expect(other.out).toEqual([
      { id: gift, externalId: 'G-1', pointsBalance: 11, previousBalance: 10, applied: 1 },
    ]);
    expect(JSON.stringify(patches())).not.toContain('isTotal');
  });

  it('stops at zero when more is subtracted, and the output shows it', async () => {
    const id = card(20);
    const { out } = await run('subtract', { ...passById(id), amount: 50 });
    expect(patches()).toEqual([{ id, balanceOperation: { operation: 'subtract', amount: 50 } }]);
    expect(out).toEqual([{ id, externalId: 'M-1', pointsBalance: 0 }]);
  });

  it('subtracts nothing on request when more is subtracted, and names the balance', async () => {
    const options = { ifBalanceTooLow: 'fail' };
    const parameters = { ...passById(card(49.9)), templateId: byId(templates().loyalty), options };
    const { error } = await run('subtract', { ...parameters, amount: 99_999 });
    expect(error?.message).toBe("'Amount' is more than the balance: 99999 of 49.9 [item 0]");
    expect(patches()).toEqual([]);
    const { out } = await run('subtract', { ...parameters, amount: 49.9 });
    expect(out).toMatchObject([{ pointsBalance: 0, previousBalance: 49.9, applied: 49.9 }]);
  });

  it('sets by redeeming, or by editing the pass with passes.edit alone', async () => {
    const id = card(20);
    const redeemed = await run('set', { ...passById(id), amount: 3 });
    expect(redeemed.out).toEqual([{ id, externalId: 'M-1', pointsBalance: 3 }]);
    const edited = await run(
      'set',
      { ...passById(id), amount: 4.25, options: { method: 'editing' } },
      { key: control().addKey(['passes.edit']) },
    );
    expect(edited.out).toEqual([{ id, externalId: 'M-1', pointsBalance: 4.25 }]);
    expect(patches()).toEqual([
      { id, balanceOperation: { operation: 'set', amount: 3 } },
      { id, templateFields: { balance: 4.25 } },
    ]);
  });

  it('keeps decimals exact, as number and as text', async () => {
    const id = card('0.10');
    await run(
      'add',
      { ...passById(id), amount: expression('$json.amount') },
      {
        items: [{ amount: 0.2 }, { amount: ' 19.99 ' }, { amount: '0.01' }],
      },
    );
    expect(patches().map((body) => body.balanceOperation)).toEqual(
      [0.2, 19.99, 0.01].map((amount) => ({ operation: 'add', amount })),
    );
    expect(balance(id)).toBe(20.3);
  });

  it('applies all of twenty changes to one balance', async () => {
    const id = card();
    control().setLatency(2);
    const { out } = await run(
      'add',
      { ...passById(id), amount: 1 },
      { items: Array<IDataObject>(20).fill({}) },
    );
    expect(out.map(({ pointsBalance }) => pointsBalance)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
    expect(control().inFlightMax()).toBe(1);
  });

  it('identifies passes the same way for all items, so that each pass has one concurrency key', () => {
    const choices = n8n.engine
      .nodeType('walletPass')
      .description.properties.filter(({ name }) => name === 'identifyBy');
    expect(choices.length).toBeGreaterThan(10);
    expect(choices.every(({ noDataExpression }) => noDataExpression)).toBe(true);
  });
});

describe('an unknown result', () => {
  it.each([
    ['add', LOST],
    ['subtract', LOST],
    ['add', { kind: 'unavailable', status: 503, match: { method: 'PATCH' } }],
  ] as const)(
    '%s is never retried after an unknown result, and says that it may have been applied (%j)',
    async (operation, fault) => {
      const id = card(10);
      control().queueFault(fault);
      const { error } = await run(
        operation,
        { ...passById(id), amount: 4 },
        { node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 } },
      );
      expect(patches()).toHaveLength(1);
      expect(error?.message).toMatch(/^Unknown result/);
      expect(error?.description).toContain(
        'Check the dashboard before running this again; it could be applied twice.',
      );
      expect(error?.context).toMatchObject({ kind: 'outcomeUnknown', itemIndex: 0 });
    },
  );

  it('skips only the item with an unknown result when the step is retried', async () => {
    const id = card();
    control().queueFault(LOST);
    const { out } = await run(
      'add',
      { ...passById(id), amount: 1 },
      {
        items: [{}, {}, {}],
        node: {
          retryOnFail: true,
          maxTries: 2,
          waitBetweenTries: 1,
          onError: 'continueRegularOutput',
        },
      },
    );
    expect(out).toMatchObject([
      { error: textWith('Unknown result'), details: { kind: 'outcomeUnknown' } },
      { pointsBalance: 2 },
      { pointsBalance: 3 },
    ]);
    expect(balance(id)).toBe(3);
  });

  it('retries Add after a rate limit, because nothing was applied', async () => {
    const id = card();
    control().queueFault({ kind: 'rateLimited', match: { method: 'PATCH' } });
    const { out } = await run('add', { ...passById(id), amount: 5 });
    expect(out).toMatchObject([{ pointsBalance: 5 }]);
  });
});
