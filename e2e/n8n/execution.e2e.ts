import { deliverAtOnce, issueMembers } from './deliveries';
import { useN8nServer } from './useN8nServer';
import { byId, chain, START, walletPass } from './workflows';

const n8n = useN8nServer();

/** Three people from a form; the second email address is invalid. */
const PEOPLE = [
  { json: { number: 'M-1', name: 'Ada Byron', email: 'ada@example.com' } },
  { json: { number: 'M-2', name: 'Grace Hopper', email: 'grace at example.com' } },
  { json: { number: 'M-3', name: 'Mary Somerville', email: 'mary@example.com' } },
];

function issueAll(name: string, more: object = {}) {
  const issue = walletPass(
    'Issue Card',
    {
      resource: 'pass',
      operation: 'create',
      templateId: byId(n8n.sandbox.templates.loyalty),
      externalId: '={{ $json.number }}',
      email: '={{ $json.email }}',
      sendToEmail: 'send',
      fieldValues: { mappingMode: 'defineBelow', value: { accountName: '={{ $json.name }}' } },
    },
    more,
  );
  return { ...chain(name, START, issue), pinData: { Start: PEOPLE } };
}

const passes = () => n8n.sandbox.control.passes(n8n.sandbox.templates.loyalty);

describe('Execute Workflow', () => {
  beforeEach(() => n8n.sandbox.control.reset());

  it('issues one pass per person and sends the others to the error output', async () => {
    const execution = await n8n.owner.importAndRun(
      issueAll('Cards', { onError: 'continueErrorOutput' }),
      { credentials: [n8n.credential] },
    );

    expect(execution.status).toBe('success');
    const issued = execution.items('Issue Card');
    expect(issued.map(({ json }) => json.outcome)).toEqual(['created', 'created']);
    expect(execution.items('Issue Card', 1)).toMatchObject([
      { json: { email: 'grace at example.com', details: { field: 'email' } } },
    ]);
    expect(passes().map(({ externalId }) => externalId)).toEqual(['M-3', 'M-1']);
    expect(n8n.sandbox.control.outbox().map(({ to }) => to)).toEqual(
      expect.arrayContaining(['ada@example.com', 'mary@example.com']),
    );
    expect(n8n.sandbox.control.outbox()).toHaveLength(2);
  });

  it('stops at a wrong value with a helpful message', async () => {
    const execution = await n8n.owner.importAndRun(issueAll('Stops'), {
      credentials: [n8n.credential],
    });

    expect(execution.status).toBe('error');
    expect(execution.error('Issue Card')?.message).toMatch(/'Email'.*\[item 1 \(row 2\)\]$/);
  });

  it('returns the existing passes and sends nothing when run again', async () => {
    const workflow = await n8n.owner.importWorkflow(
      issueAll('Twice', { onError: 'continueErrorOutput' }),
      { credentials: [n8n.credential] },
    );
    await n8n.owner.run(workflow);
    const again = await n8n.owner.run(workflow);

    expect(again.items('Issue Card').map(({ json }) => json.outcome)).toEqual([
      'existing',
      'existing',
    ]);
    expect(passes()).toHaveLength(2);
    expect(n8n.sandbox.control.outbox()).toHaveLength(2);
  });
});

describe('a webhook that is delivered several times at the same moment', () => {
  beforeEach(() => n8n.sandbox.control.reset());

  it.each([2, 5])('issues one card and sends one email: %i times', async (count) => {
    const { owner, server, sandbox, credential } = n8n;
    const path = `new-member-${count}`;
    const workflow = await owner.importWorkflow(issueMembers(path, sandbox), {
      credentials: [credential],
    });
    await owner.publish(workflow);
    // A response takes longer than n8n needs to start the executions.
    sandbox.control.setLatency(300);
    const executions = await deliverAtOnce(owner, workflow, `${server.url}/webhook/${path}`, count);
    expect(executions.map((execution) => execution.error()?.message)).toEqual(
      Array(count).fill(undefined),
    );
    expect(passes().map(({ externalId }) => externalId)).toEqual(['M-1']);
    expect(sandbox.control.outbox()).toHaveLength(1);
  });
});
