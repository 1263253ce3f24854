import type { IDataObject } from 'n8n-workflow';

import { type PassRun, NODE, passById, to, useN8n, workflow } from '../support/n8n';

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

test('Each item, run and operation without an event ID is a separate event', async () => {
  const id = card();
  const twoItems = { items: [{}, {}] };
  await run('add', { ...passById(id), count: 1 }, { ...twoItems, executionId: '71' });
  await run('add', { ...passById(id), count: 1 }, { ...twoItems, executionId: '72' });
  await run('remove', { ...passById(id), count: 1 }, { executionId: '71' });
  expect(new Set(keys()).size).toBe(5);
  expect(keys().every((key) => /^(add|remove):7[12]:/.test(key as string))).toBe(true);
  expect(count(id)).toBe(3);
});

test('Stamps count once despite repeated connection losses and a retried run', async () => {
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

test('Two nodes of an execution are separate events', async () => {
  const id = card();
  const { nodes, connections } = workflow({
    parameters: { resource: 'stampCard', operation: 'add', ...passById(id), count: 1 },
  });
  const [start, node] = nodes;
  if (!start || !node) throw new Error('There are no nodes');
  const again = 'Add Another';
  await n8n.engine.run(
    {
      nodes: [start, node, { ...node, name: again }],
      connections: { ...connections, [NODE]: to(again) },
    },
    { credentials: n8n.credentials() },
  );
  expect(new Set(keys()).size).toBe(2);
  expect(count(id)).toBe(2);
});

test('Each round of a loop is a separate event', async () => {
  const id = card();
  const parameters = { resource: 'stampCard', operation: 'add', ...passById(id), count: 1 };
  await n8n.rounds({ parameters }, '{}', '{}');
  expect(new Set(keys()).size).toBe(4);
  expect(count(id)).toBe(4);
});
