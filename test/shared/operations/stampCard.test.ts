import { add } from '../../../shared/operations/stampCard/add';
import { claimTier } from '../../../shared/operations/stampCard/claimTier';
import { redeem } from '../../../shared/operations/stampCard/redeem';
import { remove } from '../../../shared/operations/stampCard/remove';
import { set } from '../../../shared/operations/stampCard/set';
import { useCore } from '../../support/core';
import { textWith } from '../../support/matchers';
import { startStub } from '../../support/stubService';

const core = useCore({ checks: true });
const templates = () => core.sandbox.templates;
const control = () => core.sandbox.control;

/** A card of ten, with rewards at five and ten. */
const card = (collectedStamps = 0) =>
  core.seedPass({ externalId: 'M-1', collectedStamps }, templates().stampCard);
const byExternalId = () => ({ externalId: 'M-1', templateId: templates().stampCard });
const patches = () => core.bodies('PATCH', '/pass');
const keys = () =>
  patches().map(
    ({ stampOperation }) => (stampOperation as { idempotencyKey: string }).idempotencyKey,
  );
const count = (id: string) => control().pass(id)?.collectedStamps;
const LOST = { kind: 'dropAfter', match: { method: 'PATCH' } } as const;

test.each([add, set, remove, redeem])('$label fails without the stamps', async (operation) => {
  const { baseUrl } = await startStub(() => ({ body: { id: 'ps_1', stampCollection: null } }));
  const input = { passId: 'ps_1', count: 1, idempotencyKey: 'order-1', confirm: true };
  const { error } = await core.run(operation, input, { baseUrl });
  expect(error?.kind).toBe('outcomeUnknown');
});

test('Add Stamps reports where it stopped, because surplus stamps are lost', async () => {
  const id = card(7);
  const { out } = await core.run(add, { passId: id, count: 5, idempotencyKey: 'order-1' });
  const stampOperation = { operation: 'add', count: 5, idempotencyKey: 'add:order-1' };
  expect(patches()).toEqual([{ id, stampOperation }]);
  expect(out).toMatchObject([
    {
      ...{ id, externalId: 'M-1', isComplete: true, claimedTiers: [] },
      ...{ collectedStamps: 10, totalStamps: 10, totalCollected: 10 },
      lastUpdated: textWith(/Z$/),
    },
  ]);
});

test('Set Stamps stops at the card size', async () => {
  const id = card(1);
  const stamped = await core.run(set, { passId: id, count: 15 });
  expect(stamped.out).toMatchObject([{ collectedStamps: 10, isComplete: true }]);
  expect(patches()).toEqual([
    { id, stampOperation: { operation: 'set', count: 15, idempotencyKey: textWith(/^set:/) } },
  ]);
});

const claim = (passId: string, threshold: number, more: object = {}) =>
  core.run(claimTier, { passId, threshold, ...more });

test.each([
  [10, 'threshold_not_reached', /Add stamps first/],
  [7, 'unknown_tier_threshold', /'Stamps for the Reward'/],
  [5, 'tier_already_claimed', /'Continue If Already Given'/],
])('Mark Reward as Given at %i is refused: %s', async (threshold, code, fix) => {
  const id = card(6);
  await claim(id, 5);
  const { error } = await claim(id, threshold);
  expect(error).toMatchObject({ kind: 'conflict', status: 400, code, fix: textWith(fix) });
});

test('Mark Reward as Given accepts an already claimed tier if asked, but no other refusal', async () => {
  const id = card(6);
  await claim(id, 5);
  const fine = { continueIfClaimed: true };
  expect((await claim(id, 5, fine)).out).toEqual([{ id, alreadyClaimed: true }]);
  expect((await claim(id, 7, fine)).error).toMatchObject({ code: 'unknown_tier_threshold' });
  const key = control().addKey(['scanning.stamp']);
  const { out } = await core.run(claimTier, { ...byExternalId(), threshold: 5, ...fine }, { key });
  expect(out).toEqual([{ externalId: 'M-1', alreadyClaimed: true }]);
});

test('Two tiers claimed for one event are both claimed', async () => {
  const passId = card(10);
  for (const threshold of [5, 10]) {
    await core.run(claimTier, { passId, threshold, idempotencyKey: 'visit-9' });
  }
  expect(keys()).toEqual(['claim:5:visit-9', 'claim:10:visit-9']);
  expect(control().pass(passId)?.claimedTiers).toEqual([5, 10]);
});

test('An event counts once however often it runs; adding and redeeming are two events', async () => {
  const passId = card(1);
  const event = { passId, idempotencyKey: 'order-7' };
  for (const runKey of ['1', '2', '2']) await core.run(add, { ...event, count: 2 }, { runKey });
  expect(count(passId)).toBe(3);
  expect((await core.run(redeem, event)).out).toMatchObject([{ collectedStamps: 0 }]);
});

test('Each item, run and operation is one event without an event ID, and a retry is none', async () => {
  const passId = card();
  const twice = [1, 1].map((stamps) => ({ passId, count: stamps }));
  control().queueFault(LOST);
  await core.run(add, twice, { runKey: '71' });
  await core.run(add, twice, { runKey: '72' });
  await core.run(remove, { passId, count: 1 }, { runKey: '71' });
  expect(keys()).toHaveLength(6);
  expect(new Set(keys()).size).toBe(5);
  expect(keys().every((key) => /^(add|remove):7[12]:/.test(key))).toBe(true);
  expect(count(passId)).toBe(3);
});
