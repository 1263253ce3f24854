/** Items of a run with the same external ID: one person in several rows, or two people by mistake. */

import { create } from '../../../shared/operations/pass/create';
import { createGroup } from '../../../shared/operations/pass/createGroup';
import { upsert } from '../../../shared/operations/pass/upsert';
import { voidPass } from '../../../shared/operations/pass/void';
import type { Operation } from '../../../shared/operations/operation';
import type { RunReport } from '../../../shared/run/report';
import type { Output } from '../../../shared/fields/output';
import { textWith } from '../../support/matchers';
import { type CoreOptions, notesOf, useCore } from '../../support/core';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const templates = () => core.sandbox.templates;
const passes = () => control().passes(templates().loyalty);

const GOES_ON = { continueOnFail: true };

/** An item of Issue or Create or Update. */
const row = (externalId: string, more: object = {}) => ({
  ...{ templateId: templates().loyalty, externalId },
  ...more,
});
const ZOE = { email: 'zoe@example.com' };
const DAN = { email: 'dan@example.com' };

const twoRows = (first: object, second: object) => [row('R-3', first), row('R-3', second)];
const refused = (channels = 'email', item = 0) => ({
  kind: 'invalidInput',
  field: 'externalId',
  message: textWith(`the same as that of item ${item}, 'R-3', but with another ${channels}`),
});

describe.each([
  ['Issue', create, {}],
  ['Issue, Update Existing', create, { ifExists: 'update' }],
  ['Issue, Fail', create, { ifExists: 'fail' }],
  ['Create or Update', upsert, {}],
])('%s', (_, operation, options) => {
  const people = () => twoRows({ ...ZOE, ...options }, { ...DAN, ...options });

  test('Two people with one external ID stop the run before anything is sent', async () => {
    const { error, sent } = await core.run(operation, people());
    expect(error).toMatchObject(refused());
    expect(sent).toEqual([]);
  });

  test.each([1, 10])('The later of two people fails, %i at a time', async (concurrency) => {
    const { out, errors } = await core.run(operation, people(), { ...GOES_ON, concurrency });
    expect(out).toMatchObject([{ outcome: 'created', externalId: 'R-3' }]);
    expect(errors).toMatchObject([undefined, refused()]);
    expect(passes()).toMatchObject([ZOE]);
  });

  test('Two people with one external ID are refused in a preview, too', async () => {
    const previews = people().map((one) => ({ ...one, previewOnly: true }));
    const { out, errors, writes } = await core.run(operation, previews, GOES_ON);
    expect(out).toMatchObject([{ wouldBe: 'created' }]);
    expect(errors).toMatchObject([undefined, refused()]);
    expect(writes).toEqual([]);
  });
});

test.each([
  ['another phone', { phone: '+1 202 555 0123' }, { phone: '+1 202 555 0124' }, 'phone'],
  ['both', { ...ZOE, phone: '+1202555012' }, { ...DAN, phone: '+1202555013' }, 'email and phone'],
])('Two people have %s', async (_, first, second, channels) => {
  const { errors } = await core.run(create, twoRows(first, second), GOES_ON);
  expect(errors[1]).toMatchObject(refused(channels));
});

test.each([
  ['an email in other letters', ZOE, { email: ' Zoe@Example.COM ' }],
  ['a phone in another spelling', { phone: '+49 151 123456' }, { phone: '0049 (151) 123-456' }],
  ['a phone without its country code', { phone: '+49 151 1234567' }, { phone: '0151 1234567' }],
  ['no contact in one of them', ZOE, {}],
  ['an email in one and a phone number in the other', ZOE, { phone: '+1 202 555 0123' }],
])('Two items are taken for one person: %s', async (_, first, second) => {
  const { out } = await core.run(create, twoRows(first, second));
  expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'existing']);
});

test.each([
  ['first', { email: 'zoe@' }, ZOE, 0],
  ['second', ZOE, { email: 'zoe@' }, 1],
])('A refused email of the %s item makes no second person', async (_, first, second, bad) => {
  const { out, errors } = await core.run(create, twoRows(first, second), GOES_ON);
  expect(out).toMatchObject([{ outcome: 'created' }]);
  expect(errors[bad]?.message).toMatch(/^'Email' is not/);
  expect(errors[bad]?.invalid).toBeUndefined();
  expect(errors[1 - bad]).toBeUndefined();
});

