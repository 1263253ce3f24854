import type { IDataObject } from 'n8n-workflow';

import { outputItems } from '../../nodes/WalletPass/output/outputItems';
import { create } from '../../shared/operations/pass/create';
import { showHint } from '../../nodes/WalletPass/output/runHints';
import { ExecuteContext } from '../engines/n8n/core';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const template = () => n8n.sandbox.templates.loyalty;

const rows = (...emails: unknown[]): IDataObject[] =>
  emails.map((email, i) => ({ email, order: i + 1 }) as IDataObject);

const issue = (items: IDataObject[], parameters: object = {}) =>
  n8n.pass(
    'create',
    { templateId: byId(template()), email: '={{ $json.email }}', ...parameters },
    { items, node: { onError: 'continueRegularOutput' } },
  );

/** Why 'nobody' is refused, and the fix. */
const REFUSED =
  "'Email' is not an email address: 'nobody'. Enter a single email address, e.g. name@example.com.";

test('The summary of a run counts the outcomes of many items', async () => {
  const external = { externalId: '={{ $json.email }}' };
  await issue(rows('a@x.de'), external);
  const { hints } = await issue(rows('a@x.de', 'b@x.de', 'nobody', 'c@x.de'), external);
  expect(hints[0]).toBe(`4 items: 2 created, 1 existing, 1 failed<br>Item 2 (row 3): ${REFUSED}`);
});

test('The summary of a preview counts what would be done, and what is refused', async () => {
  const external = { externalId: '={{ $json.email }}' };
  await issue(rows('a@x.de'), external);
  const { hints, out } = await issue(rows('a@x.de', 'b@x.de', 'nobody', 'b@x.de'), {
    ...external,
    sendToPhone: 'send',
    phone: '0151 1234567',
    previewOnly: true,
  });
  expect(hints).toEqual([
    `Preview only, nothing was sent. 4 items: 1 would be created, 2 existing, 1 failed<br>Item 2 (row 3): ${REFUSED}`,
    'Items 1, 3 (rows 2, 4) have the same external ID, b@x.de. The pass would have the values of the last one that was sent, item 1 (row 2).',
    expect.stringMatching(/^2 items found an existing pass and did not change it/),
    '3 phone numbers have no country code: text messages may not arrive. Enter numbers like +1 202 555 0123.',
  ]);
  expect(out[1]).toMatchObject({ wouldBe: 'created', email: 'b@x.de', phone: '01511234567' });
});

test('The summary of a run counts an unknown result separately', async () => {
  n8n.sandbox.control.queueFault({ kind: 'dropAfter', match: { method: 'POST', path: '^/pass$' } });
  const options = { maxParallelRequests: 1 };
  const { hints } = await issue(rows('a@x.de', 'b@x.de'), { options });
  expect(hints[0]).toMatch(
    /^2 items: 1 created, 1 with an unknown result<br>Item 0 \(row 1\): The pass may have been issued/,
  );
});

test('The summary of a read lists why items failed', async () => {
  const { hints } = await n8n.pass(
    'get',
    { identifyBy: 'passId', passId: byId('={{ $json.id }}') },
    { items: [{ id: 'gone' }, { id: 'gone' }], node: { onError: 'continueRegularOutput' } },
  );
  expect(hints).toEqual([
    "2 items: 2 failed<br>Items 0-1 (rows 1-2): Pass not found: 'gone'. Check that the ID is correct, still exists and belongs to the same account as the API key.",
  ]);
});

test('The summary of a run has the row numbers of the sheet that the items come from', async () => {
  const { hints, out } = await issue([
    { email: 'a@x.de', row_number: 2 },
    { email: 'nobody', row_number: 7 },
  ]);
  expect(hints[0]).toBe(`2 items: 1 created, 1 failed<br>Item 1 (row 7): ${REFUSED}`);
  expect(out[1]?.error).toMatch(/ \[item 1 \(row 7\)\]$/);
  const one = await issue([{ email: 'nobody', row_number: 7 }]);
  expect(one.out[0]?.error).not.toContain('item 0');
});

test('A run of one item has no summary, and neither has a read', async () => {
  expect((await issue(rows('a@x.de'), { externalId: 'A' })).hints).toEqual([]);
  const { hints } = await n8n.pass('get', {}, { resource: 'account', items: [{}, {}] });
  expect(hints).toEqual([]);
});

