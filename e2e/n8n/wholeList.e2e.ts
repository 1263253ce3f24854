import type { NodeJson, WorkflowJson } from '../../test/engines/n8nEngine';
import type { SavedWorkflow } from './owner';
import { useN8nServer } from './useN8nServer';
import { byId, chain, START, walletPass } from './workflows';

/** Sync List with Void in workflows that give the node only a part of the list, on a real server. */
const n8n = useN8nServer();
const SYNC = 'Sync Cards';
const template = () => n8n.sandbox.templates.loyalty;
const control = () => n8n.sandbox.control;

const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ json: { number: `M-${i + 1}`, half: i % 2 } }));
const sync = (more: object = {}): NodeJson =>
  walletPass(
    SYNC,
    {
      ...{ resource: 'pass', operation: 'sync', templateId: byId(template()) },
      ...{ externalId: '={{ $json.number }}', missing: 'void', confirmVoidPassSync: true },
      ...{ maxVoid: '5%', graceHours: 0 },
    },
    more,
  );
const LOOP: NodeJson = {
  ...{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 },
  parameters: { batchSize: 50, options: {} },
};
const IF: NodeJson = {
  ...{ name: 'If', type: 'n8n-nodes-base.if', typeVersion: 2.2 },
  parameters: {
    conditions: {
      options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
      conditions: [
        {
          ...{ id: 'c1', leftValue: '={{ $json.half }}', rightValue: 0 },
          operator: { type: 'number', operation: 'equals' },
        },
      ],
      combinator: 'and',
    },
    options: {},
  },
};
const noOp = (name: string): NodeJson => ({ name, type: 'n8n-nodes-base.noOp' });
const MERGE: NodeJson = { name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3 };
const to = (...outputs: string[][]) => ({
  main: outputs.map((nodes) =>
    nodes.map((node) => {
      const [name = '', index = '0'] = node.split('#');
      return { node: name, type: 'main', index: Number(index) };
    }),
  ),
});

interface Shape {
  nodes: NodeJson[];
  connections: WorkflowJson['connections'];
  count: number;
}

async function run({ nodes, connections, count }: Shape, executionOrder: string) {
  control().seedPasses(template(), count, { externalIdPrefix: 'M-' });
  const name = `List ${executionOrder} ${String(Math.random())}`;
  const workflow = {
    ...{ name, nodes: [START, ...nodes], connections, settings: { executionOrder } },
    pinData: { Start: rows(count) },
  };
  const execution = await n8n.owner.importAndRun(workflow as WorkflowJson, {
    credentials: [n8n.credential],
  });
  const message = execution.error(SYNC)?.message;
  return { execution, message, status: execution.status, voided: voidedPasses() };
}

const voidedPasses = () =>
  control()
    .passes(template())
    .filter(({ isValid }) => !isValid);

/** A workflow that another one calls with its items. */
function subWorkflow(executionOrder: string): WorkflowJson {
  const when: NodeJson = {
    ...{ name: 'When Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 },
    parameters: { inputSource: 'passthrough' },
  };
  const name = `Called ${executionOrder}`;
  return { ...chain(name, when, sync()), settings: { executionOrder } };
}

/** Calls a workflow once per item; one that fails does not keep the next one from being called. */
const callPerItem = ({ id }: SavedWorkflow): NodeJson => ({
  ...{ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
  parameters: { workflowId: { __rl: true, mode: 'id', value: id }, mode: 'each', options: {} },
  onError: 'continueRegularOutput',
});

describe.each(['v0', 'v1'])('with the execution order %s', (order) => {
  beforeEach(() => control().reset());

  it('a loop voids nobody', async () => {
    const shape = {
      nodes: [LOOP, sync()],
      connections: { Start: to(['Loop']), Loop: to([], [SYNC]), [SYNC]: to(['Loop']) },
      count: 58,
    };
    const { message, voided } = await run(shape, order);
    expect(message).toContain('the node is in a loop');
    expect(voided).toEqual([]);
  });

  it('behind a loop, all items are one list', async () => {
    const shape = {
      nodes: [LOOP, noOp('Round'), sync()],
      connections: {
        Start: to(['Loop']),
        Loop: to([SYNC], ['Round']),
        Round: to(['Loop']),
      },
      count: 58,
    };
    expect(await run(shape, order)).toMatchObject({
      ...{ message: undefined, status: 'success', voided: [] },
    });
  });

  it('of both outputs of an If, the limit protects those of the other one', async () => {
    const shape = {
      nodes: [IF, sync()],
      connections: { Start: to(['If']), If: to([SYNC], [SYNC]) },
      count: 8,
    };
    const { message, voided } = await run(shape, order);
    expect(message).toContain('4 of 8 passes are not in the list (50%)');
    expect(voided).toEqual([]);
  });

  it('behind two branches, it asks for Merge, with which all is well', async () => {
    const nodes = [IF, noOp('A'), noOp('B'), sync()];
    const If = to(['A'], ['B']);
    const connections = { Start: to(['If']), If, A: to([SYNC]), B: to([SYNC]) };
    const { message, voided } = await run({ nodes, connections, count: 8 }, order);
    expect(message).toContain('several nodes are connected to this one');
    expect(voided).toEqual([]);

    control().reset();
    const merged = {
      Start: to(['If']),
      If,
      A: to(['Merge']),
      B: to(['Merge#1']),
      Merge: to([SYNC]),
    };
    expect(
      await run({ nodes: [...nodes, MERGE], connections: merged, count: 8 }, order),
    ).toMatchObject({ message: undefined, voided: [] });
  });

  it('in a sub-workflow that is called once per item, a single row voids nobody', async () => {
    const called = await n8n.owner.importWorkflow(subWorkflow(order), {
      credentials: [n8n.credential],
    });
    await n8n.owner.publish(called);
    const shape = { nodes: [callPerItem(called)], connections: { Start: to(['Call']) }, count: 8 };
    const { voided } = await run(shape, order);
    const executions = await n8n.owner.executions(called);
    expect(executions.map((execution) => execution.error(SYNC)?.message)).toEqual(
      Array(8).fill(expect.stringContaining('the run has a single row')),
    );
    expect(voided).toEqual([]);
    await n8n.owner.unpublish(called);
  });

  it('a retried execution voids nobody who joined after the first one', async () => {
    const shape = { nodes: [sync()], connections: { Start: to([SYNC]) }, count: 40 };
    const match = { method: 'GET', path: '/passes$' };
    control().queueFault({ kind: 'intercepted', status: 403, match });
    const { execution, message } = await run(shape, order);
    expect(message).toContain('403');
    control().seedPasses(template(), 1, { externalIdPrefix: 'Joined-' });
    const retried = await n8n.owner.retry(execution);
    expect(retried.error(SYNC)?.message).toContain('this execution is a retry');
    expect(voidedPasses()).toEqual([]);
  });

  it('Execute Once voids nobody', async () => {
    const shape = {
      nodes: [sync({ executeOnce: true })],
      connections: { Start: to([SYNC]) },
      count: 8,
    };
    const { message, voided } = await run(shape, order);
    expect(message).toContain("'Execute Once' is on");
    expect(voided).toEqual([]);
  });
});