test('A person is compared with all earlier items that were not refused', async () => {
  const phones = ['+1 202 555 0123', '+1 202 555 0124'];
  const people = [{}, ZOE, { ...DAN, phone: phones[0] }, { phone: phones[1] }, DAN];
  const items = people.map((person) => row('R-3', person));
  const { errors } = await core.run(create, items, GOES_ON);
  const another = refused('email', 1);
  expect(errors).toMatchObject([undefined, undefined, another, undefined, another]);
});

test('Two people may have one external ID on two templates, or with Issue Another', async () => {
  const { generic } = templates();
  const other = { templateId: generic, ifExists: 'return' };
  const items = [row('R-3', ZOE), row('R-3', { ...DAN, ...other })];
  expect((await core.run(create, items)).out).toHaveLength(2);
  const another = items.map((one) => ({ ...one, ifExists: 'issueAnother' }));
  expect((await core.run(create, another)).out).toHaveLength(2);
  const without = [ZOE, DAN].map((one) => ({ templateId: generic, ...one }));
  expect((await core.run(create, without)).out).toHaveLength(2);
});

test('Two people are found although the first one is refused for another reason', async () => {
  const first = row('R-3', { ...ZOE, fieldValues: { unknown: 'x' } });
  const { errors, writes } = await core.run(create, [first, row('R-3', DAN)], GOES_ON);
  expect(errors).toMatchObject([{ field: 'unknown' }, refused()]);
  expect(writes).toEqual([]);
});

test('A person does not get a pass of the group that was issued to another person', async () => {
  const group = (person: object, ...ids: string[]) => ({
    ...{ ...person, passes: ids.map((id) => row(id)) },
  });
  const items = [group(ZOE, 'R-2', 'R-3'), group(DAN, 'R-1', 'R-3')];
  const { out, errors } = await core.run(createGroup, items, GOES_ON);
  expect(out).toMatchObject([{ outcome: 'created' }]);
  const message = textWith("Pass 2: 'External ID' is the same as that of item 0, 'R-3'");
  expect(errors[1]).toMatchObject({ kind: 'invalidInput', field: 'passes', message });
});

test('Two people with one external ID are reported beside the other problems of the item', async () => {
  const { error } = await core.run(create, twoRows(ZOE, { ...DAN, collectedStamps: 51 }));
  expect(error?.invalid).toMatchObject([{ field: 'collectedStamps' }, { field: 'externalId' }]);
});

const sharedBy = async (operation: Operation, items: object[], options?: CoreOptions) =>
  notesOf((await core.run(operation, items, options)).report, 'sharedId');
const values = (accountName: string, more: object = {}) =>
  row('R-3', { ...more, fieldValues: { accountName } });
const text = (items: string, has: string, last: number) =>
  `Items ${items} have the same external ID, R-3. The pass ${has} the values of the last one that was sent, item ${last}.`;

test('A row that repeats the last one is unchanged, in a preview, too', async () => {
  for (const previewOnly of [true, false]) {
    const items = ['Zoë', 'Zoë', 'Dan', 'Zoë'].map((name) => values(name, { previewOnly }));
    const { out } = await core.run(upsert, items);
    const outcomes = out.map(({ outcome, wouldBe }: Output) => wouldBe ?? outcome);
    expect(outcomes).toEqual(['created', 'unchanged', 'updated', 'updated']);
    expect(passes()).toHaveLength(previewOnly ? 0 : 1);
  }
});

test('Issue with Return Existing keeps the values of the item that issued the pass', async () => {
  const items = [values('Zoë', ZOE), row('R-4'), values('Dan')];
  const lines = [text('0, 2', 'has', 0)];
  expect(await sharedBy(create, items)).toEqual({ code: 'sharedId', items: [0, 2], lines });
  expect(passes()[1]?.templateFields).toEqual({ accountName: 'Zoë' });
});

test.each([
  ['Update Existing', create, { ifExists: 'update' }],
  ['Create or Update', upsert, {}],
])('%s writes the values of the last item', async (_, operation, options) => {
  const items = ['Zoë', 'Zoe', 'Dan'].map((name) => values(name, options));
  const previews = items.map((one) => ({ ...one, previewOnly: true }));
  expect((await sharedBy(operation, previews))?.lines).toEqual([text('0-2', 'would have', 2)]);
  expect((await sharedBy(operation, items))?.lines).toEqual([text('0-2', 'has', 2)]);
  expect(passes()[0]?.templateFields).toEqual({ accountName: 'Dan' });
});

