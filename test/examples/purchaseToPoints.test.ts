import type { IDataObject } from 'n8n-workflow';

import { startSandbox } from '../../sandbox';
import { changePass, expectServerState, issue } from './serverState';
import { useRecipe } from './recipe';

const recipe = useRecipe('purchase-to-points');

const EMAIL = 'ana.souza@example.com';
const ORDER = bodyOf('New Order');
const REFUND = bodyOf('Order Refunded');

/** The body of the pinned webhook. */
function bodyOf(trigger: string): IDataObject {
  const { json } = recipe.workflow.pinData[trigger]?.[0] ?? {};
  return (json as { body?: IDataObject } | undefined)?.body ?? {};
}

/** @returns the response to a webhook, with the name of the node that sent it */
async function post(trigger: string, body: IDataObject): Promise<IDataObject> {
  const outputOf = await recipe.from(trigger, [{ headers: {}, params: {}, query: {}, body }]);
  const sent = ['Done', 'Not Done', 'Repeated'].flatMap((by) =>
    outputOf(`Respond: ${by}`).map((response) => ({ by, ...response }) as Sent),
  );
  expect(sent).toHaveLength(1);
  // Many shops turn off a webhook that keeps failing.
  expect(sent[0]?.status).toBe(200);
  return { by: sent[0]?.by, ...sent[0]?.body };
}
interface Sent {
  by: string;
  status: number;
  body: IDataObject;
}

const buy = (changes: IDataObject = {}) =>
  post('New Order', { ...ORDER, email: EMAIL, ...changes });
const refund = (changes: IDataObject = {}) =>
  post('Order Refunded', { ...REFUND, email: EMAIL, ...changes });

const card = (externalId: string, email: string, balance = '100') =>
  issue(recipe.sandbox, { template: 'loyalty', externalId, email, values: { balance } });
/** All cards by external ID, with their balance; nobody gets an email. */
const expectPoints = (balances: Record<string, unknown>) => {
  const loyalty = Object.entries(balances).map(([externalId, balance]) => [
    externalId,
    { templateFields: { balance } },
  ]);
  expectServerState(recipe.sandbox, {
    passes: { loyalty: Object.fromEntries(loyalty) as Record<string, object> },
  });
};

beforeEach(async () => {
  await card('RR-1', EMAIL);
  await card('RR-2', 'mei@example.com');
});

test('The sample card is in the demo data, so that `npm run n8n` runs the workflow with one click', async () => {
  const demo = await startSandbox({ seed: 'demo' });
  const emails = [ORDER, REFUND].map(({ email }) => (email as string).toLowerCase());
  const cards = demo.control.passes(demo.templates.loyalty);
  const held = emails.map((email) => cards.filter((pass) => pass.email === email));
  await demo.close();
  const seeded = { externalId: 'HP-000106', isValid: true, templateFields: { balance: 100 } };
  expect(held).toMatchObject([[seeded], [seeded]]);
});

test('A purchase adds a point for each full dollar to the card of its email', async () => {
  expect(await buy({ total: '18.99' })).toEqual({ by: 'Done', done: true, balance: 118 });
  expectPoints({ 'RR-1': 118, 'RR-2': '100' });
});

test.each(['Ana.Souza@Example.COM', ` ${EMAIL} `])(
  'A purchase finds the card by %j',
  async (email) => {
    expect(await buy({ email })).toMatchObject({ balance: 118 });
    expectPoints({ 'RR-1': 118, 'RR-2': '100' });
  },
);

test('A purchase that is sent twice counts once, and the next one counts again', async () => {
  await buy();
  expect(await buy({ email: EMAIL.toUpperCase() })).toEqual({
    by: 'Repeated',
    done: false,
    repeated: true,
    error: expect.any(String),
  });
  expectPoints({ 'RR-1': 118, 'RR-2': '100' });
  expect(await buy({ orderId: 'R-20418' })).toMatchObject({ balance: 136 });
});

