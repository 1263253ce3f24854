import { expectServerState } from './serverState';
import { useRecipe } from './recipe';

const recipe = useRecipe('shopify-to-pass');

interface Line {
  id: number;
  sku: string | null;
  quantity: number;
}

const pinned = (node: string) => recipe.workflow.pinData[node]?.[0]?.json ?? {};
const ORDER = pinned('Order Paid') as unknown as { id: number; name: string; line_items: Line[] };
const REFUND = pinned('Order Refunded') as unknown as {
  order_id: number;
  refund_line_items: { line_item_id: number; quantity: number; line_item: Line }[];
};
const [MEMBERSHIP, BAG] = ORDER.line_items as [Line, Line];
const EXTERNAL_ID = `shopify-${ORDER.id}`;
const EMAIL = 'ana.souza@example.com';

const order = (changes: object = {}) => ({ ...ORDER, ...changes });
/** A refund of items of an order. */
const refund = (lines: Line[], orderId = ORDER.id) => ({
  ...REFUND,
  order_id: orderId,
  refund_line_items: lines.map((line_item) => ({
    ...REFUND.refund_line_items[0],
    ...{ line_item_id: line_item.id, quantity: line_item.quantity, line_item },
  })),
});

const pay = async (...orders: object[]) => {
  const outputOf = await recipe.from('Order Paid', orders);
  return { issued: outputOf('Card Issued'), notIssued: outputOf('Card Not Issued') };
};
const refunded = async (...refunds: object[]) => {
  const outputOf = await recipe.from('Order Refunded', refunds);
  return { voided: outputOf('Card Voided'), notVoided: outputOf('Card Not Voided') };
};
/** All cards, and who got an email. */
const expectCards = (generic: Record<string, object>, emails: string[]) =>
  expectServerState(recipe.sandbox, { passes: { generic }, emails });

test('A paid order with a membership gets a card, whatever else was bought', async () => {
  const { issued, notIssued } = await pay(order());
  expect(issued).toEqual([
    { order: '#1001', link: expect.stringMatching(/^http/), outcome: 'created' },
  ]);
  expect(notIssued).toEqual([]);
  const customFields = {
    memberNumber: '#1001',
    memberName: 'Ana Souza',
    memberSince: '2026-11-10',
  };
  expectCards({ [EXTERNAL_ID]: { email: EMAIL, customFields } }, [EMAIL]);
});

test('An order that Shopify sends again gets no second card', async () => {
  await pay(order());
  const { issued } = await pay(order(), order({ updated_at: '2026-11-10T11:00:00-05:00' }));
  expect(issued).toMatchObject([{ outcome: 'existing' }, { outcome: 'existing' }]);
  expectCards({ [EXTERNAL_ID]: {} }, [EMAIL]);
});

test('An order with two memberships gets one card', async () => {
  const second = { ...MEMBERSHIP, id: MEMBERSHIP.id + 10, sku: 'MEMBER-2Y' };
  await pay(order({ line_items: [MEMBERSHIP, second] }));
  expectCards({ [EXTERNAL_ID]: {} }, [EMAIL]);
});

test('An order without a membership, or with items without an SKU, gets no card', async () => {
  const { issued, notIssued } = await pay(
    order({ line_items: [BAG] }),
    order({ line_items: [{ ...BAG, sku: null }] }),
  );
  expect([issued, notIssued]).toEqual([[], []]);
  expectCards({}, []);
});

test.each([null, ''])('An order whose email is %j gets no card and is reported', async (email) => {
  const { issued, notIssued } = await pay(order({ email, contact_email: email, customer: null }));
  expect(issued).toEqual([]);
  expect(notIssued).toEqual([
    { order: '#1001', reason: expect.stringContaining('Email'), fix: expect.any(String) },
  ]);
  expectCards({}, []);
});

test('An order that fails is reported, and the others get their cards', async () => {
  const bad = order({ id: 5940139491235, name: '#1002', email: 'noah(at)example.com' });
  const { issued, notIssued } = await pay(bad, order());
  expect(issued).toMatchObject([{ order: '#1001' }]);
  expect(notIssued).toEqual([
    { order: '#1002', reason: expect.stringContaining('Email'), fix: expect.any(String) },
  ]);
  expectCards({ [EXTERNAL_ID]: {} }, [EMAIL]);
});

describe('Refunds of two orders', () => {
  const other = order({ id: 5940139491300, name: '#1003', email: 'mei@example.com' });
  const valid = { [EXTERNAL_ID]: { isValid: true }, 'shopify-5940139491300': { isValid: true } };
  const emails = [EMAIL, 'mei@example.com'];
  beforeEach(async () => {
    await pay(order(), other);
  });

  test('A refund voids exactly the card of its order, once', async () => {
    const { voided } = await refunded(REFUND);
    expect(voided).toEqual([{ orderId: ORDER.id, voided: true }]);
    const state = { ...valid, [EXTERNAL_ID]: { isValid: false } };
    expectCards(state, emails);
    await refunded(REFUND);
    expectCards(state, emails);
  });

  test.each([
    ['another item', refund([BAG])],
    ['an amount only', refund([])],
  ])('A refund of %s voids nothing', async (_what, body) => {
    expect(await refunded(body)).toEqual({ voided: [], notVoided: [] });
    expectCards(valid, emails);
  });

  test('A refund of an order without a card is reported, and does not stop the others', async () => {
    const { voided, notVoided } = await refunded(refund([MEMBERSHIP], 1), refund([MEMBERSHIP]));
    expect(notVoided).toEqual([{ orderId: 1, reason: expect.stringContaining('shopify-1') }]);
    expect(voided).toMatchObject([{ orderId: ORDER.id }]);
  });

  test('A refunded card stays voided when the order arrives again', async () => {
    await refunded(REFUND);
    expect((await pay(order())).issued).toMatchObject([{ outcome: 'existing' }]);
    expectCards({ ...valid, [EXTERNAL_ID]: { isValid: false } }, emails);
  });
});
