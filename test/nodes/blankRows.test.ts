/** Rows without any value: exports of a sheet end with some, and an empty sheet may deliver one. */

import type { IDataObject } from 'n8n-workflow';

import { NODE, byId, mapped, useN8n } from '../support/n8n';

const n8n = useN8n();
const template = () => n8n.sandbox.templates.loyalty;
const issuedIds = () => n8n.sandbox.control.passes(template()).map(({ externalId }) => externalId);

const run = (items: IDataObject[], parameters: object = {}, operation = 'create') =>
  n8n.pass(
    operation,
    {
      templateId: byId(template()),
      externalId: '={{ $json.number }}',
      email: '={{ $json.email }}',
      ...mapped({ accountName: '={{ $json.name }}' }),
      ...parameters,
    },
    { items },
  );

const ROWS = [
  { number: 'M-1', email: 'ana@example.com', name: 'Ana' },
  { number: '', email: ' ', name: null, row_number: 3 },
  { number: 'M-2', email: 'ben@example.com', name: 'Ben' },
  {},
];

test('Blank rows among others are skipped, and a hint counts them', async () => {
  const result = await run(ROWS);
  expect(result.error).toBeUndefined();
  expect(result.run.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual([
    { item: 0 },
    { item: 2 },
  ]);
  expect(issuedIds().sort()).toEqual(['M-1', 'M-2']);
  expect(result.hints).toEqual([
    '2 items: 2 created',
    '2 blank rows were skipped: every mapped input is empty.',
  ]);
});

test('A row with a value in any column is not blank', async () => {
  for (const row of [{ name: 'Cleo' }, { city: 'Berlin' }]) {
    const { error } = await run([...ROWS, row]);
    expect(error?.message).toMatch(/^'External ID' is mapped but empty.* \[item 4 \(row 5\)\]$/);
  }
  expect(issuedIds()).toEqual([]);
});

test('Blank rows do not keep Sync List from voiding missing passes', async () => {
  n8n.sandbox.control.seedPasses(template(), 3, { externalIdPrefix: 'M-' });
  const options = { missing: 'void', confirmVoidPassSync: true, maxVoid: '1', graceHours: 0 };
  const { out, error } = await run(ROWS, options, 'sync');
  expect(error).toBeUndefined();
  expect(out.at(-1)).toMatchObject({ outcome: 'voided', externalId: 'M-3' });
  expect(out).toHaveLength(3);
});

test('The error of a refused list counts the blank rows', async () => {
  n8n.sandbox.control.seedPasses(template(), 3, { externalIdPrefix: 'M-' });
  const options = { missing: 'void', confirmVoidPassSync: true, maxVoid: '0', graceHours: 0 };
  const { error } = await run(ROWS, options, 'sync');
  expect(error?.description).toContain('2 blank rows were skipped');
});

test('A limit of the run is refused even if the first row is blank', async () => {
  const { error } = await run([{}, ...ROWS], { options: { maxParallelRequests: 100 } });
  expect(error?.message).toMatch(/^'Max Parallel Requests' /);
  expect(issuedIds()).toEqual([]);
});

test('A single blank row is refused, and no pass is issued', async () => {
  const { error } = await run([{}], { externalId: '' });
  expect(error?.message).toBe("'Email' is mapped but empty");
  expect(issuedIds()).toEqual([]);
});

test('A row without an email gets a pass if the node sets a phone number or an external ID', async () => {
  for (const parameters of [{ phone: '+4915112345678', externalId: '' }, { externalId: 'M-9' }]) {
    expect((await run([{ name: 'Ana' }], parameters)).error).toBeUndefined();
  }
});
