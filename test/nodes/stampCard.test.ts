import type { IDataObject } from 'n8n-workflow';

import { expression } from '../support/expression';
import { textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { NODE, passByExternalId, passById, useN8n, workflow } from '../support/n8n';

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;

/** A card of ten, with rewards at five and ten. */
function card(collectedStamps = 0): string {
  const [id = ''] = control().seedPasses(templates().stampCard, 1, {
    values: { externalId: 'M-1', collectedStamps },
  });
  return id;
}
const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'stampCard', ...options });
const patches = () => n8n.bodies('PATCH', '/pass');
const keys = () =>
  patches().map(({ stampOperation }) => (stampOperation as IDataObject).idempotencyKey);
const count = (id: string) => control().pass(id)?.collectedStamps;
const LOST = { kind: 'dropAfter', match: { method: 'PATCH' } } as const;

describe('requests and outputs', () => {
  it('Add reports where it stopped, because surplus stamps are lost', async () => {
    const id = card(7);
    const { out } = await run('add', { ...passById(id), count: 5, idempotencyKey: 'order-1' });
    expect(patches()).toEqual([
      { id, stampOperation: { operation: 'add', count: 5, idempotencyKey: 'add:order-1' } },
    ]);
    expect(out).toMatchObject([
      {
        id,
        externalId: 'M-1',
        collectedStamps: 10,
        totalStamps: 10,
        isComplete: true,
        totalCollected: 10,
        claimedTiers: [],
        lastUpdatedIso: textWith(/Z$/),
      },
    ]);
  });

  it('Add and Remove send the given number', async () => {
    const id = card(3);
    await run('add', { ...passByExternalId('M-1', templates().stampCard), count: 1 });
    await run('remove', { ...passById(id), count: 1 });
    expect(patches()).toMatchObject([
      {
        externalId: 'M-1',
        templateId: templates().stampCard,
        stampOperation: { operation: 'add', count: 1 },
      },
      { id, stampOperation: { operation: 'remove', count: 1 } },
    ]);
    expect(patches()[0]).not.toHaveProperty('id');
  });

  it('Remove stops at zero', async () => {
    const { out } = await run('remove', { ...passById(card(2)), count: 5 });
    expect(out).toMatchObject([{ collectedStamps: 0, isComplete: false }]);
  });

  it('Redeem empties the card as a redemption, not as a correction', async () => {
    const id = card(10);
    const { out } = await run('redeem', { ...passById(id), idempotencyKey: 'visit-9' });
    expect(patches()).toEqual([
      {
        id,
        stampOperation: {
          operation: 'removeAll',
          intent: 'redeem',
          idempotencyKey: 'redeem:visit-9',
        },
      },
    ]);
    expect(out).toMatchObject([{ collectedStamps: 0, totalCollected: 10, isComplete: false }]);
    expect(control().pass(id)).toMatchObject({ redemptions: [{ stamps: 10 }] });
  });

  it('Set stops at the card size when stamping, but not when editing the pass', async () => {
    const id = card(1);
    const stamped = await run('set', { ...passById(id), count: 15 });
    expect(stamped.out).toMatchObject([{ collectedStamps: 10, isComplete: true }]);
    const key = control().addKey(['passes.edit']);
    const edited = await run(
      'set',
      { ...passById(id), count: 15, options: { method: 'editing' } },
      { key },
    );
    expect(edited.out).toEqual([{ id, externalId: 'M-1', collectedStamps: 15 }]);
    expect(patches()).toEqual([
      { id, stampOperation: { operation: 'set', count: 15, idempotencyKey: textWith(/^set:/) } },
      { id, collectedStamps: 15 },
    ]);
    expect(count(id)).toBe(15);
  });

  it('names the scope of each way of setting', () => {
    const options = n8n.engine
      .nodeType('walletPass')
      .description.properties.filter(
        ({ name, displayOptions: shown }) =>
          name === 'options' &&
          shown?.show?.operation?.includes('set') &&
          shown.show.resource?.some((one) => one === 'stampCard' || one === 'balance'),
      );
    expect(options).toHaveLength(2);
    for (const one of options) {
      expect(JSON.stringify(one)).toMatch(/scanning\.(stamp|redeem)/);
      expect(JSON.stringify(one)).toContain('passes.edit');
    }
  });
});

describe('Claim Tier', () => {
  const claim = (id: string, threshold: number, more: object = {}, options: PassRun = {}) =>
    run('claimTier', { ...passById(id), threshold, ...more }, options);

  it('marks the tier, the stamps stay', async () => {
    const id = card(6);
    const { out } = await claim(id, 5);
    expect(patches()).toEqual([
      {
        id,
        stampOperation: {
          operation: 'claimTier',
          threshold: 5,
          idempotencyKey: textWith(/^claim:/),
        },
      },
    ]);
    expect(out).toMatchObject([{ collectedStamps: 6, claimedTiers: [5], alreadyClaimed: false }]);
  });

  it.each([
    [10, 'Threshold not reached', 'threshold_not_reached', /Add stamps first/],
    [7, 'Unknown tier threshold', 'unknown_tier_threshold', /'Tier Threshold'/],
    [5, 'Tier already claimed', 'tier_already_claimed', /'Continue If Already Claimed'/],
  ])('at %i is refused: %s', async (threshold, message, code, hint) => {
    const id = card(6);
    await claim(id, 5);
    const { error } = await claim(id, threshold);
    expect(error).toMatchObject({
      httpCode: '400',
      message: `${message} [item 0]`,
      context: { kind: 'conflict', code },
    });
    expect(error?.description).toMatch(hint);
  });

  it('accepts an already claimed tier if asked, but no other refusal', async () => {
    const id = card(6);
    await claim(id, 5);
    const fine = { options: { alreadyClaimedIsFine: true } };
    expect((await claim(id, 5, fine)).out).toEqual([{ id, alreadyClaimed: true }]);
    expect((await claim(id, 7, fine)).error?.message).toContain('Unknown tier threshold');
    const key = control().addKey(['scanning.stamp']);
    const { out } = await run(
      'claimTier',
      { ...passByExternalId('M-1', templates().stampCard), threshold: 5, ...fine },
      { key },
    );
    expect(out).toEqual([{ externalId: 'M-1', alreadyClaimed: true }]);
  });
});

