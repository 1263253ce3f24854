import { textWith } from '../support/matchers';
import { type PassRun, passById, useN8n } from '../support/n8n';

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
const balance = (id: string) => control().pass(id)?.templateFields.balance;
const LOST = { kind: 'dropAfter', match: { method: 'PATCH' } } as const;

it('identifies passes the same way for all items, so that each pass has one concurrency key', () => {
  const choices = n8n.engine.nodeType('walletPass').description.properties.filter(
    ({ name, displayOptions }) =>
      // Removing a holder twice is harmless.
      name === 'identifyBy' && displayOptions?.show?.resource?.[0] !== 'badgeHolder',
  );
  expect(choices.length).toBeGreaterThan(10);
  expect(choices.every(({ noDataExpression }) => noDataExpression)).toBe(true);
});

it('only the item with an unknown result is skipped when the step is retried', async () => {
  const id = card();
  control().queueFault(LOST);
  const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
  const { out } = await run(
    'add',
    { ...passById(id), amount: 1 },
    { items: [{}, {}, {}], node: { ...retries, onError: 'continueRegularOutput' } },
  );
  expect(out).toMatchObject([
    { error: textWith('Unknown result'), details: { kind: 'outcomeUnknown' } },
    { pointsBalance: 2 },
    { pointsBalance: 3 },
  ]);
  expect(balance(id)).toBe(3);
});

it('a balance that stopped at zero is marked, and a hint names its item', async () => {
  const { out, run: engineRun } = await run(
    'subtract',
    { ...passById(card(20)), amount: '={{ $json.amount }}' },
    { items: [{ amount: 5 }, { amount: 50 }] },
  );
  expect(out).toMatchObject([
    { applied: 5, previousBalance: 20 },
    { pointsBalance: 0, stoppedAtZero: true },
  ]);
  const hints = engineRun.data.resultData.runData['Wallet Pass']?.[0]?.hints ?? [];
  expect(hints.map(({ message }) => message).join()).toMatch(
    /1 item stopped at zero.*: item 1 \(row 2\)\./,
  );
});
