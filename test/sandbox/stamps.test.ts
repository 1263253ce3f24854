import fc from 'fast-check';

import { STAMP_CARDS } from '../support/long';
import { T0, useSandbox } from './harness';

interface Collection {
  totalCollected: number;
  collectedStamps: number;
  totalStamps: number;
  isComplete: boolean;
  claimedTiers: number[];
  lastUpdated: number;
}
interface Stamped {
  error?: string;
  stampCollection: Collection;
}

const h = useSandbox();
const card = (collectedStamps = 0) =>
  h.issue({ templateId: h.sandbox.templates.stampCard, collectedStamps });
const stamp = (id: string, stampOperation: object) => h.patch<Stamped>({ id, stampOperation });

describe('stamp operations', () => {
  test.each([
    [0, { operation: 'add', count: 1 }, 1],
    [8, { operation: 'add', count: 5 }, 10],
    [30, { operation: 'add', count: 1 }, 30],
    [5, { operation: 'remove' }, 4],
    [5, { operation: 'remove', count: 3 }, 2],
    [2, { operation: 'remove', count: 9 }, 0],
    [7, { operation: 'removeAll' }, 0],
    [7, { operation: 'set', count: 3 }, 3],
    [7, { operation: 'set', count: 0 }, 0],
    [7, { operation: 'set', count: 40 }, 10],
  ])('a card of ten with %i stamps, %j: %i', async (before, operation, after) => {
    const { status, body } = await stamp(await card(before), operation);
    expect(status).toBe(200);
    expect(body.stampCollection).toMatchObject({
      collectedStamps: after,
      totalStamps: 10,
      isComplete: after >= 10,
    });
  });

  test('the response contains the whole stamp collection', async () => {
    const id = await card();
    h.sandbox.control.advanceClock(50);
    expect((await stamp(id, { operation: 'add', count: 10 })).body.stampCollection).toEqual({
      totalCollected: 10,
      collectedStamps: 10,
      totalStamps: 10,
      isComplete: true,
      claimedTiers: [],
      lastUpdated: T0 + 50,
    });
  });

  test.each([
    { operation: 'add' },
    { operation: 'set' },
    { operation: 'add', count: 0 },
    { operation: 'add', count: 1.5 },
    { operation: 'add', count: '1' },
    { operation: 'remove', count: -1 },
    { operation: 'claimTier' },
    { operation: 'punch', count: 1 },
    { operation: 'removeAll', intent: 'gift' },
    { operation: 'add', count: 1, idempotencyKey: '' },
  ])('%j returns 400', async (operation) => {
    expect((await stamp(await card(3), operation)).status).toBe(400);
  });

  test('a template that is not a stamp card returns 400', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.loyalty });
    expect((await stamp(id, { operation: 'add', count: 1 })).status).toBe(400);
  });

  test('a top-level collectedStamps is exact, may exceed the card, and returns no collection', async () => {
    const id = await card(2);
    const { body } = await h.patch({ id, collectedStamps: 33 });
    expect(body).not.toHaveProperty('stampCollection');
    expect(h.sandbox.control.pass(id)?.collectedStamps).toBe(33);
  });
});

describe('redeeming', () => {
  test('emptying with intent redeem records a redemption and starts the next round', async () => {
    const id = await card(10);
    await stamp(id, { operation: 'claimTier', threshold: 5 });
    const { body } = await stamp(id, { operation: 'removeAll', intent: 'redeem' });
    expect(body.stampCollection).toMatchObject({
      collectedStamps: 0,
      totalCollected: 10,
      claimedTiers: [],
    });
    expect(h.sandbox.control.pass(id)?.redemptions).toEqual([{ at: T0, stamps: 10 }]);
  });

  test('emptying without the intent is a correction', async () => {
    const id = await card(10);
    const { body } = await stamp(id, { operation: 'removeAll' });
    expect(body.stampCollection.totalCollected).toBe(0);
    expect(h.sandbox.control.pass(id)?.redemptions).toEqual([]);
  });

  test('an operation that does not empty the card is not a redemption', async () => {
    const id = await card(10);
    await stamp(id, { operation: 'remove', count: 2, intent: 'redeem' });
    expect(h.sandbox.control.pass(id)?.redemptions).toEqual([]);
  });
});

describe('tiers', () => {
  const claim = (id: string, threshold: number, idempotencyKey?: string) =>
    stamp(id, { operation: 'claimTier', threshold, idempotencyKey });

  test('a reached tier is claimed once, and the stamps stay', async () => {
    const id = await card(6);
    expect((await claim(id, 5)).body.stampCollection).toMatchObject({
      claimedTiers: [5],
      collectedStamps: 6,
    });
    const again = await claim(id, 5);
    expect([again.status, again.body]).toEqual([400, { error: 'Tier already claimed' }]);
  });

  test('an unreached tier is refused', async () => {
    const response = await claim(await card(6), 10);
    expect([response.status, response.body]).toEqual([400, { error: 'Threshold not reached' }]);
  });

  test('a threshold without a tier is refused', async () => {
    const response = await claim(await card(6), 6);
    expect([response.status, response.body]).toEqual([400, { error: 'Unknown tier threshold' }]);
  });

  test('a refused claim does not consume its idempotency key', async () => {
    const id = await card(4);
    expect((await claim(id, 5, 'k')).status).toBe(400);
    await stamp(id, { operation: 'add', count: 1 });
    expect((await claim(id, 5, 'k')).body.stampCollection.claimedTiers).toEqual([5]);
    expect((await claim(id, 5, 'k')).status).toBe(200);
  });
});

describe('idempotency keys', () => {
  const add = (id: string, idempotencyKey: string) =>
    stamp(id, { operation: 'add', count: 1, idempotencyKey });

  test('a repeated key counts once, returns the same response and does not change `updated`', async () => {
    const id = await card();
    const first = await add(id, 'order-1');
    h.sandbox.control.advanceClock(1000);
    const second = await add(id, 'order-1');
    expect(second.body).toEqual(first.body);
    expect(h.sandbox.control.pass(id)?.updated).toBe(T0);
  });

  test('keys are remembered per card', async () => {
    const [a, b] = [await card(), await card()];
    await add(a, 'k');
    expect((await add(b, 'k')).body.stampCollection.collectedStamps).toBe(1);
  });

  test('other changes beside a repeated key still apply', async () => {
    const id = await card();
    const stampOperation = { operation: 'add', count: 1, idempotencyKey: 'k' };
    await h.patch({ id, stampOperation });
    await h.patch({ id, stampOperation, templateFields: { a: 1 } });
    expect(h.sandbox.control.pass(id)).toMatchObject({
      collectedStamps: 1,
      templateFields: { a: 1 },
    });
  });

  test('in any sequence, exactly the keys that are not among the last 20 count', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 20, maxLength: 45 }),
        async (keys) => {
          const id = await card();
          let remembered: number[] = [];
          let counted = 0;
          for (const key of keys) {
            // Corrections keep the card from filling up, which would hide bugs.
            await h.patch({ id, collectedStamps: 0 });
            const { body } = await add(id, `event-${key}`);
            const counts = !remembered.includes(key);
            if (counts) remembered = [...remembered, key].slice(-20);
            counted += counts ? 1 : 0;
            expect(body.stampCollection.collectedStamps).toBe(counts ? 1 : 0);
          }
          expect(counted).toBeGreaterThan(0);
        },
      ),
      { numRuns: STAMP_CARDS },
    );
  });
});
