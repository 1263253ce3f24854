import { add } from '../../../../shared/operations/balance/add';
import type { Operation } from '../../../../shared/operations/operation';
import { create } from '../../../../shared/operations/pass/create';
import { get } from '../../../../shared/operations/pass/get';
import { getAll } from '../../../../shared/operations/pass/getAll';
import { notify } from '../../../../shared/operations/pass/notify';
import { search } from '../../../../shared/operations/pass/search';
import { update } from '../../../../shared/operations/pass/update';
import { voidPass } from '../../../../shared/operations/pass/void';
import { notify as notifyTemplate } from '../../../../shared/operations/template/notify';
import { useCore } from '../../../support/core';
import { passLinks } from '../../../support/documented';
import { someText } from '../../../support/matchers';
import { startStub } from '../../../support/stubService';

/** Rules of the service that apply to all operations on passes. */
const core = useCore({ checks: true });
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;
const patches = () => core.bodies('PATCH', '/pass');

const CONTACT = { email: 'ana@example.com', phone: '+4915112345678' };
const seedPass = (values: object = {}) =>
  core.seedPass({ externalId: 'M-1', ...CONTACT, ...values });
const list = (more: object = {}) =>
  core.run(getAll, { templateId: templateId(), limit: 50, ...more });

const ANA = { searchQuery: 'ana@example.com' };
const MESSAGE = { title: 'T', content: 'C' };

test.each<[string, Operation, object]>([
  ['Get Many', getAll, { limit: 5 }],
  ['Get Many by contact', getAll, { ...ANA, limit: 5 }],
  ['Find by Email or Phone', search, ANA],
  [
    'Notify All Holders, a preview',
    notifyTemplate,
    { ...MESSAGE, confirm: true, previewOnly: true },
  ],
])('%s does not ask again for a refused list or search', async (_name, operation, input) => {
  const run = (values: object, key: string) => {
    const items = [1, 2, 3].map(() => ({ ...input, ...values }));
    return core.run(operation, items, { key, continueOnFail: true, concurrency: 1 });
  };
  const asked = (sent: string[]) => sent.filter((request) => request.startsWith('GET /passes'));
  const { sent } = await run({ templateId: templateId() }, control().addKey(['templates.viewAll']));
  expect(asked(sent)).toHaveLength(1);
  const gone = await run({ templateId: 'gone' }, core.sandbox.keys['Full access']);
  // A preview reads the template first.
  expect(asked(gone.sent).length).toBeLessThan(2);
});

test('An external ID names the pass that was changed, also if two share it', async () => {
  const ids = [seedPass(), seedPass()];
  const { out } = await core.run(voidPass, { externalId: 'M-1', templateId: templateId() });
  expect(patches()).toEqual([{ externalId: 'M-1', templateId: templateId(), isValid: false }]);
  expect(ids).toContain(out[0]?.id);
  expect(ids.filter((id) => control().pass(id)?.isValid)).toHaveLength(1);
});

test('A link has the chosen language, and stays as it is without one', async () => {
  const link = 'https://x.example/p/1?theme=dark&locale=en#top';
  const { baseUrl } = await startStub(() => ({ body: passLinks({ link }) }));
  const input = { passId: 'ps_1' };
  const issued = { templateId: 'tpl_1', email: 'ana@example.com' };
  for (const run of [
    core.run(get, { ...input, locale: 'de-AT' }, { baseUrl }),
    core.run(create, { ...issued, locale: 'de-AT' }, { baseUrl }),
  ]) {
    const { out } = await run;
    expect(out).toMatchObject([{ link: 'https://x.example/p/1?theme=dark&locale=de#top' }]);
  }
  expect((await core.run(get, input, { baseUrl })).out).toMatchObject([{ link }]);
});

test('Update sends only filled inputs, each in the place the service reads', async () => {
  const id = seedPass();
  const fieldValues = { accountName: 'Ana', homeShop: 'Old Town', rewards: '', birthday: null };
  const empty = { validUntil: '', phone: '', email: null };
  const input = { passId: id, fieldValues, ...empty, redemptionValue: 'B-1' };
  const values = {
    templateFields: { accountName: 'Ana', homeShop: 'Old Town' },
    customFields: { homeShop: 'Old Town' },
  };
  for (const template of [undefined, templateId()]) {
    const { out } = await core.run(update, { ...input, templateId: template });
    expect(out).toEqual([{ id, externalId: 'M-1', updated: true }]);
    expect(patches().at(-1)).toEqual({ id, ...values, redemptionValue: 'B-1' });
  }
});

test('Update does not revive a voided or expired pass unless a date is given', async () => {
  const templateFields = { validUntil: '2020-01-01T00:00:00.000Z' };
  const id = seedPass({ isValid: false, templateFields });
  await core.run(update, { passId: id, redemptionValue: 'B-1' });
  expect(control().pass(id)).toMatchObject({ isValid: false });
  expect((await list()).out).toMatchObject([{ id, isValid: false, status: 'voided' }]);
});

test('Update stores a new contact without sending to it', async () => {
  const id = seedPass();
  await core.run(update, { passId: id, email: 'new@example.com', phone: '+491511111111' });
  expect(control().pass(id)).toMatchObject({ email: 'new@example.com' });
  expect(control().outbox()).toEqual([]);
});

test('A stamp count and a balance are sent as values, never beside an operation', async () => {
  const id = seedPass();
  const values = { fieldValues: { balance: 9 }, collectedStamps: 3 };
  await core.run(update, { passId: id, templateId: templateId(), ...values });
  await core.run(add, { passId: id, amount: 1 });
  expect(patches()).toEqual([
    { id, templateFields: { balance: 9 }, collectedStamps: 3 },
    { id, balanceOperation: { operation: 'add', amount: 1 } },
  ]);
});

test('Notify reports why no phone showed the message, and fails for that only on request', async () => {
  const input = { ...MESSAGE, passId: seedPass() };
  const quiet = await core.run(notify, input);
  expect(quiet.out).toMatchObject([{ delivered: false, reason: 'no_registered_devices' }]);
  const { error } = await core.run(notify, { ...input, failIfNotDelivered: true });
  expect(error).toMatchObject({ kind: 'conflict', code: 'no_registered_devices' });
});

test('The list of passes has the name of the template, for one request, if it may be read', async () => {
  control().seedPasses(templateId(), 450);
  const { out, sent } = await list({ limit: 500 });
  expect(out).toHaveLength(450);
  const [{ templateName } = {}] = out;
  expect(templateName).toEqual(someText);
  expect(out.filter((pass) => pass.templateName !== templateName)).toEqual([]);
  const reads = (requests: string[]) => requests.filter((request) => /templates/.test(request));
  expect(reads(sent)).toHaveLength(1);
  const key = control().addKey(['passes.viewAll']);
  const without = await core.run(getAll, { templateId: templateId(), limit: 500 }, { key });
  expect(without.error).toBeUndefined();
  expect(without.out.filter(({ templateName }) => templateName !== undefined)).toEqual([]);
  expect(reads(without.sent)).toHaveLength(1);
});

test('The list of passes is filtered locally, so that paging and the total stay correct', async () => {
  control().seedPasses(templateId(), 6, { each: (i) => ({ walletADevices: i % 2 }) });
  expect((await list({ status: 'not_installed' })).out).toHaveLength(3);
  for (const { query } of control().requests()) {
    expect(query).not.toMatchObject({ status: 'not_installed' });
  }
});