describe('one key per event', () => {
  it('two tiers claimed for one event are both claimed', async () => {
    const id = card(10);
    for (const threshold of [5, 10]) {
      await run('claimTier', { ...passById(id), threshold, idempotencyKey: 'visit-9' });
    }
    expect(keys()).toEqual(['claim:5:visit-9', 'claim:10:visit-9']);
    expect(control().pass(id)?.claimedTiers).toEqual([5, 10]);
  });

  it('counts an event once however often the step runs; adding and redeeming are two events', async () => {
    const id = card(1);
    const event = { ...passById(id), idempotencyKey: 'order-7' };
    for (const executionId of ['1', '2', '2']) {
      await run('add', { ...event, count: 2 }, { executionId });
    }
    expect(count(id)).toBe(3);
    const { out } = await run('redeem', event);
    expect(out).toMatchObject([{ collectedStamps: 0 }]);
  });

  it('treats each item, run and operation without an event ID as a separate event', async () => {
    const id = card();
    const twoItems = { items: [{}, {}] };
    await run('add', { ...passById(id), count: 1 }, { ...twoItems, executionId: '71' });
    await run('add', { ...passById(id), count: 1 }, { ...twoItems, executionId: '72' });
    await run('remove', { ...passById(id), count: 1 }, { executionId: '71' });
    expect(new Set(keys()).size).toBe(5);
    expect(keys().every((key) => /^(add|remove):7[12]:/.test(key as string))).toBe(true);
    expect(count(id)).toBe(3);
  });

  it('counts once despite repeated connection losses and a retried step', async () => {
    const id = card();
    // Three tries of the connector, then one more of n8n's Retry On Fail.
    control().queueFault({ ...LOST, count: 3 });
    const { out } = await run(
      'add',
      { ...passById(id), count: 2 },
      { node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
    );
    expect(keys()).toHaveLength(4);
    expect(new Set(keys()).size).toBe(1);
    expect(out).toMatchObject([{ collectedStamps: 2 }]);
    expect(count(id)).toBe(2);
  });

  it('treats each iteration of a loop as a separate event', async () => {
    const id = card();
    const { nodes, connections } = workflow({
      parameters: { resource: 'stampCard', operation: 'add', ...passById(id), count: 1 },
    });
    const to = (...names: string[]) => ({
      main: [names.map((node) => ({ node, type: 'main', index: 0 }))],
    });
    const round = (name: string, height: number) => ({
      name,
      position: [0, height],
      type: 'n8n-nodes-base.set',
      parameters: { mode: 'raw', jsonOutput: '{}' },
    });
    await n8n.engine.run(
      {
        nodes: [...nodes, round('First', 0), round('Second', 100)],
        connections: {
          ...connections,
          Start: to('First', 'Second'),
          First: to(NODE),
          Second: to(NODE),
        },
      },
      { credentials: n8n.credentials() },
    );
    expect(new Set(keys()).size).toBe(2);
    expect(count(id)).toBe(2);
  });

  it('sends stamps for one card one at a time', async () => {
    const id = card();
    control().setLatency(3);
    const { out } = await run(
      'add',
      { ...passById(id), count: 1 },
      { items: Array<IDataObject>(8).fill({}) },
    );
    expect(control().inFlightMax()).toBe(1);
    expect(out.map(({ collectedStamps }) => collectedStamps)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('a pass that cannot be stamped', () => {
  it.each(['add', 'remove', 'set'])(
    '%s without a number of stamps changes nothing: neither untouched nor from a blank cell',
    async (operation) => {
      const id = card(5);
      const untouched = await run(operation, passById(id));
      expect(untouched.error?.message).toBe("'Number of Stamps' is empty [item 0]");
      for (const quantity of [undefined, null, '', '  ']) {
        const { error } = await run(
          operation,
          { ...passById(id), count: expression('$json.quantity') },
          { items: [{ quantity }] },
        );
        expect(error?.message).toBe("'Number of Stamps' is empty [item 0]");
      }
      expect(count(id)).toBe(5);
      expect(patches()).toEqual([]);
    },
  );
});

it('on a pass without stamps, the fix names the inputs that choose the pass', async () => {
  const [offer = ''] = control().seedPasses(templates().offer, 1);
  const { error } = await run('add', { ...passById(offer), count: 1 });
  expect(error?.description).toBe(
    "Only loyalty cards of a template that collects stamps can be stamped. If this pass is not one, correct 'Pass ID'; otherwise check it in the dashboard. Nothing was changed by this request.",
  );
});
