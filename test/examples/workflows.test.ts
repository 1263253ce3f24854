import { join } from 'node:path';

import { EXAMPLES } from '../../examples/catalog';
import { readWorkflow, scopesOfWorkflow } from '../../docs/exampleScopes';
import {
  type N8nEngine,
  type N8nRun,
  type WorkflowJson,
  startN8nEngine,
} from '../engines/n8nEngine';
import { useService } from '../support/service';
import { addBadge, expectServerState, expectOutputs, issue } from './serverState';
import { CASES, type Happening } from './cases';
import { coreNodeTypes } from './coreNodes';

const service = useService();

type Items = NonNullable<NonNullable<Parameters<N8nEngine['run']>[1]>['startItems']>;

/** A workflow on the engine, with a key that has only the scopes it needs. */
async function startExample(name: string) {
  const workflow = readWorkflow(name) as unknown as WorkflowJson;
  const engine = await startN8nEngine({
    packageDir: join(__dirname, '../..'),
    extraNodeTypes: coreNodeTypes(),
  });
  const { baseUrl, control } = service.sandbox;
  const apiKey = control.addKey(scopesOfWorkflow(readWorkflow(name)));
  const credentials = { walletPassApi: { baseUrl, apiKey } };
  const staticData = {};
  const poll = async (node: string) => {
    const trigger = workflow.nodes.find((one) => one.name === node);
    if (!trigger) throw new Error(`No node ${node}`);
    const { type, typeVersion, parameters } = trigger;
    const items = await engine.poll(
      { type, typeVersion, name: node, parameters: parameters as never },
      { credentials, staticData, mode: 'trigger' },
    );
    return items?.[0] ?? null;
  };
  const run = (startNode: string, startItems: Items) =>
    engine.run(workflow, { credentials, startNode, startItems, mode: 'trigger' });
  /** As a person who tries out the imported workflow: the trigger has pinned sample data. */
  const execute = (startNode: string) =>
    engine.run(workflow, { credentials, startNode, mode: 'manual' });

  /** The trigger's output; null if it does not fire. */
  async function startItems({ start }: Happening, again: boolean): Promise<Items | null> {
    switch (start.by) {
      case 'schedule':
        return [{ json: { timestamp: new Date().toISOString() } }];
      case 'form':
        return [{ json: { ...start.answers, submittedAt: new Date().toISOString() } }];
      case 'webhook':
        return [{ json: { headers: {}, params: {}, query: {}, body: start.body as never } }];
      case 'poll':
        if (!again) {
          expect(await poll(start.node)).toBeNull();
          for (const pass of start.issued) await issue(service.sandbox, pass);
        }
        return await poll(start.node);
    }
  }
  return {
    workflow,
    execute,
    async happens(one: Happening, again = false): Promise<N8nRun | null> {
      const items = await startItems(one, again);
      return items && (await run(one.start.node, items));
    },
  };
}

/** Output of a node; empty if it did not run. */
const outputsOf = (run: N8nRun | null) => (node: string) =>
  run?.data.resultData.runData[node] ? run.items(node).map(({ json }) => json) : [];

describe.each(EXAMPLES)('the example $name', ({ name }) => {
  it('leaves exactly the expected state, and the same when everything happens twice', async () => {
    const example = await startExample(name);
    const happenings = CASES[name] ?? [];
    expect(happenings).not.toEqual([]);
    for (const one of happenings) {
      if (one.before) addBadge(service.sandbox, one.before.badgeAddedBy);
      const run = await example.happens(one);
      expect([one.what, run?.error()?.message, run?.status]).toEqual([
        one.what,
        undefined,
        'success',
      ]);
      expectOutputs(outputsOf(run), one.outputs);
      expectServerState(service.sandbox, one.serverState);

      const repeated = await example.happens(one, true);
      if (repeated) expect([one.what, repeated.error()]).toEqual([one.what, undefined]);
      expectOutputs(outputsOf(repeated), one.outputsAgain ?? one.outputs);
      expectServerState(service.sandbox, one.serverState);
    }
  });
});

it.each(
  EXAMPLES.flatMap(({ name }) => {
    const waiting = readWorkflow(name).nodes.filter(({ type }) =>
      /\.(webhook|formTrigger)$/.test(type),
    );
    return waiting.map((node) => [name, node.name] as const);
  }),
)(
  '%s, executed from %s with its pinned sample data, does what its first event does',
  async (name, node) => {
    const example = await startExample(name);
    const happenings = CASES[name] ?? [];
    const first = happenings.findIndex(({ start }) => start.node === node);
    for (const one of happenings.slice(0, first)) {
      if (one.before) addBadge(service.sandbox, one.before.badgeAddedBy);
      await example.happens(one);
    }
    const one = happenings[first] as Happening;
    if (one.before) addBadge(service.sandbox, one.before.badgeAddedBy);
    const run = await example.execute(node);
    expect([run.error()?.message, run.status]).toEqual([undefined, 'success']);
    expectOutputs(outputsOf(run), one.outputs);
    expectServerState(service.sandbox, one.serverState);
  },
);
