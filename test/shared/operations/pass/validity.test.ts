import { createContext } from '../../../../shared/operations/context';
import { runPhases } from '../../../../shared/run/itemPhases';
import { sandboxTransport } from '../../../support/sandboxTransport';
import type { Operation } from '../../../../shared/operations/operation';
import { create } from '../../../../shared/operations/pass/create';
import { createGroup } from '../../../../shared/operations/pass/createGroup';
import { issueOnce } from '../../../../shared/operations/pass/issue/issueOnce';
import { RunPasses } from '../../../../shared/operations/runPasses';
import { SharedAccount } from '../../../../shared/operations/sharedAccount';
import { notify } from '../../../../shared/operations/pass/notify';
import { sync } from '../../../../shared/operations/pass/sync';
import { update } from '../../../../shared/operations/pass/update';
import { upsert } from '../../../../shared/operations/pass/upsert';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';
import { useCore } from '../../../support/core';
import { textWith } from '../../../support/matchers';

const service = useCore({ checks: true });
const templateId = () => service.sandbox.templates.loyalty;
const passes = () => service.sandbox.control.passes(templateId());

function run(operation: Operation, input: object) {
  const apiKey = service.sandbox.keys['Full access'];
  const context = createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey },
    transport: sandboxTransport(service.sandbox, apiKey),
    clock: fastClock,
  });
  return runPhases(operation, context, { ...input });
}

const PAST = { validUntil: '2020-01-01' };
const NEW = () => ({ templateId: templateId(), email: 'ana@example.com', ...PAST });

test('An expired pass is issued to nobody', async () => {
  const group = {
    passes: [
      { templateId: templateId(), externalId: 'M-1', validUntil: '2099-01-01' },
      { templateId: templateId(), externalId: 'M-2', ...PAST },
    ],
  };
  const failures = await Promise.all(
    [
      run(create, NEW()),
      run(create, { ...NEW(), externalId: 'M-1' }),
      run(create, { ...NEW(), externalId: 'M-1', ifExists: 'issueAnother' }),
      run(upsert, { ...NEW(), externalId: 'M-1' }),
      run(createGroup, group),
    ].map(failureOf),
  );
  const refused = { kind: 'invalidInput', field: 'validUntil' };
  expect(failures).toMatchObject(failures.map(() => refused));
  expect(failures.at(-1)?.message).toMatch(/^Pass 2: /);
  expect(passes()).toEqual([]);
});

test('An expired pass is refused before any request if no existing pass is looked for', async () => {
  await failureOf(run(create, NEW()));
  expect(service.sent()).toEqual([]);
});

test('A pass that expires between the check and the request is refused as well', async () => {
  const templateFields = { validUntil: '2020-01-01T00:00:00Z' };
  const request = { passes: [{ templateId: templateId(), templateFields }] };
  const client = service.client();
  const passes = new RunPasses(client, new SharedAccount(client.clock));
  const late = issueOnce({ client, passes, timezone: 'UTC' }, request, []);
  expect(await failureOf(late)).toMatchObject({ kind: 'invalidInput', field: 'validUntil' });
  expect(service.sent()).toEqual([]);
});

test('An expired pass that exists is returned and updated: the sheet that issued it may run again', async () => {
  await run(create, { ...NEW(), externalId: 'M-1', validUntil: '2099-01-01' });
  const again = { ...NEW(), externalId: 'M-1' };
  expect(await run(create, again)).toMatchObject({ outcome: 'existing' });
  expect(await run(upsert, again)).toMatchObject({ outcome: 'updated' });
  expect(passes()[0]?.templateFields).toEqual({ validUntil: '2099-01-01T23:59:59.999Z' });
  await run(upsert, { ...again, overwrite: ['validity'] });
  expect(passes()[0]?.templateFields).toEqual({ validUntil: '2020-01-01T23:59:59.999Z' });
  await run(update, { passId: passes()[0]?.id, validUntil: '2021-01-01' });
  expect(passes()[0]?.templateFields).toEqual({ validUntil: '2021-01-01T23:59:59.999Z' });
});

const writes = () => service.sent().filter((request) => !request.startsWith('GET'));
const row = (externalId: string, more: object = {}) => ({
  ...NEW(),
  externalId,
  validUntil: '2099-01-01',
  ...more,
});
const seedPass = (externalId: string) =>
  service.sandbox.control.seedPasses(templateId(), 1, { values: { externalId } });

