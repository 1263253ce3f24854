import type { IDataObject } from 'n8n-workflow';

import { Random } from '../../sandbox/state/random';
import { BALANCE_CHANGES } from '../support/long';
import { passByExternalId, passById, useN8n } from '../support/n8n';

/** Requests of a big batch are serial per pass and parallel across passes. */
// Two concurrent changes of a pass would start from the same balance, and one would be lost.
const n8n = useN8n({ seed: 'templates', lostUpdates: true });
const control = () => n8n.sandbox.control;
const templateId = () => n8n.sandbox.templates.giftCard;

jest.setTimeout(180_000);

const PASSES = 50;
const CHANGES = BALANCE_CHANGES;
const WIDTH = 10;
const START = 100_000;

const balance = (id: string) => Number(control().pass(id)?.templateFields.balance);

function cards(): string[] {
  return control().seedPasses(templateId(), PASSES, {
    externalIdPrefix: 'G-',
    values: { templateFields: { balance: START } },
  });
}

/** Changes in random order: each pass about twenty times. */
function changes(ids: readonly string[]): { id: string; pass: number; amount: number }[] {
  const random = new Random(41);
  return Array.from({ length: CHANGES }, () => {
    const pass = random.below(PASSES);
    return { id: ids[pass] ?? '', pass, amount: (1 + random.below(500)) / 4 };
  });
}

/** The maximum of concurrent requests for one pass, and how often the full concurrency was reached. */
function watched() {
  const now = new Map<string, number>();
  let mostOfOne = 0;
  let full = 0;
  const nameOf = (body: unknown) => {
    const { id, externalId } = body as { id?: string; externalId?: string };
    return String(id ?? externalId);
  };
  const offStart = control().onRequestStart(({ body, inFlight }) => {
    const name = nameOf(body);
    now.set(name, (now.get(name) ?? 0) + 1);
    mostOfOne = Math.max(mostOfOne, now.get(name) ?? 0);
    if (inFlight === WIDTH) full += 1;
  });
  const offEnd = control().onRequest(({ body }) => {
    const name = nameOf(body);
    now.set(name, (now.get(name) ?? 0) - 1);
  });
  return () => {
    offStart();
    offEnd();
    return { mostOfOne, full };
  };
}

describe('a thousand changes to fifty passes, in any order', () => {
  const run = (operation: string, items: object[], pass: object) =>
    n8n.pass(
      operation,
      { ...pass, amount: '={{ $json.amount }}', options: { maxParallelRequests: WIDTH } },
      { resource: 'balance', items: items as IDataObject[] },
    );

  it.each([
    ['add', 'by pass ID', 1],
    ['subtract', 'by pass ID', -1],
    ['add', 'by external ID', 1],
  ])(
    '%s, %s: every balance is exact, one at a time, at full width',
    async (operation, by, sign) => {
      const ids = cards();
      const items = changes(ids);
      const expected = new Map(ids.map((id) => [id, START]));
      for (const { id, amount } of items) expected.set(id, (expected.get(id) ?? 0) + sign * amount);

      control().setLatency(30);
      const seen = watched();
      const external = passByExternalId('={{ "G-" + ($json.pass + 1) }}', templateId());
      const pass = by === 'by pass ID' ? passById('={{ $json.id }}') : external;
      const { out, error } = await run(operation, items, pass);
      const { mostOfOne, full } = seen();

      expect(error).toBeUndefined();
      expect(out).toHaveLength(CHANGES);
      expect(new Map(ids.map((id) => [id, balance(id)]))).toEqual(expected);
      expect(mostOfOne).toBe(1);
      expect(control().inFlightMax()).toBe(WIDTH);
      // Ten responses that arrive together are followed by ten requests, so it is reached at least once per
      // ten.
      expect(full).toBeGreaterThan((0.3 * CHANGES) / WIDTH);
    },
  );

  it('set: in the order of the items, so that the last value stays', async () => {
    const ids = cards();
    const items = changes(ids);
    control().setLatency(2);
    const seen = watched();
    const { out } = await run('set', items, passById('={{ $json.id }}'));
    expect(seen().mostOfOne).toBe(1);
    expect(out.map(({ pointsBalance }) => pointsBalance)).toEqual(
      items.map(({ amount }) => amount),
    );
    for (const id of ids) {
      const last = items.filter((item) => item.id === id).at(-1);
      expect(balance(id)).toBe(last?.amount ?? START);
    }
  });
});

describe('groups that share a pass', () => {
  it('never find it missing at the same time: each pass is issued once', async () => {
    // The shared pass is not the first of either group, in any order.
    const groups = [
      ['A-1', 'B-2'],
      ['B-2', 'C-3'],
      ['C-3', 'A-1'],
    ];
    control().setLatency(30);
    const { out } = await n8n.pass(
      'createGroup',
      {
        passes: {
          entry: [0, 1].map((i) => ({
            templateId: templateId(),
            externalId: `={{ $json.ids[${i}] }}`,
          })),
        },
        email: 'ada@example.com',
      },
      {
        node: { onError: 'continueRegularOutput' },
        items: groups.map((ids) => ({ ids })),
      },
    );
    const issued = control()
      .passes(templateId())
      .map(({ externalId }) => externalId);
    expect(issued.sort()).toEqual(['A-1', 'B-2']);
    expect(out).toMatchObject([
      { outcome: 'created' },
      { details: { existing: ['B-2'] } },
      { details: { existing: ['A-1'] } },
    ]);
  });
});
