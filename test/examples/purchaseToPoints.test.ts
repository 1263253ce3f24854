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
  const run = await recipe.from(trigger, [{ headers: {}, params: {}, query: {}, body }]);
  expect(run.error()).toBeUndefined();
  const sent = ['Done', 'Not Done', 'Repeated'].flatMap((by) =>
    run.items(`Respond: ${by}`).map(({ json }) => ({ by, ...json }) as Sent),
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

const buy = (more: IDataObject = {}) => post('New Order', { ...ORDER, email: EMAIL, ...more });
const refund = (more: IDataObject = {}) =>
  post('Order Refunded', { ...REFUND, email: EMAIL, ...more });

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

it('has a seeded card in its samples, so that they run with one click in `npm run n8n`', async () => {
  const demo = await startSandbox({ seed: 'demo' });
  const emails = [ORDER, REFUND].map(({ email }) => (email as string).toLowerCase());
  const cards = demo.control.passes(demo.templates.loyalty);
  const held = emails.map((email) => cards.filter((one) => one.email === email));
  await demo.close();
  const seeded = { externalId: 'HP-000106', isValid: true, templateFields: { balance: 100 } };
  expect(held).toMatchObject([[seeded], [seeded]]);
});

describe('a purchase', () => {
  it('adds a point for each full dollar to the card of its email', async () => {
    expect(await buy({ total: '18.99' })).toEqual({ by: 'Done', done: true, balance: 118 });
    expectPoints({ 'RR-1': 118, 'RR-2': '100' });
  });

  it.each(['Ana.Souza@Example.COM', ` ${EMAIL} `])(
    'finds the card by %j, in another case or with spaces',
    async (email) => {
      expect(await buy({ email })).toMatchObject({ balance: 118 });
      expectPoints({ 'RR-1': 118, 'RR-2': '100' });
    },
  );

  it('that is sent twice counts once, and the next one counts again', async () => {
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

  it('without an ID counts only once, and the response says so', async () => {
    expect(await buy({ orderId: undefined })).toMatchObject({ by: 'Done' });
    const again = await buy({ orderId: undefined, total: '30.00' });
    expect(again).toMatchObject({
      by: 'Repeated',
      error: expect.stringContaining('there is none'),
    });
    expectPoints({ 'RR-1': 118, 'RR-2': '100' });
  });

  it('of somebody without a card is reported, also when it is sent again, and stops no other', async () => {
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

  it('of a family that shares an address is reported with all of its cards', async () => {
    await card('RR-3', EMAIL, '5');
    const response = await buy();
    expect(response).toMatchObject({ by: 'Not Done', done: false });
    expect(response.error).toMatch(/finds 2 passes of .*RR-3 \(issued .*RR-1 \(issued /);
    expectPoints({ 'RR-1': '100', 'RR-2': '100', 'RR-3': '5' });
  });

  it('of somebody whose only card is voided is reported', async () => {
    await changePass(recipe.sandbox, { template: 'loyalty', externalId: 'RR-1', change: 'voided' });
    expect(await buy()).toMatchObject({ by: 'Not Done', error: expect.stringContaining('RR-1') });
    expectPoints({ 'RR-1': '100', 'RR-2': '100' });
  });

  it.each([
    { email: '' },
    { email: null },
    { total: '0.99' },
    { total: undefined },
    { total: 'free' },
  ])('with %j is reported', async (more) => {
    expect(await buy(more)).toMatchObject({ by: 'Not Done', fix: expect.any(String) });
    expectPoints({ 'RR-1': '100', 'RR-2': '100' });
  });

  it('whose result is unknown is never repeated, even if the shop sends it again', async () => {
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
});

describe('a refund', () => {
  it('takes the points of the purchase back, once', async () => {
    await buy();
    expect(await refund()).toEqual({ by: 'Done', done: true, balance: 100 });
    expect(await refund()).toMatchObject({ by: 'Repeated', repeated: true });
    expectPoints({ 'RR-1': 100, 'RR-2': '100' });
  });

  it('of a part takes its points, and the parts take no more than the whole gave', async () => {
    await buy();
    expect(await refund({ refundId: 'RF-1', amount: '9.75' })).toMatchObject({ balance: 109 });
    expect(await refund({ refundId: 'RF-2', amount: '8.75' })).toMatchObject({ balance: 101 });
  });

  it('of more than the balance stops at zero, and says so', async () => {
    expect(await refund({ amount: '150.00' })).toEqual({
      by: 'Done',
      done: true,
      balance: 0,
      stoppedAtZero: true,
    });
    expectPoints({ 'RR-1': 0, 'RR-2': '100' });
  });

  it('to somebody without a card, or of a family, is reported', async () => {
    const nobody = await refund({ email: 'noah@example.com' });
    expect(nobody).toMatchObject({ by: 'Not Done', fix: expect.any(String) });
    await card('RR-3', EMAIL, '5');
    expect(await refund({ refundId: 'RF-2' })).toMatchObject({
      by: 'Not Done',
      error: expect.stringContaining('finds 2 passes'),
    });
    expectPoints({ 'RR-1': '100', 'RR-2': '100', 'RR-3': '5' });
  });
});
