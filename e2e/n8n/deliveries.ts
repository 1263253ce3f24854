import type { Sandbox } from '../../sandbox/index';
import { eventually } from '../support/tools';
import type { N8nOwner } from './owner';
import { byId, chain, receivePeople, walletPass } from './workflows';

type SavedWorkflow = Awaited<ReturnType<N8nOwner['importWorkflow']>>;

/** A webhook that takes a batch of people and issues a pass for each. */
export const issueMembers = (path: string, sandbox: Sandbox) =>
  chain(
    `New members at ${path}`,
    ...receivePeople(path),
    walletPass('Issue Card', {
      resource: 'pass',
      operation: 'create',
      templateId: byId(sandbox.templates.loyalty),
      externalId: '={{ $json.number }}',
      email: '={{ $json.email }}',
      sendToEmail: 'send',
      fieldValues: { mappingMode: 'defineBelow', value: { accountName: '={{ $json.name }}' } },
    }),
  );

/** Delivers people to a webhook. */
export async function deliver(url: string, people: readonly object[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ people }),
  });
  expect(response.status).toBe(200);
}

/** Delivers one person `count` times at the same moment. @returns the executions when all have ended */
export async function deliverAtOnce(
  owner: N8nOwner,
  workflow: SavedWorkflow,
  url: string,
  count: number,
) {
  const ana = { number: 'M-1', name: 'Ana Souza', email: 'ana@example.com' };
  const before = (await owner.executions(workflow)).length;
  await Promise.all(Array.from({ length: count }, () => deliver(url, [ana])));
  return await eventually(
    'all executions have ended',
    async () => {
      const ended = await owner.executions(workflow);
      return ended.length === before + count ? ended.slice(0, count) : undefined;
    },
    { timeoutMs: 60_000, everyMs: 500 },
  );
}
