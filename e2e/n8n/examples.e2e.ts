import { EXAMPLES } from '../../examples/catalog';
import { addBadge, expectServerState, expectOutputs } from '../../test/examples/serverState';
import { CASES } from '../../test/examples/cases';
import { ExampleOnServer, type Outcome } from './exampleOnServer';
import { useN8nServer } from './useN8nServer';

const n8n = useN8nServer();

const outputsOf = (outcome: Outcome | undefined) => (node: string) => outcome?.output(node) ?? [];

describe.each(EXAMPLES)('the example $name', ({ name }) => {
  let example: ExampleOnServer;
  beforeAll(async () => {
    n8n.sandbox.control.reset();
    example = await ExampleOnServer.publish(n8n, name);
  });
  afterAll(() => example.unpublish());

  it.each(CASES[name] ?? [])('does its work once when it happens twice: $what', async (one) => {
    if (one.before) addBadge(n8n.sandbox, one.before.badgeAddedBy);
    const outcome = await example.happens(one);
    expect([outcome?.execution.error()?.message, outcome?.execution.status]).toEqual([
      undefined,
      'success',
    ]);
    expectOutputs(outputsOf(outcome), one.outputs);
    expectServerState(n8n.sandbox, one.serverState);

    const repeated = await example.happens(one, true);
    expect(repeated?.execution.error()).toBeUndefined();
    expectOutputs(outputsOf(repeated), one.outputsAgain ?? one.outputs);
    expectServerState(n8n.sandbox, one.serverState);
  });
});
