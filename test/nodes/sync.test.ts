/** What Sync List adds to a run in n8n's engine: results that belong to no item, and an error that does. */

import type { IDataObject } from 'n8n-workflow';

import type { N8nRun, NodeJson, RunOptions } from '../engines/n8nEngine';
import { NODE, byId, setNode, to, useN8n, workflow } from '../support/n8n';
import { VOID, syncListOn } from '../support/syncList';

const n8n = useN8n();
const { sync, seed, voided } = syncListOn(n8n);
const control = () => n8n.sandbox.control;
const template = () => n8n.sandbox.templates.loyalty;

const rows = (...externalIds: string[]): IDataObject[] =>
  externalIds.map((number) => ({ number, email: `${number.toLowerCase()}@example.com` }));

test('Sync List outputs voided passes after the items, which stay paired', async () => {
  seed(4);
  const { run, out, hints } = await sync(rows('M-1', 'M-2'), VOID);
  expect(out).toMatchObject([
    { outcome: 'updated', externalId: 'M-1' },
    { outcome: 'updated', externalId: 'M-2' },
    { outcome: 'voided', externalId: 'M-4' },
    { outcome: 'voided', externalId: 'M-3' },
  ]);
  const pairs = run.items(NODE).map(({ pairedItem }) => pairedItem);
  expect(pairs).toEqual([{ item: 0 }, { item: 1 }, undefined, undefined]);
  expect(hints[0]).toBe('2 items: 2 updated. Other passes: 2 voided');
  expect(out[2]).not.toHaveProperty('created');
  control().seedPasses(template(), 1, { values: { externalId: 'M-5' } });
  const { out: all } = await sync(rows('M-1', 'M-2'), { ...VOID, simplify: false });
  expect(all[2]).toMatchObject({ outcome: 'voided', created: expect.any(String) });
});

test('Sync List voids nothing by default, at most 5% if it may, and no pass that is new', async () => {
  control().seedPasses(template(), 12, {
    externalIdPrefix: 'M-',
    from: control().now() - 48 * 3_600_000,
  });
  const { out } = await sync(rows('M-1'), {});
  expect(out).toHaveLength(1);
  const { maxVoid: _limit, graceHours: _grace, ...confirmed } = VOID;
  const { error } = await sync(rows('M-1', 'M-2'), confirmed);
  expect(error?.message).toBe(
    "Nothing was sent and nothing was voided: 10 of 12 passes are not in the list (83%), and 'Max Passes to Void' is 5%",
  );
  control().seedPasses(template(), 1, { externalIdPrefix: 'new-' });
  const all = Array.from({ length: 11 }, (_, i) => `M-${i + 1}`);
  const { out: allowed } = await sync(rows(...all), confirmed);
  expect(allowed.slice(11).map(({ externalId, outcome }) => [externalId, outcome])).toEqual([
    ['M-12', 'voided'],
    ['new-1', 'notInList'],
  ]);
});

describe('A refused list', () => {
  const twice = rows('M-1', 'M-1');
  const MESSAGE =
    "Nothing was sent and nothing was voided: several items have the external ID 'M-1'";
  beforeEach(() => {
    seed(3);
  });
  afterEach(() => {
    expect(n8n.bodies('PATCH', '/pass')).toEqual([]);
    expect(voided()).toEqual([]);
  });

  test('A refused list stops the run with an error that names no item and reports them all', async () => {
    const { error, out } = await sync(twice, VOID);
    expect(error?.message).toBe(MESSAGE);
    expect(error?.description).toContain('Give each item its own external ID.');
    expect(error?.description).toContain('Not run: items 0-1 (rows 1-2).');
    expect(error?.context).not.toHaveProperty('itemIndex', expect.anything());
    expect(out).toEqual([]);
  });

  test('A refused list is one failed item if the workflow continues', async () => {
    const { out, hints } = await sync(twice, VOID, { node: { onError: 'continueRegularOutput' } });
    expect(out).toMatchObject([
      { outcome: 'failed', error: MESSAGE, details: { kind: 'conflict' } },
    ]);
    expect(hints).toEqual([expect.stringMatching(new RegExp(`^${MESSAGE}`)), '2 items: 2 not run']);
  });

  test('A refused list is one item of the error output', async () => {
    const { out, failed } = await sync(twice, VOID, { node: { onError: 'continueErrorOutput' } });
    expect(out).toEqual([]);
    expect(failed).toEqual([{ error: `${MESSAGE}. Give each item its own external ID.` }]);
  });
});

