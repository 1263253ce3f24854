import { EXAMPLES } from '../../examples/catalog';
import {
  addBadge,
  changePass,
  expectServerState,
  inviteToOtherBadge,
  issue,
} from '../../test/examples/serverState';
import { CASES } from './exampleCases';
import type { Happening, Outputs } from './exampleCases/happening';
import { ExampleOnServer, type Outcome } from './exampleOnServer';
import { useN8nServer } from './useN8nServer';

const n8n = useN8nServer();

/** Fails unless every named node has output exactly these items, compared by the given keys. */
function expectOutputs(outcome: Outcome | undefined, expected: Outputs): void {
  for (const [node, items] of Object.entries(expected)) {
    expect([node, outcome?.output(node) ?? []]).toMatchObject([node, items]);
  }
}

async function prepare(before: Happening['before']): Promise<void> {
  if (before === undefined) return;
  if ('badgeAddedBy' in before) {
    addBadge(n8n.sandbox, before.badgeAddedBy);
  } else if ('invitedToOtherBadge' in before) {
    await inviteToOtherBadge(n8n.sandbox, before.invitedToOtherBadge, before.isAdded);
  } else {
    for (const pass of before.issued ?? []) await issue(n8n.sandbox, pass);
    for (const change of before.changed ?? []) await changePass(n8n.sandbox, change);
  }
}

describe.each(EXAMPLES)('the example $name', ({ name }) => {
  let example: ExampleOnServer;
  beforeAll(async () => {
    n8n.sandbox.control.reset();
    example = await ExampleOnServer.publish(n8n, name);
  });
  afterAll(() => example.unpublish());

  it.each(CASES[name] ?? [])('does its work once when it happens twice: $what', async (one) => {
    await prepare(one.before);
    const outcome = await example.happens(one);
    expect([outcome?.execution.error()?.message, outcome?.execution.status]).toEqual([
      undefined,
      'success',
    ]);
    expectOutputs(outcome, one.outputs);
    expectServerState(n8n.sandbox, one.serverState);

    const repeated = await example.happens(one, true);
    expect(repeated?.execution.error()).toBeUndefined();
    expectOutputs(repeated, one.outputsAgain ?? one.outputs);
    expectServerState(n8n.sandbox, one.serverState);
  });
});
