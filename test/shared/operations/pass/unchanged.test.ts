/** Create or Update sends only what changed, where the run reads the list of passes. */

import { upsert } from '../../../../shared/operations/pass/upsert';
import { differences } from '../../../../shared/operations/pass/issue/differences';
import type { PassChanges } from '../../../../shared/service/requests';
import type { PassRow } from '../../../../shared/service/schemas';
import { notesOf, useCore } from '../../../support/core';
import { someText } from '../../../support/matchers';

const core = useCore({ checks: true });
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;

const ROWS = 400;
const PASS = { email: 'ana@example.com', templateFields: { accountName: 'Ana' } };
const rows = (count = ROWS) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ templateId: templateId(), externalId: `M-${i + 1}` },
    ...{ email: 'Ana@Example.com', sendToEmail: 'doNotSend' },
    fieldValues: { accountName: 'Ana' },
  }));
const seed = (count = ROWS, values: object = PASS) =>
  control().seedPasses(templateId(), count, { externalIdPrefix: 'M-', values });

test('A list of 400 rows of which none changed takes five requests, and no change', async () => {
  const ids = seed();
  const { out, sent, writes } = await core.run(upsert, rows());
  // As docs/many-items.md has it.
  expect(sent).toHaveLength(5);
  expect(writes).toEqual([]);
  expect(out).toEqual(
    ids.map((id, i) => ({
      ...{ outcome: 'unchanged', status: 'valid', recovered: false },
      ...{ id, externalId: `M-${i + 1}`, templateId: templateId() },
    })),
  );
});