test('A retried Sync List sends no item again, and voids what is left', async () => {
  seed(4);
  const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
  let patched = 0;
  let refused = false;
  control().chooseFaults(({ method, path, body }) => {
    if (method === 'PATCH' && !JSON.stringify(body).includes('isValid')) patched += 1;
    if (path !== '/passes' || patched < 2 || refused) return undefined;
    // The look at the newest passes after the items.
    refused = true;
    return { kind: 'intercepted', status: 403 };
  });
  const { out, error } = await sync(rows('M-3', 'M-4'), VOID, { node: retry });
  expect(error).toBeUndefined();
  expect(out.map(({ outcome }) => outcome)).toEqual(['updated', 'updated', 'voided', 'voided']);
  expect(patched).toBe(2);
});

describe('A list that may be incomplete', () => {
  const list = (name: string, ...externalIds: string[]) =>
    setNode(name, `={{ ({ number: ${JSON.stringify(externalIds)}[$itemIndex] }) }}`);
  /** Nodes around the node under test, in one execution with three items. */
  const inWorkflow = (
    nodes: object[],
    connections: object,
    { start = {}, ...more }: RunOptions & { start?: object } = {},
  ) => {
    const parameters = {
      ...{ resource: 'pass', operation: 'sync', templateId: byId(template()), ...VOID },
      ...{ externalId: '={{ $json.number }}', email: '' },
    };
    const { nodes: own } = workflow({ parameters } as never);
    const [trigger, ...others] = own;
    const all = [{ ...trigger, ...start }, ...others, ...nodes];
    return n8n.engine.run({ nodes: all, connections } as never, {
      credentials: n8n.credentials(),
      startItems: [{ json: {} }, { json: {} }, { json: {} }],
      ...more,
    });
  };
  beforeEach(() => {
    seed(4);
  });
  const expectRefused = (message: string | undefined, why: string) => {
    expect(message).toContain(`Nothing was sent and nothing was voided: ${why}`);
    expect(n8n.bodies('PATCH', '/pass')).toEqual([]);
  };

  test('Sync List with Execute Once is refused', async () => {
    const { error } = await sync(rows('M-1', 'M-2', 'M-3'), VOID, { node: { executeOnce: true } });
    expectRefused(error?.message, "'Execute Once' is on");
  });

  const READ = list('Read', 'M-1', 'M-2', 'M-3');
  const COPY = setNode('Copy', '={{ $json }}');
  const LINE = { Start: to('Read'), Read: to('Copy'), Copy: to(NODE) };
  const failing = ({ name }: NodeJson) => setNode(name, 'no JSON');
  /** Retries a run that failed in one node, with the node corrected. */
  const retry = async (failed: object[], start?: object) => {
    const first = await inWorkflow(failed, LINE, { start });
    return await again(first, start);
  };
  const again = async (retryOf: N8nRun, start?: object) => {
    expect(retryOf.status).toBe('error');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return await inWorkflow([READ, COPY], LINE, { start, mode: 'retry', retryOf });
  };

  test('Sync List in a retried execution is refused if the rows are those of the earlier one', async () => {
    const run = await retry([READ, failing(COPY)]);
    expectRefused(run.error(NODE)?.message, 'this execution is a retry');
  });

  test('Sync List in the retry of an execution in which it failed is refused', async () => {
    control().queueFault({ kind: 'intercepted', status: 403, match: { path: '/passes' } });
    const run = await retry([READ, COPY]);
    expectRefused(run.error(NODE)?.message, 'this execution is a retry');
  });

  test('Sync List in the second retry of an execution, after it failed in the first, is refused', async () => {
    control().queueFault({ kind: 'intercepted', status: 403, match: { path: '/passes' } });
    const second = await retry([failing(READ), COPY]);
    const run = await again(second);
    expectRefused(run.error(NODE)?.message, 'this execution is a retry');
  });

  test('Sync List in a retried execution is refused if the rows are those of the trigger', async () => {
    const start = { ...READ, name: 'Start' };
    const run = await retry([failing(READ), COPY], start);
    expectRefused(run.error(NODE)?.message, 'this execution is a retry');
  });

  test('Sync List in a retried execution voids passes if the retry has read the rows', async () => {
    const run = await retry([failing(READ), COPY]);
    expect(run.error(NODE)).toBeUndefined();
    expect(voided()).toEqual(['M-4']);
  });

  test.each<[string, object, string[]]>([
    ['a trigger that did not run', {}, []],
    ['a disabled trigger', { disabled: true }, []],
    ['a node behind it', {}, ['Other']],
  ])('Sync List voids passes although it is also connected to %s', async (_case, more, between) => {
    const trigger = {
      name: 'Second',
      type: 'n8n-nodes-base.manualTrigger',
      parameters: {},
      ...more,
    };
    const nodes = [list('Read', 'M-1', 'M-2', 'M-3'), ...between.map((name) => list(name, 'X-1'))];
    const run = await inWorkflow([...nodes, trigger], {
      ...{
        Start: to('Read'),
        Read: to(NODE),
        Second: to(...between, ...(between[0] ? [] : [NODE])),
      },
      ...Object.fromEntries(between.map((name) => [name, to(NODE)])),
    });
    expect(run.error(NODE)).toBeUndefined();
    expect(voided()).toEqual(['M-4']);
  });

  test('Sync List behind a disabled node, through which the same rows pass, is refused', async () => {
    const off = { ...list('Off'), disabled: true };
    const run = await inWorkflow([list('Read', 'M-1', 'M-2', 'M-3'), off], {
      Start: to('Read'),
      Read: to(NODE, 'Off'),
      Off: to(NODE),
    });
    expectRefused(run.error(NODE)?.message, 'several nodes are connected to this one');
  });

  test('Sync List in a loop is refused', async () => {
    const run = await inWorkflow([list('Round', 'M-1', 'M-2', 'M-3')], {
      Start: to('Round'),
      Round: to(NODE),
      [NODE]: to('Round'),
    });
    expectRefused(run.error(NODE)?.message, 'the node is in a loop');
  });

  test('Sync List behind several nodes is refused', async () => {
    const run = await inWorkflow(
      [list('Old', 'M-1', 'M-2', 'M-3'), list('New', 'M-4', 'M-5', 'M-6')],
      { Start: to('Old', 'New'), Old: to(NODE), New: to(NODE) },
    );
    expectRefused(run.error(NODE)?.message, 'several nodes are connected to this one');
  });

  test('A second run of Sync List in an execution is refused, and says whom the first run has voided', async () => {
    for (let i = 0; i < 2; i += 1) {
      control().seedPasses(template(), 1, { values: { externalId: 'X-1' } });
    }
    const run = await inWorkflow(
      [
        list('Old', 'M-1', 'M-2', 'M-3'),
        list('New', 'M-1', 'M-2', 'M-4'),
        setNode('All', '={{ $json }}'),
      ],
      { Start: to('Old', 'New'), Old: to('All'), New: to('All'), All: to(NODE) },
    );
    // Two passes with one external ID were reported, not voided.
    const [first = ''] = voided();
    expect(['M-3', 'M-4']).toContain(first);
    expect(run.error(NODE)?.message).toContain(
      `the node has already run in this execution, so each run has only a part. Earlier runs voided 1 pass: ${first}`,
    );
    expect(voided()).toHaveLength(1);
  });

  test('Sync List that voids nobody sends its items from a list that may be incomplete, and reports nobody', async () => {
    const once = { mode: 'retry' } as const;
    const { error, out, hints } = await sync(rows('M-1', 'M-2'), { missing: 'list' }, once);
    expect([error, out.length]).toEqual([undefined, 2]);
    expect(hints.join()).toContain('not reported as not in the list: this execution');
  });
});