test('A purchase without an ID counts only once, and the response says so', async () => {
  expect(await buy({ orderId: undefined })).toMatchObject({ by: 'Done' });
  const again = await buy({ orderId: undefined, total: '30.00' });
  expect(again).toMatchObject({
    by: 'Repeated',
    error: expect.stringContaining('there is none'),
  });
  expectPoints({ 'RR-1': 118, 'RR-2': '100' });
});

test('A purchase of somebody without a card is reported, and does not stop the next one', async () => {
  expect(await buy({ email: 'noah@example.com' })).toEqual({
    by: 'Not Done',
    done: false,
    error: expect.stringMatching(/finds no pass: 'noah@example\.com'/),
    fix: expect.any(String),
  });
  expect(await buy({ email: 'noah@example.com' })).toMatchObject({ by: 'Repeated' });
  expect(await buy({ orderId: 'R-20418' })).toMatchObject({ balance: 118 });
  expectPoints({ 'RR-1': 118, 'RR-2': '100' });
});

test('A purchase of a family that shares an email is reported with all of its cards', async () => {
  await card('RR-3', EMAIL, '5');
  const response = await buy();
  expect(response).toMatchObject({ by: 'Not Done', done: false });
  expect(response.error).toMatch(/finds 2 passes of .*RR-3 \(issued .*RR-1 \(issued /);
  expectPoints({ 'RR-1': '100', 'RR-2': '100', 'RR-3': '5' });
});

test('A purchase of somebody whose only card is voided is reported', async () => {
  await changePass(recipe.sandbox, { template: 'loyalty', externalId: 'RR-1', change: 'voided' });
  expect(await buy()).toMatchObject({ by: 'Not Done', error: expect.stringContaining('RR-1') });
  expectPoints({ 'RR-1': '100', 'RR-2': '100' });
});

test.each([
  { email: '' },
  { email: null },
  { total: '0.99' },
  { total: undefined },
  { total: 'free' },
])('A purchase with %p is reported', async (changes) => {
  expect(await buy(changes)).toMatchObject({ by: 'Not Done', fix: expect.any(String) });
  expectPoints({ 'RR-1': '100', 'RR-2': '100' });
});

test('A purchase whose result is unknown is never repeated, even if the shop sends it again', async () => {
  const { control } = recipe.sandbox;
  control.queueFault({ kind: 'dropAfter', match: { method: 'PATCH' }, count: 10 });
  expect(await buy()).toMatchObject({
    by: 'Not Done',
    error: expect.stringContaining('Unknown result'),
  });
  control.clearFaults();
  expect(await buy()).toMatchObject({ by: 'Repeated' });
  expectPoints({ 'RR-1': 118, 'RR-2': '100' });
});

test('A refund takes the points of the purchase back, once', async () => {
  await buy();
  expect(await refund()).toEqual({ by: 'Done', done: true, balance: 100 });
  expect(await refund()).toMatchObject({ by: 'Repeated', repeated: true });
  expectPoints({ 'RR-1': 100, 'RR-2': '100' });
});

test('A refund of a part takes its points, and all parts no more than the purchase added', async () => {
  await buy();
  expect(await refund({ refundId: 'RF-1', amount: '9.75' })).toMatchObject({ balance: 109 });
  expect(await refund({ refundId: 'RF-2', amount: '8.75' })).toMatchObject({ balance: 101 });
});

test('A refund of more than the balance stops at zero, and says so', async () => {
  expect(await refund({ amount: '150.00' })).toEqual({
    by: 'Done',
    done: true,
    balance: 0,
    stoppedAtZero: true,
  });
  expectPoints({ 'RR-1': 0, 'RR-2': '100' });
});

test('A refund to somebody without a card, or to a family, is reported', async () => {
  const nobody = await refund({ email: 'noah@example.com' });
  expect(nobody).toMatchObject({ by: 'Not Done', fix: expect.any(String) });
  await card('RR-3', EMAIL, '5');
  expect(await refund({ refundId: 'RF-2' })).toMatchObject({
    by: 'Not Done',
    error: expect.stringContaining('finds 2 passes'),
  });
  expectPoints({ 'RR-1': '100', 'RR-2': '100', 'RR-3': '5' });
});