const automatic = {
  externalId: '={{ $json.id }}',
  fieldValues: { mappingMode: 'autoMapInputData', value: null },
};
const named = (hints: string[]) =>
  hints.filter((hint) => hint.startsWith('These columns match no template field'));
const hint = (columns: string) => [
  `These columns match no template field and were not sent as field values: ${columns}`,
];

test('Columns that match no field are named once for the run, without used and blank ones', async () => {
  const items = [
    { id: 'M-1', email: 'a@x.de', Member: 'Ana', city: 'Bonn', note: ' ' },
    { id: 'M-2', email: 'b@x.de', Member: 'Bo', size: 'L' },
  ];
  const { hints, out } = await issue(items, automatic);
  expect(named(hints)).toEqual(hint('city, size'));
  expect(out.map(({ skippedFields }) => skippedFields)).toEqual([undefined, undefined]);
});

test('A column that is a field of the template of another item is not named', async () => {
  const { stampCard } = n8n.sandbox.templates;
  const items = [
    { id: 'M-1', template: template(), 'Home shop': 'Quay 4', city: 'Bonn' },
    { id: 'M-2', template: stampCard, 'Home shop': 'Quay 4' },
  ];
  const { hints } = await issue(items, {
    ...automatic,
    ...{ templateId: byId('={{ $json.template }}'), email: '' },
  });
  expect(named(hints)).toEqual(hint('city'));
});

test("Columns that match no field are not named if they are refused, or if the template can't be read", async () => {
  const items = [{ id: 'M-1', email: 'a@x.de', city: 'Bonn' }];
  const refused = await issue(items, { ...automatic, options: { unknownFields: 'refuse' } });
  expect(refused.out[0]).toHaveProperty('error');
  expect(named(refused.hints)).toEqual([]);
  n8n.sandbox.control.queueFault({
    kind: 'unavailable',
    status: 500,
    match: { path: '^/templates/' },
    count: 2,
  });
  expect(named((await issue(items, automatic)).hints)).toEqual([]);
});

const external = { externalId: '={{ $json.email }}' };
const unchanged = (items: string) =>
  `${items} an existing pass and did not change it: new values, if any, were not written. To write them, use 'Create or Update'.`;

test('Rows whose existing pass was not changed are counted, with the operation that changes it', async () => {
  await issue(rows('a@x.de'), external);
  const one = await issue(rows('a@x.de'), external);
  expect(one.hints).toEqual([unchanged('1 item found')]);
  const many = await issue(rows('b@x.de', 'a@x.de', 'b@x.de'), external);
  expect(many.hints).toEqual([
    '3 items: 1 created, 2 existing',
    'Items 0, 2 (rows 1, 3) have the same external ID, b@x.de. The pass has the values of the last one that was sent, item 0 (row 1).',
    unchanged('2 items found'),
  ]);
});

const sheet = (...rows: [email: string, name: string][]) =>
  rows.map(([email, name], i) => ({ email, name, row_number: i + 2 }));
const sameId = {
  externalId: 'R-3',
  fieldValues: { mappingMode: 'defineBelow', value: { accountName: '={{ $json.name }}' } },
};

test('Rows with the same external ID are named, with the one whose values the pass has', async () => {
  const rows = sheet(['zoe@x.de', 'Zoë'], ['zoe@x.de', 'Zoe']);
  const preview = await issue(rows, { ...sameId, previewOnly: true });
  const same = 'Items 0-1 (rows 2-3) have the same external ID, R-3. The pass';
  const values = 'the values of the last one that was sent, item';
  expect(preview.hints[1]).toBe(`${same} would have ${values} 0 (row 2).`);
  const update = { ...sameId, options: { ifExists: 'update' } };
  const { hints } = await issue(rows, update);
  expect(hints).toEqual(['2 items: 1 created, 1 updated', `${same} has ${values} 1 (row 3).`]);
});

test('A single row with another email than its existing pass is named, and gets no link', async () => {
  const external = { externalId: 'R-3' };
  await issue(rows('zoe@x.de'), external);
  const { hints, out } = await issue(rows('dan@x.de'), external);
  expect(out).toMatchObject([{ outcome: 'existing' }]);
  expect(hints).toEqual([
    "1 item has an email that the existing pass does not have, so it may be someone else's, and its link was not returned: item 0. If it is the same person, write the email with 'Update' first; otherwise, correct the external ID.",
  ]);
  const same = await issue(rows('zoe@x.de'), external);
  expect(same.hints).toEqual([expect.stringMatching(/^1 item found an existing pass and did not/)]);
});

