import { Random } from '../../sandbox/state/random';
import { add } from '../../shared/operations/balance/add';
import { set } from '../../shared/operations/balance/set';
import { subtract } from '../../shared/operations/balance/subtract';
import type { Operation } from '../../shared/operations/operation';
import { createGroup } from '../../shared/operations/pass/createGroup';
import { useCore } from '../support/core';
import { BALANCE_CHANGES } from '../support/long';

/** Requests of a big batch are serial per pass and parallel across passes. */
// Two concurrent changes of a pass would start from the same balance, and one would be lost.
const core = useCore({ checks: true, lostUpdates: true });
const control = () => core.sandbox.control;
const templateId = () => core.sandbox.templates.giftCard;

jest.setTimeout(180_000);

const PASSES = 50;
const WIDTH = 10;
const START = 100_000;

const balance = (id: string) => Number(control().pass(id)?.templateFields.balance);

/** Cards with the external IDs G-1 and so on. */
function cards(): string[] {
  return control().seedPasses(templateId(), PASSES, {
    externalIdPrefix: 'G-',
    values: { templateFields: { balance: START } },
  });
}

interface Change {
  passId: string;
  externalId: string;
  amount: number;
}

/** Changes in random order: each pass several times. */
function changes(ids: readonly string[]): Change[] {
  const random = new Random(41);
  return Array.from({ length: BALANCE_CHANGES }, () => {
    const card = random.below(PASSES);
    const amount = (1 + random.below(500)) / 4;
    return { passId: ids[card] ?? '', externalId: `G-${card + 1}`, amount };
  });
}

const byPassId = ({ passId, amount }: Change) => ({ passId, amount });
const byExternalId = ({ externalId, amount }: Change) => ({
  externalId,
  templateId: templateId(),
  amount,
});

/** Runs the changes. @returns with the most requests for one pass at a time, and how often the width was full */
async function run(operation: Operation, inputs: readonly object[]) {
  const now = new Map<string, number>();
  let mostOfOne = 0;
  let full = 0;
  const count = (body: unknown, by: 1 | -1): number => {
    const { id, externalId } = body as { id?: string; externalId?: string };
    const name = String(id ?? externalId);
    now.set(name, (now.get(name) ?? 0) + by);
    return now.get(name) ?? 0;
  };
  const offStart = control().onRequestStart(({ body, inFlight }) => {
    mostOfOne = Math.max(mostOfOne, count(body, 1));
    if (inFlight === WIDTH) full += 1;
  });
  const offEnd = control().onRequest(({ body }) => count(body, -1));
  const result = await core.run(operation, inputs, { concurrency: WIDTH });
  offStart();
  offEnd();
  return { ...result, mostOfOne, full };
}

test.each<[string, string, Operation, number, (change: Change) => object]>([
  ['add', 'by pass ID', add, 1, byPassId],
  ['subtract', 'by pass ID', subtract, -1, byPassId],
  ['add', 'by external ID', add, 1, byExternalId],
])('Many changes leave balances exact: %s %s', async (_name, _by, operation, sign, inputOf) => {
  const ids = cards();
  const all = changes(ids);
  const expected = new Map(ids.map((id) => [id, START]));
  for (const { passId, amount } of all) {
    expected.set(passId, (expected.get(passId) ?? 0) + sign * amount);
  }

  control().setLatency(30);
  const { out, mostOfOne, full } = await run(operation, all.map(inputOf));

  expect(out).toHaveLength(all.length);
  expect(new Map(ids.map((id) => [id, balance(id)]))).toEqual(expected);
  expect(mostOfOne).toBe(1);
  expect(control().inFlightMax()).toBe(WIDTH);
  // Ten responses that arrive together are followed by ten requests, so it is reached at least once per
  // ten.
  expect(full).toBeGreaterThan((0.3 * all.length) / WIDTH);
});

test('Many balances are set in the order of the items, so that the last value stays', async () => {
  const ids = cards();
  const all = changes(ids);
  control().setLatency(2);
  const { out, mostOfOne } = await run(set, all.map(byPassId));
  expect(mostOfOne).toBe(1);
  expect(out.map(({ pointsBalance }) => pointsBalance)).toEqual(all.map(({ amount }) => amount));
  for (const id of ids) {
    const last = all.filter(({ passId }) => passId === id).at(-1);
    expect(balance(id)).toBe(last?.amount ?? START);
  }
});

test('Groups that share a pass never find it missing at the same time: each pass is issued once', async () => {
  // The shared pass is not the first of either group, in any order.
  const groups = [
    ['A-1', 'B-2'],
    ['B-2', 'C-3'],
    ['C-3', 'A-1'],
  ].map((ids) => ({
    passes: ids.map((externalId) => ({ templateId: templateId(), externalId })),
    email: 'ada@example.com',
  }));
  control().setLatency(30);
  const { out, errors } = await core.run(createGroup, groups, { continueOnFail: true });
  const issued = control()
    .passes(templateId())
    .map(({ externalId }) => externalId);
  expect(issued.sort()).toEqual(['A-1', 'B-2']);
  expect(out).toMatchObject([{ outcome: 'created' }]);
  expect(errors.map((error) => error?.details)).toMatchObject([
    undefined,
    { existing: ['B-2'] },
    { existing: ['A-1'] },
  ]);
});
