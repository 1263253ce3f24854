/** What Sync List adds to a run in n8n's engine: results that belong to no item, and an error that does. */

import type { IDataObject } from 'n8n-workflow';

import { NODE, byId, useN8n, type PassResult, type PassRun } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const template = () => n8n.sandbox.templates.loyalty;

const VOID = { missing: 'void', confirmVoidPassSync: true, maxVoid: '10' };
const rows = (...externalIds: string[]): IDataObject[] =>
  externalIds.map((number) => ({ number, email: `${number.toLowerCase()}@example.com` }));
const sync = (items: IDataObject[], parameters: object, more: PassRun = {}) =>
  n8n.pass(
    'sync',
    {
      templateId: byId(template()),
      externalId: '={{ $json.number }}',
      email: '={{ $json.email }}',
      ...parameters,
    },
    { items, ...more },
  );
const hintsOf = ({ data }: PassResult['run']) =>
  (data.resultData.runData[NODE]?.[0]?.hints ?? []).map(({ message }) => message);
const seed = (count: number) => control().seedPasses(template(), count, { externalIdPrefix: 'M-' });
const voided = () =>
  control()
    .passes(template())
    .flatMap(({ isValid, externalId }) => (isValid ? [] : [externalId]));

it('outputs voided passes after the items, whose pairs stay', async () => {
  seed(4);
  const { run, out } = await sync(rows('M-1', 'M-2'), VOID);
  expect(out).toMatchObject([
    { outcome: 'updated', externalId: 'M-1' },
    { outcome: 'updated', externalId: 'M-2' },
    { outcome: 'voided', externalId: 'M-4' },
    { outcome: 'voided', externalId: 'M-3' },
  ]);
  const pairs = run.items(NODE).map(({ pairedItem }) => pairedItem);
  expect(pairs).toEqual([{ item: 0 }, { item: 1 }, undefined, undefined]);
  expect(hintsOf(run)[0]).toBe('2 items: 2 updated. Other passes: 2 voided');
});

it('starts with keeping them, and with ten at most', async () => {
  seed(12);
  const { out } = await sync(rows('M-1'), {});
  expect(out).toHaveLength(1);
  const { maxVoid: _default, ...withoutLimit } = VOID;
  const { error } = await sync(rows('M-1'), withoutLimit);
  expect(error?.message).toBe(
    "Nothing was voided: 11 passes are not in the list, and 'Void at Most' is 10",
  );
});

describe('nothing was voided', () => {
  const twice = rows('M-1', 'M-1');
  const MESSAGE = "Nothing was voided: several items have the external ID 'M-1'";

  it('stops the run with an error that names no item, and reports them all', async () => {
    seed(3);
    const { error, out } = await sync(twice, VOID);
    expect(error?.message).toBe(MESSAGE);
    expect(error?.description).toContain('Give each item its own external ID.');
    expect(error?.description).toContain('Succeeded: items 0-1 (rows 1-2). Failed: none.');
    expect(error?.context).not.toHaveProperty('itemIndex', expect.anything());
    expect(out).toEqual([]);
    expect(voided()).toEqual([]);
  });

  it('is an item of its own if the workflow continues', async () => {
    seed(3);
    const { out, run } = await sync(twice, VOID, { node: { onError: 'continueRegularOutput' } });
    expect(out).toMatchObject([
      { outcome: 'updated' },
      { outcome: 'updated' },
      { outcome: 'failed', error: MESSAGE, details: { kind: 'conflict' } },
    ]);
    expect(hintsOf(run)[0]).toContain('Other passes: 1 failed');
    expect(hintsOf(run)[0]).toContain(MESSAGE);
    expect(voided()).toEqual([]);
  });

  it('is an item of the error output', async () => {
    seed(3);
    const { out, failed } = await sync(twice, VOID, { node: { onError: 'continueErrorOutput' } });
    expect(out).toHaveLength(2);
    expect(failed).toEqual([{ error: `${MESSAGE}. Give each item its own external ID.` }]);
  });
});

it('a try of Retry On Fail sends no item again, and voids what is left', async () => {
  seed(4);
  const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
  let patched = 0;
  let refused = false;
  control().chooseFaults(({ method, path, body }) => {
    if (method === 'PATCH' && !JSON.stringify(body).includes('isValid')) patched += 1;
    if (path !== '/passes' || patched < 2 || refused) return undefined;
    // The list that is read after the items.
    refused = true;
    return { kind: 'intercepted', status: 403 };
  });
  const { out, error } = await sync(rows('M-3', 'M-4'), VOID, { node: retry });
  expect(error).toBeUndefined();
  expect(out.map(({ outcome }) => outcome)).toEqual(['updated', 'updated', 'voided', 'voided']);
  expect(patched).toBe(2);
});