test('A list of membership cards, whose fields the designer added, takes as few requests', async () => {
  const membership = core.sandbox.templates.generic;
  const fieldValues = { memberName: 'Ana Souza', membershipLevel: 'Patron' };
  const list = rows().map((row) => ({ ...row, templateId: membership, fieldValues }));
  await core.run(upsert, list);
  const { out, sent } = await core.run(upsert, list);
  expect(new Set(out.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']));
  expect(sent).toHaveLength(5);

  const [first = {}, ...others] = list;
  const changed = { ...first, fieldValues: { ...fieldValues, membershipLevel: 'Reader' } };
  expect((await core.run(upsert, [changed, ...others])).writes).toEqual(['PATCH /pass']);
});

test("A list of cards whose values the service's list lacks is sent once", async () => {
  seed(20);
  const list = rows(20).map((row) => ({ ...row, fieldValues: { homeShop: 'Quay 4' } }));
  const previewed = list.map((row) => ({ ...row, previewOnly: true }));
  const { out } = await core.run(upsert, previewed);
  const changes = [{ field: 'homeShop', to: 'Quay 4' }];
  expect(out[0]).toMatchObject({ wouldBe: 'updated', changes });
  const first = await core.run(upsert, list);
  expect(first.writes).toHaveLength(20);
  const second = await core.run(upsert, list);
  expect(second.writes).toEqual([]);
  for (const { report } of [first, second]) {
    expect(notesOf(report, 'sentEveryTime')).toBeUndefined();
  }
});

test('A list with phone numbers is sent in every run, and a note says why', async () => {
  seed(20);
  const list = rows(20).map((row, i) => ({ ...row, ...(i > 0 && { phone: '+49 151 1234567' }) }));
  await core.run(upsert, list);
  const { writes, report } = await core.run(upsert, list);
  expect(writes).toHaveLength(19);
  expect(notesOf(report, 'sentEveryTime')).toMatchObject({
    items: list.slice(1).map((_, i) => i + 1),
    lines: [
      "Items with 'Phone' are sent in every run: the service's lists of passes do not show whether a pass already has the value.",
    ],
  });
  const anyway = list.map((row) => ({ ...row, ifUnchanged: 'update' }));
  const { report: asked } = await core.run(upsert, anyway);
  expect(notesOf(asked, 'sentEveryTime')).toBeUndefined();
});

const MOVED = [
  ['loyalty', { accountName: 'Ana', accountId: '7' }, { memberName: 'Ana', memberId: 7 }],
  ['eventTicket', { ticketHolderName: 'Ana' }, { memberName: 'Ana' }],
] as const;

test.each(MOVED)(
  'A value that the service has moved is not sent again: %s',
  async (type, templateFields, fieldValues) => {
    const id = core.sandbox.templates[type];
    control().seedPasses(id, 20, { externalIdPrefix: 'M-', values: { ...PASS, templateFields } });
    const list = rows(20).map((row) => ({ ...row, templateId: id, fieldValues }));
    expect((await core.run(upsert, list)).writes).toEqual([]);
    const [first, ...others] = list;
    const renamed = { ...first, fieldValues: { ...fieldValues, memberName: 'Bea' } };
    expect((await core.run(upsert, [renamed, ...others])).writes).toEqual(['PATCH /pass']);
  },
);

test('A list of which three rows changed sends three changes', async () => {
  seed();
  const list = rows().map((row, i) =>
    i % 150 === 7 ? { ...row, fieldValues: { accountName: 'Bea' } } : row,
  );
  const { out, sent, writes, report } = await core.run(upsert, list);
  expect(sent).toHaveLength(8);
  expect(writes).toEqual(Array(3).fill('PATCH /pass'));
  expect(out.filter(({ outcome }) => outcome === 'updated')).toHaveLength(3);
  expect(report.done.filter(({ outcome }) => outcome === 'unchanged')).toHaveLength(397);
});

test('A list is sent as a whole on request, and if the passes have to be looked up', async () => {
  seed();
  const all = rows().map((row) => ({ ...row, ifUnchanged: 'update' }));
  const { sent, writes } = await core.run(upsert, all);
  expect(sent).toHaveLength(ROWS + 5);
  expect(writes).toHaveLength(ROWS);
  expect((await core.run(upsert, rows(2))).writes).toHaveLength(2);
});

test('The preview of a list shows what is unchanged, and the values before and after', async () => {
  seed(20);
  const list = rows(20).map((row, i) => ({
    ...row,
    previewOnly: true,
    ...(i === 3 && { email: 'bea@example.com', fieldValues: { accountName: 'Bea', balance: 5 } }),
  }));
  const { out, writes } = await core.run(upsert, list);
  expect(writes).toEqual([]);
  expect(out[2]).toMatchObject({ preview: true, wouldBe: 'unchanged', externalId: 'M-3' });
  const changes = [
    { field: 'email', from: 'ana@example.com', to: 'bea@example.com' },
    { field: 'accountName', from: 'Ana', to: 'Bea' },
  ];
  expect(out[3]).toMatchObject({ preview: true, wouldBe: 'updated', changes });
});

test('A second item on the same pass is sent: the first one may have changed it', async () => {
  const [id = ''] = seed(20);
  const [first] = rows(1);
  const list = [{ ...first, fieldValues: { accountName: 'Bea' } }, ...rows(20)];
  await core.run(upsert, list, { concurrency: 1 });
  expect(control().pass(id)).toMatchObject({ templateFields: { accountName: 'Ana' } });
});

test('Two identical rows are not said to share a pass', async () => {
  seed(20);
  const { out, report } = await core.run(upsert, [...rows(20), ...rows(1)]);
  expect([out[0]?.outcome, out[20]?.outcome]).toEqual(['unchanged', 'updated']);
  expect(notesOf(report, 'sharedId')).toBeUndefined();
});

const rowOf = (values: Partial<PassRow>): PassRow => ({
  ...{ id: 'p', templateId: 't', created: 1, updated: 1, isValid: true, deviceCount: 0 },
  templateFields: {},
  ...values,
});
const withField = (value: unknown) => rowOf({ templateFields: { x: value } });
const sending = (x: string | number): PassChanges => ({ templateFields: { x } });
const inBoth = (x: string): PassChanges => ({ templateFields: { x }, customFields: { x } });
const until = (validUntil: string) => ({ templateFields: { validUntil } });
const END = until('2031-01-01T00:00:00.000Z');
const NAMED = { templateFields: { memberName: 'Ana' } };

test.each<[string, PassRow, PassChanges]>([
  ['a number and the same text', withField(5), sending('5')],
  ['a text and the same number', withField('5'), sending(5)],
  ['an emoji', withField('👩🏽‍🚀'), sending('👩🏽‍🚀')],
  ['two normal forms of a text', withField('Zoe\u0308'), sending('Zo\u00eb')],
  ['an email in upper case', rowOf({ email: 'a@x.de' }), { email: 'A@X.de' }],
  ['a number in another spelling', rowOf({ phone: '+1 202 555 01' }), { phone: '+120255501' }],
  ['a moment in two time zones', rowOf(until('2031-01-01T02:00:00+02:00')), END],
  ['stamps', rowOf({ collectedStamps: 3 }), { collectedStamps: 3 }],
  ['a name that was moved', rowOf({ templateFields: { accountName: 'Ana' } }), NAMED],
  ['no change at all', rowOf({}), {}],
  ['a designer field', rowOf({ customFields: { y: 'b' } }), { customFields: { y: 'b' } }],
  ['a designer field among those of the card', withField('a'), inBoth('a')],
  ['a designer field in its own place', rowOf({ customFields: { x: 'a' } }), inBoth('a')],
  ['a designer field in both places', rowOf({ ...inBoth('a') } as Partial<PassRow>), inBoth('a')],
])('Equal values are not sent: %s', (_what, stored, change) => {
  expect(differences(stored, change)).toEqual([]);
});

test.each<[string, PassRow, PassChanges]>([
  ['another number', withField(5), sending(6)],
  ['a text that only looks like the number', withField('05'), sending(5)],
  ['an empty value', withField(''), sending('a')],
  ['no value', withField(null), sending('null')],
  ['an object', withField({ a: 1 }), sending('[object Object]')],
  ['upper case', withField('Ana'), sending('ana')],
  ['a field that the list lacks', rowOf({}), sending('a')],
  ['a designer field with the name of another', withField('a'), { customFields: { x: 'a' } }],
  [
    'a designer field that is the same in one place and another in the other',
    rowOf({ templateFields: { x: 'a' }, customFields: { x: 'b' } }),
    inBoth('a'),
  ],
  ['a designer field in neither place', rowOf({ customFields: {} }), inBoth('a')],
  ['a name that every object has', rowOf({}), { templateFields: { toString: 'a' } }],
  [
    'the value of a field that is called like a contact, in another spelling',
    rowOf({ customFields: { phone: '+12025550123' } }),
    { customFields: { phone: '+1 202 555 0123' } },
  ],
  [
    'a name that the service has not moved',
    rowOf({ templateFields: { memberName: 'Bea', accountName: 'Ana' } }),
    NAMED,
  ],
  [
    'a name that may have been moved to either of two fields',
    rowOf({ templateFields: { accountName: 'Ana', ticketHolderName: 'Ana' } }),
    NAMED,
  ],
  ['a barcode value: the list has none', rowOf({}), { redemptionValue: 'B' }],
  ['another moment', rowOf(until('2031-01-01')), until('2031-01-01T00:00:01.000Z')],
  ['a date that cannot be read', rowOf(until('soon')), END],
  // It would be valid again.
  ['the end of a voided pass', rowOf({ isValid: false, ...END }), END],
])('Different values are sent: %s', (_what, stored, change) => {
  expect(differences(stored, change)).toHaveLength(1);
});

const rowsWith = (more: object = {}) => rows(20).map((row) => ({ ...row, ...more }));
const runRows = async (more: object = {}) => {
  const { out, report, writes } = await core.run(upsert, rowsWith(more));
  const { outcome, status } = out[0] ?? {};
  return { result: { outcome, status }, finding: notesOf(report, 'notValid'), writes };
};
const seedWith = (values: object) => {
  seed(1, { ...PASS, ...values });
  control().seedPasses(templateId(), 19, {
    each: (index) => ({ ...PASS, customFields: {}, externalId: `M-${index + 2}` }),
  });
};

test('A pass that is not valid stays so, and the run says it', async () => {
  seedWith({ isValid: false });
  const { result, finding, writes } = await runRows();
  expect(result).toEqual({ outcome: 'unchanged', status: 'voided' });
  expect(finding?.items).toEqual([0]);
  expect(finding?.lines).toEqual([
    "1 item has a voided or expired pass, which stays so: item 0. To make it valid again, use 'Reactivate'.",
  ]);
  expect(writes).toEqual([]);
  const { finding: previewed } = await runRows({ previewOnly: true });
  expect(previewed?.items).toEqual([0]);
});

test('A pass that is not valid is reactivated on request, once', async () => {
  seedWith({ isValid: false });
  const ifNotValid = { ifNotValid: 'reactivate' };
  const preview = await core.run(upsert, rowsWith({ ...ifNotValid, previewOnly: true }));
  expect(preview.writes).toEqual([]);
  const isValid = { field: 'isValid', from: false, to: true };
  expect(preview.out[0]).toMatchObject({ wouldBe: 'reactivated', changes: [isValid] });
  expect(preview.out[0]).not.toHaveProperty('status');
  expect(notesOf(preview.report, 'notValid')).toBeUndefined();
  const { result, finding, writes } = await runRows(ifNotValid);
  expect(result).toEqual({ outcome: 'reactivated', status: undefined });
  expect(finding).toBeUndefined();
  expect(writes).toEqual(['PATCH /pass']);
  const passes = control().passes(templateId());
  expect(passes.filter((pass) => !pass.isValid)).toEqual([]);
  expect((await runRows(ifNotValid)).result).toEqual({ outcome: 'unchanged', status: 'valid' });
});

test('An expired pass stays so without an end in the future, and a note says it', async () => {
  seedWith({ templateFields: { accountName: 'Ana', validUntil: '2020-01-01T00:00:00.000Z' } });
  const ifNotValid = { ifNotValid: 'reactivate' };
  for (const validUntil of [undefined, '2020-01-01']) {
    const { result: stays, finding } = await runRows({ ...ifNotValid, validUntil });
    expect(stays).toEqual({ outcome: 'unchanged', status: 'expired' });
    expect(finding?.lines).toEqual([
      "1 item has a voided or expired pass, which stays so: item 0. To make it valid again, use 'Reactivate'. One that has expired needs a 'Valid Until' there.",
    ]);
  }
  const { result, writes } = await runRows({ ...ifNotValid, validUntil: '2031-01-01' });
  expect(result.outcome).toBe('reactivated');
  expect(writes).toEqual(['PATCH /pass']);
  expect(core.bodies('PATCH', '/pass')).toMatchObject([
    { isValid: true, templateFields: { validUntil: someText } },
  ]);
});

test('A pass that was updated is reported, although its links could not be read', async () => {
  seedWith({ isValid: false });
  const options = { ifNotValid: 'reactivate', includeLinks: true };
  core.intercept(({ method, path }) => method === 'GET' && path === '/pass');
  const { out } = await core.run(upsert, rowsWith(options));
  expect(out[0]?.outcome).toBe('reactivated');
  expect(out[0]?.note).toContain('The pass was updated, but its links could not be read');
  expect(out[1]?.note).toContain('The pass is unchanged, but its links could not be read');
});

test('A pass of which no row was read is reactivated by the update itself', async () => {
  seed(1, { ...PASS, isValid: false });
  const [item] = rows(1);
  const { out, sent } = await core.run(upsert, { ...item, ifNotValid: 'reactivate' });
  expect(out).toMatchObject([{ outcome: 'updated' }]);
  expect(sent).toEqual([`GET /templates/${templateId()}`, 'PATCH /pass']);
  expect(control().passes(templateId())[0]?.isValid).toBe(true);
});