test('A preview reports items that share a pass which would be made valid again', async () => {
  await core.run(create, [...Array.from({ length: 20 }, (_, i) => row(`M-${i}`)), row('R-3')]);
  await core.run(voidPass, row('R-3'));
  const more = { ifNotValid: 'reactivate', previewOnly: true };
  const fill = Array.from({ length: 20 }, (_, i) => row(`M-${i}`, more));
  const finding = await sharedBy(upsert, [...fill, values('Zoë', more), values('Dan', more)]);
  expect(finding?.lines).toEqual([text('20-21', 'would have', 21)]);
});

test('A shared external ID is not reported if the pass stays as it is, or of refused items', async () => {
  await core.run(create, values('Zoë'));
  expect(await sharedBy(create, [values('Zoë'), values('Dan')])).toBeUndefined();
  const refused = row('R-5', { fieldValues: { unknown: 'x' } });
  expect(await sharedBy(upsert, [row('R-5'), refused], GOES_ON)).toBeUndefined();
});

/** The items whose pass has another email. */
const otherEmails = (report: RunReport) => notesOf(report, 'otherEmail')?.items;

/** Enough to read the list. */
const COUNT = 25;
const sheet = (more: (index: number) => object = () => ({})) =>
  Array.from({ length: COUNT }, (_, i) =>
    row(`M-${i}`, { email: `m${i}@example.com`, ...more(i) }),
  );
const someChanged = () =>
  sheet((i) => (i === 3 || i === 7 ? { email: `other${i}@example.com` } : {}));

test('Existing passes with another email have no links, and a note lists their items', async () => {
  await core.run(create, sheet());
  const { out, report } = await core.run(create, someChanged());
  expect(otherEmails(report)).toEqual([3, 7]);
  expect(out.flatMap(({ contactDiffers }, i) => (contactDiffers ? [i] : []))).toEqual([3, 7]);
  expect(out.flatMap(({ link }, i) => (link === undefined ? [i] : []))).toEqual([3, 7]);
  expect(notesOf(report, 'otherEmail')?.lines).toEqual([
    "2 items have an email that the existing pass does not have, so it may be someone else's, and its link was not returned: items 3, 7. If it is the same person, write the email with 'Update' first; otherwise, correct the external ID.",
  ]);
});

test.each([
  ['Update Existing', create, { ifExists: 'update' }],
  ['Create or Update', upsert, {}],
  ['a preview', upsert, { previewOnly: true }],
])('An existing pass that gets its new email is not listed: %s', async (_, operation, options) => {
  await core.run(create, sheet());
  const items = someChanged().map((one) => ({ ...one, ...options }));
  const { out, report } = await core.run(operation, items);
  expect(otherEmails(report)).toBeUndefined();
  expect(out.filter((one) => 'contactDiffers' in one)).toEqual([]);
});

test('An existing pass is not listed for another spelling, or without an email to compare', async () => {
  const first = sheet((i) => (i === 1 ? { email: '' } : {}));
  await core.run(create, first);
  const spelled = sheet((i) => ({ email: i === 2 ? '' : `M${i}@Example.com` }));
  expect(otherEmails((await core.run(create, spelled)).report)).toBeUndefined();
});

test('An existing pass is compared by its valid one, if an external ID has several', async () => {
  await core.run(create, sheet());
  const another = { email: 'other3@example.com', ifExists: 'issueAnother' };
  const { out } = await core.run(create, row('M-3', another));
  await core.run(voidPass, { passId: out[0]?.id });
  expect(otherEmails((await core.run(create, sheet())).report)).toBeUndefined();
  expect(otherEmails((await core.run(create, someChanged())).report)).toEqual([3, 7]);
});

const ANA = { email: 'ana@example.com' };
const issue = (contact: object) => core.run(create, row('M-1', contact));

test('A single existing pass is compared by one search', async () => {
  await issue(ANA);
  const { out, sent } = await issue({ email: 'ben@example.com' });
  expect(out).toMatchObject([{ outcome: 'existing', contactDiffers: true }]);
  expect(sent).toEqual(['GET /pass', 'GET /passes/search']);
});

test('A single existing pass is known to be voided if the search shows it', async () => {
  await issue(ANA);
  await core.run(voidPass, row('M-1'));
  const { out, report } = await issue(ANA);
  expect(out).toMatchObject([{ outcome: 'existing', status: 'voided' }]);
  expect(notesOf(report, 'notValid')?.items).toEqual([0]);
});

test('A single existing pass is not compared by a phone number, which nobody searches for', async () => {
  await issue({ phone: '+491761234567' });
  const { out, sent } = await issue({ phone: '+491767654321' });
  expect(out).toMatchObject([{ outcome: 'existing', link: expect.any(String) }]);
  expect(sent).toEqual(['GET /pass']);
});
