import { type Sandbox, startSandbox } from '../../sandbox/index';
import { eventually } from '../support/tools';
import type { CredentialReference } from './owner';
import { type QueueMode, startQueueMode } from './queueMode';
import { deliver, deliverAtOnce, issueMembers } from './deliveries';

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

describe('one main server and two workers', () => {
  it('issue 1,000 passes in 20 executions: one pass and one email per person', async () => {
    const { main, workers, owner } = queueMode;
    const saved = await owner.importWorkflow(issueMembers(PATH, sandbox), {
      credentials: [credential],
    });
    await owner.publish(saved);

    await Promise.all(
      Array.from({ length: BATCHES }, async (_, batch) => {
        const part = people.slice(batch * PEOPLE_EACH, (batch + 1) * PEOPLE_EACH);
        await deliver(`${main.url}/webhook/${PATH}`, part);
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

  it('with one worker, a webhook that is delivered five times at the same moment makes one card', async () => {
    const { main, workers, owner } = queueMode;
    await workers[1]?.halt();
    sandbox.control.reset();
    sandbox.control.setLatency(300);
    const path = 'new-member';
    const saved = await owner.importWorkflow(issueMembers(path, sandbox), {
      credentials: [credential],
    });
    await owner.publish(saved);
    const executions = await deliverAtOnce(owner, saved, `${main.url}/webhook/${path}`, 5);
    expect(executions.map((execution) => execution.error()?.message)).toEqual(
      Array(5).fill(undefined),
    );
    expect(sandbox.control.passes(sandbox.templates.loyalty)).toHaveLength(1);
    expect(sandbox.control.outbox()).toHaveLength(1);
  });
});
