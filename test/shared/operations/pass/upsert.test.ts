import { upsert } from '../../../../shared/operations/pass/upsert';
import { notesOf, useCore } from '../../../support/core';
import { someText, textWith } from '../../../support/matchers';

/** Create or Update. */
const core = useCore({ checks: true });
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;

const LIVE = {
  fieldValues: { accountName: 'Ana', balance: 5 },
  collectedStamps: 2,
  validUntil: '2099-01-01',
};
const SENT_DATES = { validUntil: '2099-01-01T22:59:59.999Z' };

const run = (more: object = {}, key?: string) =>
  core.run(upsert, { templateId: templateId(), externalId: 'M-1', ...more }, { key });

const VOIDED = { collectedStamps: 7, isValid: false, templateFields: { balance: 90 } };
const seedVoided = () => core.seedPass({ externalId: 'M-1', ...VOIDED });

test('Create or Update issues and delivers the pass if there is none', async () => {
  const { out, sent } = await run({ email: 'ana@example.com', ...LIVE });
  expect(sent).toEqual([`GET /templates/${templateId()}`, 'PATCH /pass', 'POST /pass']);
  const created = { outcome: 'created', externalId: 'M-1', link: someText, ...SENT_DATES };
  expect(out).toMatchObject([created]);
  expect(control().outbox()).toHaveLength(1);
  expect(control().passes(templateId())).toMatchObject([
    { collectedStamps: 2, templateFields: { balance: 5, accountName: 'Ana' } },
  ]);
});

test('Create or Update keeps the stamps, balance and dates of an existing pass', async () => {
  const id = seedVoided();
  const { out } = await run({ ...LIVE, includeLinks: true });
  const key = { externalId: 'M-1', templateId: templateId() };
  expect(core.bodies('PATCH', '/pass')).toEqual([
    { ...key, templateFields: { accountName: 'Ana' } },
  ]);
  expect(out).toMatchObject([{ id, outcome: 'updated', link: someText }]);
  expect(out[0]).not.toHaveProperty('validUntil');
  expect(control().outbox()).toEqual([]);
  const kept = { isValid: false, collectedStamps: 7, templateFields: { balance: 90 } };
  expect(control().pass(id)).toMatchObject(kept);
});

test('Create or Update overwrites live values on request', async () => {
  const id = seedVoided();
  const { out } = await run({ ...LIVE, overwrite: ['balance', 'stamps', 'validity'] });
  expect(out).toMatchObject([{ ...SENT_DATES }]);
  const written = { isValid: true, collectedStamps: 2, templateFields: { balance: 5 } };
  expect(control().pass(id)).toMatchObject(written);
});

test('Create or Update overwrites only what was chosen, and says what was not written', async () => {
  const id = seedVoided();
  const { out } = await run({ ...LIVE, overwrite: ['validity'] });
  expect(out).toMatchObject([{ ...SENT_DATES, notWritten: ['Collected Stamps', 'Balance'] }]);
  const kept = { isValid: true, collectedStamps: 7, templateFields: { balance: 90 } };
  expect(control().pass(id)).toMatchObject(kept);
});

test('A run says which values existing passes do not get, unless they have them', async () => {
  const until = '2031-01-01T00:00:00.000Z';
  control().seedPasses(templateId(), 20, {
    externalIdPrefix: 'M-',
    values: { templateFields: { accountName: 'Ana', validUntil: until } },
  });
  const items = (validUntil: string) =>
    Array.from({ length: 20 }, (_, i) => ({
      ...{ templateId: templateId(), externalId: `M-${i + 1}` },
      ...{ fieldValues: { accountName: 'Ana' }, validUntil },
    }));
  const findings = async (validUntil: string, more: object = {}) => {
    const list = items(validUntil).map((item) => ({ ...item, ...more }));
    return notesOf((await core.run(upsert, list)).report, 'notWritten')?.lines;
  };
  expect(await findings(until)).toBeUndefined();
  const line =
    "20 items found an existing pass, which does not get: Valid Until. 'Create or Update' and 'Sync List' write it if it is chosen in 'Overwrite on Existing Passes'.";
  expect(await findings('2032-01-01')).toEqual([line]);
  expect(await findings('2032-01-01', { previewOnly: true })).toEqual([line]);
  expect(await findings('2032-01-01', { overwrite: ['validity'] })).toBeUndefined();
});

test('Create or Update needs no scope to read passes, and says why there are no links', async () => {
  core.seedPass({ externalId: 'M-1' });
  const key = control().addKey(['passes.edit', 'passes.create', 'templates.viewAll']);
  const { out } = await run({ fieldValues: { accountName: 'Ana' }, includeLinks: true }, key);
  expect(out).toMatchObject([{ outcome: 'updated', note: textWith('passes.viewAll') }]);
  expect(out[0]).not.toHaveProperty('link');
});
