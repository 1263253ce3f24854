import type { Operation } from '../../../../shared/operations/operation';
import { add } from '../../../../shared/operations/balance/add';
import { create } from '../../../../shared/operations/pass/create';
import { get } from '../../../../shared/operations/pass/get';
import { getAll } from '../../../../shared/operations/pass/getAll';
import { notify } from '../../../../shared/operations/pass/notify';
import { reactivate } from '../../../../shared/operations/pass/reactivate';
import { resend } from '../../../../shared/operations/pass/resend';
import { update } from '../../../../shared/operations/pass/update';
import { voidPass } from '../../../../shared/operations/pass/void';
import { newPass } from '../../../../shared/triggers/newPass';
import { useCore } from '../../../support/core';
import { passLinks, passRow, template } from '../../../support/documented';
import { someText, textWith } from '../../../support/matchers';
import { startStub } from '../../../support/stubService';

/** Rules of the service that apply to all operations on passes. */
const core = useCore();
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;
const patches = () => core.bodies('PATCH', '/pass');

function seedPass(values: object = {}): string {
  const [id = ''] = control().seedPasses(templateId(), 1, {
    values: { externalId: 'M-1', email: 'ana@example.com', phone: '+4915112345678', ...values },
  });
  return id;
}
const list = (more: object = {}) =>
  core.run(getAll, { templateId: templateId(), limit: 50, ...more });

describe('identity', () => {
  it('checks the key to distinguish a wrong key from a pass of another account', async () => {
    const foreign = await core.run(get, { passId: core.sandbox.foreign.passId });
    expect(foreign.error).toMatchObject({ kind: 'notFound', field: 'passId' });
    const key = control().addKey(['passes.viewAll']);
    control().disableKey(key);
    const dead = await core.run(get, { passId: seedPass() }, { key });
    expect(dead.error?.kind).toBe('wrongKey');
    for (const { sent } of [foreign, dead]) expect(sent).toEqual(['GET /pass', 'POST /auth']);
  });

  it('by external ID names the pass that was changed, also if two share it', async () => {
    const ids = [seedPass(), seedPass()];
    const { out } = await core.run(voidPass, { externalId: 'M-1', templateId: templateId() });
    expect(patches()).toEqual([{ externalId: 'M-1', templateId: templateId(), isValid: false }]);
    expect(ids).toContain(out[0]?.id);
    expect(ids.filter((id) => control().pass(id)?.isValid)).toHaveLength(1);
  });

  it('of an unknown pass is named', async () => {
    const { error } = await core.run(update, { passId: 'ps_none', email: 'a@b.co' });
    expect(error).toMatchObject({ kind: 'notFound', status: 404, field: 'passId' });
  });
});

