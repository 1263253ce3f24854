import { type Sandbox, startSandbox } from '../../sandbox/index';
import { eventually } from '../support/tools';
import type { CredentialReference } from './owner';
import { type QueueMode, startQueueMode } from './queueMode';
import { byId, chain, receivePeople, walletPass } from './workflows';

const BATCHES = 20;
const PEOPLE_EACH = 50;
const PATH = 'new-members';

let sandbox: Sandbox;
let queueMode: QueueMode;
let credential: CredentialReference;

beforeAll(async () => {
  [sandbox, queueMode] = await Promise.all([
    startSandbox({ seed: 'templates' }),
    startQueueMode({ workers: 2 }),
  ]);
  credential = await queueMode.owner.createCredential('walletPassApi', 'Wallet Pass API', {
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.keys['Full access'],
  });
}, 300_000);
afterAll(async () => {
  await queueMode.stop();
  await sandbox.close();
});

const people = Array.from({ length: BATCHES * PEOPLE_EACH }, (_, index) => ({
  number: `M-${index}`,
  name: `Member ${index}`,
  email: `member.${index}@example.com`,
}));

/** A webhook that takes a batch of people and issues a pass for each. */
const workflow = () =>
  chain(
    'New members',
    ...receivePeople(PATH),
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

describe('one main server and two workers', () => {
  it('issue 1,000 passes in 20 executions: one pass and one email per person', async () => {
    const { main, workers, owner } = queueMode;
    const saved = await owner.importWorkflow(workflow(), { credentials: [credential] });
    await owner.publish(saved);

    await Promise.all(
      Array.from({ length: BATCHES }, async (_, batch) => {
        const part = people.slice(batch * PEOPLE_EACH, (batch + 1) * PEOPLE_EACH);
        const response = await fetch(`${main.url}/webhook/${PATH}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ people: part }),
        });
        expect(response.status).toBe(200);
      }),
    );
    const executions = await eventually(
      'all executions have ended',
      async () => {
        const ended = await owner.executions(saved);
        return ended.length === BATCHES ? ended : undefined;
      },
      { timeoutMs: 150_000, everyMs: 1_000 },
    );

    expect(executions.map((execution) => execution.error()?.message)).toEqual(
      executions.map(() => undefined),
    );
    const passes = sandbox.control.passes(sandbox.templates.loyalty);
    expect(passes.map(({ externalId }) => externalId).sort()).toEqual(
      people.map(({ number }) => number).sort(),
    );
    expect(
      sandbox.control
        .outbox()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(people.map(({ email }) => email).sort());
    for (const worker of workers) expect(worker.log()).toMatch(/started execution/i);
    expect(main.log()).not.toMatch(/Worker started execution/i);
  });
});
