/**
 * Queue mode as in production: executions go through Redis to workers, which are separate processes with
 * their own folders. All share a PostgreSQL database and the encryption key. The workers are notified of a
 * package installed on the main server and install it, too.
 */
import { type Sandbox, startSandbox } from '../../sandbox/index';
import { type Redis, startRedis } from '../support/redis';
import { type Postgres, startPostgres } from '../support/postgres';
import { eventually, packedPackage } from '../support/tools';
import { type OutsideWorld, startOutsideWorld } from './outsideWorld';
import { type CredentialReference, N8nOwner } from './owner';
import { N8nServer } from './server';
import { PACKAGE } from './useN8nServer';
import { byId, chain, walletPass } from './workflows';

const BATCHES = 20;
const PEOPLE_EACH = 50;
const PATH = 'new-members';

let redis: Redis;
let postgres: Postgres;
let outside: OutsideWorld;
let sandbox: Sandbox;
let main: N8nServer;
const workers: N8nServer[] = [];
let owner: N8nOwner;
let credential: CredentialReference;

beforeAll(async () => {
  [redis, postgres, outside, sandbox] = await Promise.all([
    startRedis(),
    startPostgres(),
    startOutsideWorld(packedPackage()),
    startSandbox({ seed: 'templates' }),
  ]);
  const env = {
    ...outside.env,
    EXECUTIONS_MODE: 'queue',
    QUEUE_BULL_REDIS_HOST: '127.0.0.1',
    QUEUE_BULL_REDIS_PORT: String(redis.port),
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: String(postgres.port),
    DB_POSTGRESDB_USER: postgres.user,
    DB_POSTGRESDB_DATABASE: postgres.database,
    N8N_ENCRYPTION_KEY: 'the same for main and workers',
    N8N_LOG_LEVEL: 'info',
  };
  main = await N8nServer.start({ env });
  workers.push(...(await Promise.all([1, 2].map(() => N8nServer.start({ env, kind: 'worker' })))));
  owner = await N8nOwner.setUp(main);
  await owner.installPackage(PACKAGE);
  await eventually(
    'the workers have installed the package',
    () =>
      workers.every((worker) => worker.log().includes(`package installed: ${PACKAGE}`)) ||
      undefined,
  );
  credential = await owner.createCredential('walletPassApi', 'Wallet Pass API', {
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.keys['Full access'],
  });
}, 300_000);
afterAll(async () => {
  await Promise.all([main, ...workers].map((server) => server.stop()));
  await Promise.all([redis.stop(), postgres.stop(), outside.close(), sandbox.close()]);
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
    {
      name: 'Members',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      parameters: { httpMethod: 'POST', path: PATH, responseMode: 'onReceived' },
      ...{ webhookId: 'b6f5d1c2-7a38-4a0e-9a4e-000000000001' },
    },
    {
      name: 'One by One',
      type: 'n8n-nodes-base.splitOut',
      parameters: { fieldToSplitOut: 'body.people' },
    },
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
