import { create } from '../../../../shared/operations/pass/create';
import { createGroup } from '../../../../shared/operations/pass/createGroup';
import { issueOnce } from '../../../../shared/operations/pass/issue/issueOnce';
import { RunPasses } from '../../../../shared/operations/runPasses';
import { SharedAccount } from '../../../../shared/operations/sharedAccount';
import { notify } from '../../../../shared/operations/pass/notify';
import { sync } from '../../../../shared/operations/pass/sync';
import { update } from '../../../../shared/operations/pass/update';
import { upsert } from '../../../../shared/operations/pass/upsert';
import { failureOf } from '../../../support/failures';
import { useCore } from '../../../support/core';
import { textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const templateId = () => core.sandbox.templates.loyalty;
const passes = () => core.sandbox.control.passes(templateId());
const EXPIRED = { kind: 'invalidInput', field: 'validUntil' };
const REVERSED = { kind: 'invalidInput', field: 'validFrom' };

const PAST = { validUntil: '2020-01-01' };
const FUTURE = { validUntil: '2099-01-01' };
const NEW = () => ({ templateId: templateId(), email: 'ana@example.com', ...PAST });
const row = (externalId: string, more: object = {}) => ({
  ...{ ...NEW(), externalId, ...FUTURE },
  ...more,
});

test('An expired pass is issued to nobody', async () => {
  const expired = row('M-1', PAST);
  for (const [operation, input] of [
    [create, NEW()],
    [create, expired],
    [create, { ...expired, ifExists: 'issueAnother' }],
    [upsert, expired],
    [createGroup, { passes: [row('M-1'), row('M-2', PAST)] }],
  ] as const) {
    expect((await core.run(operation, input)).error).toMatchObject(EXPIRED);
  }
  expect(passes()).toEqual([]);
});

test('An expired pass is refused before any request if no existing pass is looked for', async () => {
  expect((await core.run(create, NEW())).sent).toEqual([]);
});

test('A pass that expires between the check and the request is refused as well', async () => {
  const templateFields = { validUntil: '2020-01-01T00:00:00Z' };
  const request = { passes: [{ templateId: templateId(), templateFields }] };
  const client = core.client();
  const passes = new RunPasses(client, new SharedAccount(client.clock));
  const late = issueOnce({ client, passes, timezone: 'UTC' }, request, []);
  expect(await failureOf(late)).toMatchObject(EXPIRED);
  expect(core.sent()).toEqual([]);
});

test('An expired pass that exists is returned and updated, as a sheet may run again', async () => {
  const end = () => passes()[0]?.templateFields.validUntil;
  await core.run(create, row('M-1'));
  expect((await core.run(create, row('M-1', PAST))).out).toMatchObject([{ outcome: 'existing' }]);
  expect((await core.run(upsert, row('M-1', PAST))).out).toMatchObject([{ outcome: 'updated' }]);
  expect(end()).toBe('2099-01-01T22:59:59.999Z');
  await core.run(upsert, row('M-1', { ...PAST, overwrite: ['validity'] }));
  expect(end()).toBe('2020-01-01T22:59:59.999Z');
  await core.run(update, { passId: passes()[0]?.id, validUntil: '2021-01-01' });
  expect(end()).toBe('2021-01-01T22:59:59.999Z');
});

test.each([
  ['Issue', create, {}],
  ['Issue, Update Existing', create, { ifExists: 'update' }],
  ['Issue, Fail', create, { ifExists: 'fail' }],
  ['Create or Update', upsert, {}],
  ['Sync List', sync, { missing: 'keep' }],
] as const)('%s stops before it issues an expired pass', async (_, operation, more) => {
  const wrong = row('M-2', { ...PAST, email: 'nobody' });
  const rows = [row('M-1'), wrong, row('M-3'), row('M-4', PAST)];
  const items = rows.map((values) => ({ ...values, ...more }));
  const { error, report, writes } = await core.run(operation, items);
  expect(writes).toEqual([]);
  expect(report).toMatchObject({ failed: [1, 3], notStarted: [0, 2] });
  const invalid = [{ field: 'email' }, { field: 'validUntil' }];
  expect(error).toMatchObject({ kind: 'invalidInput', invalid });
  const message = "'Valid Until' is in the past: 2020-01-01";
  expect(report.reasons.at(-1)).toMatchObject({ items: [3], message });
});

test('A group with an expired pass stops the run', async () => {
  core.seedPass({ externalId: 'M-2' });
  const items = [{ passes: [row('M-1')] }, { passes: [row('M-2', PAST), row('M-3', PAST)] }];
  const { error, writes } = await core.run(createGroup, items);
  expect(error).toMatchObject({ field: 'validUntil', message: textWith(/^Pass 2: /) });
  expect(writes).toEqual([]);
  const existing = await core.run(createGroup, { passes: [row('M-2', PAST)] });
  expect(existing.out).toMatchObject([{ outcome: 'existing' }]);
});

test('A row with an end in the past does not stop a run in which its pass exists', async () => {
  // To check, and to return the links; the list saves the former.
  for (const [count, lookups] of [
    [2, 1 + 2],
    [25, 24],
  ] as const) {
    const ids = Array.from({ length: count }, (_, i) => `M-${count}-${i}`);
    for (const externalId of ids.slice(1)) core.seedPass({ externalId });
    const rows = ids.map((id, i) => row(id, i === 0 ? {} : PAST));
    const { out, sent } = await core.run(create, rows);
    const outcomes = ids.map((_, i) => (i === 0 ? 'created' : 'existing'));
    expect(out.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(sent.filter((request) => request === 'GET /pass')).toHaveLength(lookups);
  }
});

test('A row with an end in the past is not looked up if the list shows no pass of it', async () => {
  core.seedPass({ externalId: 'M-1' });
  const rows = Array.from({ length: 20 }, (_, i) => row(`M-${i + 1}`, PAST));
  const { errors, sent } = await core.run(upsert, rows, { continueOnFail: true });
  expect(errors.filter((error) => error?.field === 'validUntil')).toHaveLength(19);
  expect(sent).toEqual(['GET /passes', 'PATCH /pass']);
});

test('A row with an end in the past fails alone, unless an earlier row issues its pass', async () => {
  const rows = [row('M-1'), row('M-1', PAST), row('M-2', PAST), row('M-3')];
  const { errors } = await core.run(create, rows, { continueOnFail: true, concurrency: 1 });
  expect(errors).toMatchObject([undefined, undefined, EXPIRED, undefined]);
  const issued = passes().map(({ externalId }) => externalId);
  expect(issued.sort()).toEqual(['M-1', 'M-3']);
});

test('A message that would never show is not sent', async () => {
  const message = { passId: core.seedPass(), title: 'Hi', content: 'There' };
  expect((await core.run(notify, { ...message, ...PAST })).error).toMatchObject(EXPIRED);
});

test.each([
  ['Issue', create],
  ['Create or Update', upsert],
  ['Update', update],
  ['Notify', notify],
] as const)('%s refuses a period that ends before it starts', async (_, operation) => {
  const period = { validFrom: '2099-02-01', validUntil: '2099-01-31' };
  const pass = { templateId: templateId(), externalId: 'M-1' };
  const { error, sent } = await core.run(operation, {
    ...pass,
    title: 'T',
    content: 'C',
    ...period,
  });
  expect(error).toMatchObject(REVERSED);
  expect(sent).toEqual([]);
});

test('One day may be the whole period', async () => {
  const day = { validFrom: '2099-02-01', validUntil: '2099-02-01' };
  expect((await core.run(create, { ...NEW(), ...day })).out).toMatchObject([
    { outcome: 'created' },
  ]);
});