test.each([
  ['Issue', create, {}],
  ['Issue, Update Existing', create, { ifExists: 'update' }],
  ['Issue, Fail', create, { ifExists: 'fail' }],
  ['Create or Update', upsert, {}],
  ['Sync List', sync, { missing: 'keep' }],
] as const)('%s stops before it issues an expired pass', async (_, operation, more) => {
  const wrong = row('M-2', { ...PAST, email: 'nobody' });
  const rows = [row('M-1'), wrong, row('M-3'), row('M-4', PAST)];
  const { error, report } = await service.run(
    operation,
    rows.map((one) => ({ ...one, ...more })),
  );
  expect(writes()).toEqual([]);
  expect(report).toMatchObject({ failed: [1, 3], notStarted: [0, 2] });
  const invalid = [{ field: 'email' }, { field: 'validUntil' }];
  expect(error).toMatchObject({ kind: 'invalidInput', invalid });
  expect(report.reasons.at(-1)).toMatchObject({
    items: [3],
    message: "'Valid Until' is in the past: 2020-01-01",
  });
});

test('A group with an expired pass stops the run', async () => {
  const pass = row;
  const group = (...passes: object[]) => ({ passes });
  seedPass('M-2');
  const items = [group(pass('M-1')), group(pass('M-2', PAST), pass('M-3', PAST))];
  const { error } = await service.run(createGroup, items);
  expect(error).toMatchObject({ field: 'validUntil', message: textWith(/^Pass 2: /) });
  expect(writes()).toEqual([]);
  const existing = await service.run(createGroup, group(pass('M-2', PAST)));
  expect(existing.out).toMatchObject([{ outcome: 'existing' }]);
});

test('A row with an end in the past does not stop a run in which its pass exists', async () => {
  // To check, and to return the links; the list saves the former.
  for (const [count, lookups] of [
    [2, 1 + 2],
    [25, 24],
  ] as const) {
    const ids = Array.from({ length: count }, (_, i) => `M-${count}-${i}`);
    for (const id of ids.slice(1)) seedPass(id);
    const rows = ids.map((id, i) => row(id, i === 0 ? {} : PAST));
    const { out, sent } = await service.run(create, rows);
    expect(out.map(({ outcome }) => outcome)).toEqual([
      'created',
      ...ids.slice(1).map(() => 'existing'),
    ]);
    expect(sent.filter((request) => request === 'GET /pass')).toHaveLength(lookups);
  }
});

test('A row with an end in the past is not looked up where the list shows that it has no pass', async () => {
  seedPass('M-1');
  const rows = Array.from({ length: 20 }, (_, i) => row(`M-${i + 1}`, PAST));
  const { errors, sent } = await service.run(upsert, rows, { continueOnFail: true });
  expect(errors.filter((error) => error?.field === 'validUntil')).toHaveLength(19);
  expect(sent).toEqual(['GET /passes', 'PATCH /pass']);
});

test('A row with an end in the past fails alone, unless an earlier row issues its pass', async () => {
  const rows = [row('M-1'), row('M-1', PAST), row('M-2', PAST), row('M-3')];
  const { errors } = await service.run(create, rows, {
    continueOnFail: true,
    concurrency: 1,
  });
  expect(errors.map((error) => error?.field)).toEqual([
    undefined,
    undefined,
    'validUntil',
    undefined,
  ]);
  expect(
    passes()
      .map(({ externalId }) => externalId)
      .sort(),
  ).toEqual(['M-1', 'M-3']);
});

test('A message that would never show is not sent', async () => {
  await run(create, { ...NEW(), validUntil: undefined });
  const message = { passId: passes()[0]?.id, title: 'Hi', content: 'There' };
  const failure = await failureOf(run(notify, { ...message, ...PAST }));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'validUntil' });
  const period = { validFrom: '2099-02-01', validUntil: '2099-01-31' };
  const reversed = await failureOf(run(notify, { ...message, ...period }));
  expect(reversed).toMatchObject({ kind: 'invalidInput', field: 'validFrom' });
});

test.each([
  ['create', create, {}],
  ['upsert', upsert, {}],
  ['update', update, {}],
] as const)('%s refuses a period that ends before it starts', async (_, operation, more) => {
  const period = { validFrom: '2099-02-01', validUntil: '2099-01-31' };
  const input = { templateId: templateId(), externalId: 'M-1', ...period, ...more };
  const refused = { kind: 'invalidInput', field: 'validFrom' };
  expect(await failureOf(run(operation, input))).toMatchObject(refused);
  expect(service.sent()).toEqual([]);
});

test('One day may be the whole period', async () => {
  const day = { validFrom: '2099-02-01', validUntil: '2099-02-01' };
  expect(await run(create, { ...NEW(), ...day })).toMatchObject({ outcome: 'created' });
});