test('Rows without an external ID are counted, with the way to prevent duplicates', async () => {
  const { hints } = await issue(rows('a@x.de', 'b@x.de'));
  expect(hints).toEqual([
    '2 items: 2 created',
    "2 passes were issued without an external ID. Another run with the same items issues them again. To prevent this, map 'External ID', or set 'Generate External ID From' in Options.",
  ]);
});

test('A single row without an external ID is counted, because a retried event issues its pass again', async () => {
  const { hints } = await issue(rows('a@x.de'));
  expect(hints).toEqual([
    "1 pass was issued without an external ID. Another run with the same items issues it again. To prevent this, map 'External ID', or set 'Generate External ID From' in Options.",
  ]);
  expect((await issue(rows('a@x.de'), { previewOnly: true })).hints).toHaveLength(1);
});

test('An external ID from columns is stable, so that a second run finds the passes', async () => {
  const options = { externalIdColumns: 'email, order' };
  const first = await issue(rows('a@x.de', 'b@x.de'), { options });
  const second = await issue(rows(' A@x.de', 'b@x.de', 'c@x.de'), { options });
  expect(first.out.map(({ externalId }) => externalId)).toEqual([
    expect.stringMatching(/^row-[0-9a-f]{20}$/),
    expect.stringMatching(/^row-[0-9a-f]{20}$/),
  ]);
  expect(second.hints[0]).toBe('3 items: 1 created, 2 existing');
  expect(second.out.slice(0, 2).map(({ id }) => id)).toEqual(first.out.map(({ id }) => id));
  expect(n8n.sandbox.control.passes(template())).toHaveLength(3);
});

test('A number that has lost digits is refused in an external ID: two people would share one pass', async () => {
  const options = { externalIdColumns: 'number, count, email, isNew' };
  const row = (email: string) => ({ number: 12345678901234567001, count: NaN, email, isNew: true });
  const { out } = await issue([row('a@x.de'), row(' ')], { options });
  const lost =
    "'Generate External ID From': 'number' is too large to keep exactly as a number; its last digits are already lost";
  const count =
    "'Generate External ID From': 'count' must be text, not the result of an invalid calculation";
  const flag = "'Generate External ID From': 'isNew' must be text, not a boolean (true)";
  const empty = "'Generate External ID From': 'email' is empty or missing in this item";
  expect(out.map(({ error }) => error)).toEqual([
    `${lost}; ${count}; ${flag} [item 0 (row 1)]`,
    `${lost}; ${count}; ${empty}; ${flag} [item 1 (row 2)]`,
  ]);
  expect(n8n.sandbox.control.passes(template())).toEqual([]);
});

const fails = () => {
  throw new Error('a defect');
};

test('A check that fails after the last request is reported, and no item fails', async () => {
  const shown: string[] = [];
  const addExecutionHints = ({ message }: { message: string }) => shown.push(message);
  const getNode = () => ({ parameters: {} });
  await showHint({ addExecutionHints, getNode } as never, fails);
  expect(shown).toEqual([
    'All items ended as their results say, but a check after them failed: a defect',
  ]);
});

test('A hint that n8n refuses fails no item', async () => {
  const refusing = jest.spyOn(ExecuteContext.prototype, 'addExecutionHints');
  refusing.mockImplementation(fails);
  const { out, hints } = await issue(rows('a@x.de', 'b@x.de'), {
    externalId: '={{ $json.email }}',
  });
  refusing.mockRestore();
  expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  expect(hints).toEqual([]);
});

test("An item whose output can't be simplified is output as it is", () => {
  const value = { outcome: 'created', id: 'ps_1' };
  const spoiled = Object.defineProperty({ ...value }, 'link', { get: fails, enumerable: true });
  const output = { fields: create.output.fields };
  const items = [spoiled, value].map((one, index) => ({
    ...{ index, earlier: undefined, refs: [], serialKeys: [], collected: { raw: {}, output } },
    result: { state: 'done' as const, value: one },
  }));
  const batch = { items, listResults: [] } as unknown as Parameters<typeof outputItems>[2];
  const { outputs, failure } = outputItems({} as never, create, batch, { items: [], rows: [] });
  expect(outputs.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
  expect(outputs[0]?.json).toBe(spoiled);
  expect(failure).toMatchObject({ message: 'a defect' });
});