describe('the language of the link', () => {
  it('is the chosen one, whatever else the link has; without one, the link stays as it is', async () => {
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
});

describe('changing', () => {
  it('sends only filled inputs, each in the place the service reads', async () => {
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

  it('voids with a reason, and reactivates', async () => {
    const passId = seedPass();
    const identity = { id: passId, externalId: 'M-1' };
    const invalidatedReason = 'refunded';
    const voided = await core.run(voidPass, { passId, invalidatedReason });
    expect(voided.out).toEqual([{ ...identity, voided: true, invalidatedReason }]);
    expect(control().pass(passId)?.isValid).toBe(false);
    const back = await core.run(reactivate, { passId, validUntil: '' });
    expect(back.out).toEqual([{ ...identity, reactivated: true }]);
    expect(control().pass(passId)?.isValid).toBe(true);
    expect(patches()).toEqual([
      { id: passId, isValid: false, invalidatedReason },
      { id: passId, isValid: true },
    ]);
  });

  it('does not revive a voided or expired pass unless a date is given', async () => {
    const templateFields = { validUntil: '2020-01-01T00:00:00.000Z' };
    const id = seedPass({ isValid: false, templateFields });
    await core.run(update, { passId: id, redemptionValue: 'B-1' });
    expect(control().pass(id)).toMatchObject({ isValid: false });
    expect((await list()).out).toMatchObject([{ id, isValid: false, status: 'voided' }]);
  });

  it('stores a new contact without sending to it', async () => {
    const id = seedPass();
    await core.run(update, { passId: id, email: 'new@example.com', phone: '+491511111111' });
    expect(control().pass(id)).toMatchObject({ email: 'new@example.com' });
    expect(control().outbox()).toEqual([]);
  });

  it('sends a stamp count and a balance as values, never beside an operation', async () => {
    const id = seedPass();
    const values = { fieldValues: { balance: 9 }, collectedStamps: 3 };
    await core.run(update, { passId: id, templateId: templateId(), ...values });
    await core.run(add, { passId: id, amount: 1 });
    expect(patches()).toEqual([
      { id, templateFields: { balance: 9 }, collectedStamps: 3 },
      { id, balanceOperation: { operation: 'add', amount: 1 } },
    ]);
  });

  it('a bare date is the end of that day in the time zone of the run, never epoch milliseconds', async () => {
    const passId = seedPass();
    const day = { passId, validUntil: '2035-12-31' };
    const { out } = await core.run(update, day, { timezone: 'Asia/Tokyo' });
    expect(out).toMatchObject([{ validUntil: '2035-12-31T14:59:59.999Z' }]);
    const { error } = await core.run(update, { passId, validUntil: 1893456000000 });
    expect(error).toMatchObject({ kind: 'invalidInput', field: 'validUntil' });
    expect(patches()).toHaveLength(1);
  });
});

describe('messages', () => {
  const message = { title: 'T', content: 'C' };

  it('Resend sends both flags, and the channels in the requested order', async () => {
    const passId = seedPass();
    const channels = ['CHAT_APP_1', 'SMS'];
    const both = { sendToPhone: 'send', sendToEmail: 'send', channels, locale: 'de' };
    const { out } = await core.run(resend, { passId, ...both });
    expect(out).toMatchObject([
      { accepted: true, emailRequested: 'yes', textMessageRequested: 'yes' },
    ]);
    const body = { sendToPhone: true, sendToEmail: true, channels, locale: 'de' };
    expect(core.bodies('POST', /resend$/)).toEqual([body]);
  });

  it('Notify finds the pass by external ID, and shows a message for one day until its end', async () => {
    const id = seedPass();
    control().phoneAdded(id, 'a');
    const pass = { externalId: 'M-1', templateId: templateId() };
    const { out, sent } = await core.run(notify, { ...pass, ...message, validUntil: '2099-06-01' });
    expect(sent).toEqual(['GET /pass', `POST /pass/${id}/notify`]);
    const validUntil = '2099-06-01T21:59:59.999Z';
    expect(core.bodies('POST', /notify$/)).toMatchObject([{ ...message, validUntil }]);
    expect(out).toEqual([{ id, externalId: 'M-1', delivered: true, validUntil }]);
  });

  it('Notify reports why no phone showed it, and fails for that only on request', async () => {
    const input = { ...message, passId: seedPass() };
    const quiet = await core.run(notify, input);
    expect(quiet.out).toMatchObject([{ delivered: false, reason: 'no_registered_devices' }]);
    const { error } = await core.run(notify, { ...input, failIfNotDelivered: true });
    expect(error).toMatchObject({ kind: 'conflict', code: 'no_registered_devices' });
  });

  it('Notify reports a message that the pass already shows, and a missing wallet B copy', async () => {
    const passId = seedPass();
    control().phoneAdded(passId, 'a');
    await core.run(notify, { passId, ...message });
    const again = await core.run(notify, { passId, ...message });
    expect(again.out).toMatchObject([{ delivered: false, reason: 'unchanged_message' }]);
    control().setWalletBCopy(passId, false);
    const { error } = await core.run(notify, { passId, title: 'Other', content: 'C' });
    expect(error?.hint).toMatch(/Update any field/);
  });

  it('Notify passes on a reason that it does not know', async () => {
    const code = 'constructor';
    const { baseUrl } = await startStub(() => ({ body: { success: false, code } }));
    const { out } = await core.run(notify, { passId: 'ps_1', ...message }, { baseUrl });
    const explanation = 'The service gave no reason.';
    expect(out).toEqual([{ id: 'ps_1', delivered: false, reason: code, explanation }]);
  });
});

describe('reading', () => {
  it('returns times as ISO 8601, and 0 devices as not in a wallet', async () => {
    const id = seedPass();
    const { out } = await list();
    const created = new Date(
      control()
        .passes()
        .find((pass) => pass.id === id)?.created ?? 0,
    ).toISOString();
    expect(out).toMatchObject([{ id, deviceCount: 0, installed: false, created }]);
    control().phoneAdded(id, 'a');
    control().phoneRemoved(id, 'a');
    const again = await core.run(get, { passId: id });
    expect(again.out).toMatchObject([{ deviceCount: 0, installed: false }]);
  });

  it('names the template for one request per run, and does without it if the key may not read it', async () => {
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

  it('finds field values by contact in one search, else by a scan that stops early', async () => {
    control().seedPasses(templateId(), 700, { from: 1_000_000_000_000 });
    const passId = seedPass({ templateFields: { balance: 5 } });
    const input = { passId, templateId: templateId(), includeFieldValues: true };
    const scanned = await core.run(get, input);
    expect(scanned.out).toMatchObject([{ id: passId, templateFields: { balance: 5 } }]);
    // Its stamps are 0: only the template tells whether it is a stamp card.
    const template = `GET /templates/${templateId()}`;
    expect(scanned.sent).toEqual(['GET /pass', 'GET /passes', template]);
    const found = await core.run(get, { ...input, passId: undefined, contact: 'Ana@Example.com' });
    expect(found.out).toEqual(scanned.out);
    expect(found.sent).toEqual(['GET /passes/search', 'GET /pass', template]);
  });

  it('needs the template of the pass for field values', async () => {
    const input = { passId: seedPass(), includeFieldValues: true };
    const none = await core.run(get, input);
    expect(none.error).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
    expect(none.sent).toEqual([]);
    const other = await core.run(get, { ...input, templateId: core.sandbox.templates.offer });
    expect(other.error).toMatchObject({ field: 'templateId' });
  });

  it('filters a status locally, so that paging and the total stay correct', async () => {
    control().seedPasses(templateId(), 6, { each: (i) => ({ walletADevices: i % 2 }) });
    expect((await list({ status: 'not_installed' })).out).toHaveLength(3);
    for (const { query } of control().requests()) {
      expect(query).not.toMatchObject({ status: 'not_installed' });
    }
  });

  it('passes on fields that the service adds later', async () => {
    const row = passRow({ id: 'p1', mood: { of: 'the day' } });
    const { baseUrl } = await startStub(() => ({
      body: { passes: [row], totalCount: 1, ...template() },
    }));
    const { out } = await core.run(getAll, { templateId: 't', limit: 50 }, { baseUrl });
    expect(out).toMatchObject([{ id: 'p1', mood: { of: 'the day' } }]);
  });
});

it.each<[what: string, operation: Operation, input: string, words: RegExp]>([
  ['against an email address in the barcode', create, 'externalId', /Don't use an email.*barcode/],
  [
    'for a value if the barcode needs one',
    create,
    'redemptionValue',
    /EAN-13, ITF, Codabar and Code 39/,
  ],
  ['for memberships that renew', create, 'validUntil', /renews/],
  ['that an expiration stays', update, 'validUntil', /changed but not removed/],
  ['that a date revives a pass', update, 'validUntil', /valid again/],
  ['that a new contact gets nothing', update, 'email', /nothing is sent.*Resend/i],
])('the texts advise %s', (_, { input }, key, words) => {
  const { description, onN8n } = input[key] ?? {};
  expect(`${description} ${onN8n}`).toMatch(words);
});

it('the texts promise no alert on Update, and name this node as a source of New Pass', () => {
  expect(update.description).not.toMatch(/notif|alert/i);
  expect(newPass.description).toEqual(textWith('this node'));
});
