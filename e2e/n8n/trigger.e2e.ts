import { eventually } from '../support/tools';
import { N8nOwner, type SavedWorkflow } from './owner';
import { useN8nServer } from './useN8nServer';
import { byId, chain, walletPassTrigger } from './workflows';

const n8n = useN8nServer();
let owner: N8nOwner;
let workflow: SavedWorkflow;

/** Passes that are not issued by this server. */
const issuedElsewhere = (count: number) =>
  n8n.sandbox.control.seedPasses(n8n.sandbox.templates.loyalty, count, {
    from: n8n.sandbox.control.now(),
  });

const polls = () =>
  n8n.sandbox.control
    .requests()
    .filter(({ method, path }) => method === 'GET' && path === '/passes').length;

/** IDs of the passes that have started the workflow so far. */
async function fired(): Promise<unknown[]> {
  const executions = await owner.executions(workflow);
  return executions.flatMap((execution) =>
    execution.items('On New Pass').map(({ json }) => json.id),
  );
}

const firedWith = (count: number) =>
  eventually(`${count} passes have started the workflow`, async () => {
    const ids = await fired();
    return ids.length >= count ? ids : undefined;
  });

/** Waits for two more polls, which would reveal duplicates. */
async function twoMorePolls(): Promise<void> {
  const before = polls();
  await eventually('two more polls', () => (polls() >= before + 2 ? true : undefined));
}

describe('a published workflow with the trigger', () => {
  beforeAll(async () => {
    owner = n8n.owner;
    n8n.sandbox.control.seedPasses(n8n.sandbox.templates.loyalty, 3);
    const trigger = walletPassTrigger({
      event: 'newPass',
      templateId: byId(n8n.sandbox.templates.loyalty),
    });
    const after = { name: 'Next', type: 'n8n-nodes-base.noOp' };
    workflow = await owner.importWorkflow(chain('New passes', trigger, after), {
      credentials: [n8n.credential],
    });
    await owner.publish(workflow);
  });

  it('is not started by existing passes', async () => {
    await twoMorePolls();
    expect(await fired()).toEqual([]);
  });

  it('is started once by a pass issued elsewhere', async () => {
    const ids = issuedElsewhere(2);
    await firedWith(2);
    await twoMorePolls();
    expect(await fired()).toEqual(ids);
  });

  it.each(['orderly', 'crash'] as const)(
    'loses and repeats nothing across a restart between two polls (%s)',
    async (how) => {
      const before = await fired();
      const ids = issuedElsewhere(2);
      await n8n.server.halt(how);
      ids.push(...issuedElsewhere(3));
      await n8n.server.launch();
      owner = await N8nOwner.logIn(n8n.server);

      await firedWith(before.length + 5);
      await twoMorePolls();
      const all = await fired();
      expect(all).toHaveLength(before.length + 5);
      expect(new Set(all)).toEqual(new Set([...before, ...ids]));
    },
  );
});
