import { ALL_RESULTS } from '../../../shared/fields';
import { create } from '../../../shared/operations/badgeInvite/create';
import { cancel } from '../../../shared/operations/badgeInvite/delete';
import { find } from '../../../shared/operations/badgeInvite/find';
import { getAll } from '../../../shared/operations/badgeInvite/getAll';
import { getAll as getHolders } from '../../../shared/operations/badgeHolder/getAll';
import { hire, invited } from '../../support/badges';
import { type CoreOptions, useCore } from '../../support/core';
import { holder } from '../../support/documented';
import { someText, textWith } from '../../support/matchers';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const badge = () => ({ badgeTemplateId: core.sandbox.badges.published });
const path = () => `/badge/templates/${core.sandbox.badges.published}/invites`;
const ANA = { email: 'ana@example.com' };
const PHONE = '+4915112345678';

const invite = (inputs: object | object[], options?: CoreOptions) => {
  const items = [inputs].flat().map((input) => ({ ...badge(), ...input }));
  return core.run(create, items, options);
};
/** What the next request gets in place of the service's answer. */
const answering = (status: number, body: unknown) =>
  control().queueFault({ kind: 'intercepted', status, body: JSON.stringify(body) });
const inviteOrReturn = (input: object, options?: CoreOptions) =>
  invite({ ...input, ifHolderExists: 'return', sendToEmail: 'send' }, options);
const messages = () => control().outbox().length;

test('An invite that returns holders finds one in every spelling, and sends nothing', async () => {
  const { userId } = await hire(core, ANA.email, { phone: PHONE, firstName: 'Ana' });
  for (const contact of [ANA, { email: 'ANA@Example.com ', phone: '0151' }]) {
    const { out, sent } = await inviteOrReturn({ ...contact, phone: PHONE });
    expect(out).toMatchObject([{ id: userId, outcome: 'existing', name: 'Ana', ...ANA }]);
    expect(sent).toEqual(['GET /badge/users']);
  }
  const preview = await inviteOrReturn({ ...ANA, previewOnly: true });
  expect(preview.out).toMatchObject([{ id: userId, wouldBe: 'existing' }]);
  expect(messages()).toBe(0);
});

test('An invite that returns holders invites who is only invited, or has lost the badge', async () => {
  await invited(core, { email: 'bo@example.com' });
  // Whoever shares the phone number of somebody invited.
  await hire(core, 'cy@example.com', { phone: PHONE });
  const gone = await hire(core, 'di@example.com');
  await fetch(`${core.sandbox.baseUrl}/badge/users/${gone.userId}`, {
    method: 'DELETE',
    headers: { 'X-API-Key': core.sandbox.keys['Full access'] },
  });
  for (const contact of [{ email: 'bo@example.com', phone: PHONE }, { email: 'di@example.com' }]) {
    const { out } = await inviteOrReturn(contact);
    expect(out).toMatchObject([{ outcome: 'invited' }]);
  }
  expect(messages()).toBe(2);
});

test('A phone number does not identify a person with another email or name', async () => {
  const { userId } = await hire(core, 'cy@example.com', { phone: PHONE, firstName: 'Cy' });
  const cy = `${userId} (Cy, cy@example.com, ${PHONE})`;
  for (const [person, other] of [
    [{ email: 'ed@example.com' }, 'ed@example.com'],
    [{ email: 'ed@example.com', firstName: 'Cy' }, 'Cy, ed@example.com'],
    [{ firstName: 'Ed', lastName: 'Cy' }, 'Ed Cy'],
  ] as const) {
    const { error, sent } = await invite({ ...person, phone: PHONE, ifHolderExists: 'return' });
    const message = `'Phone' belongs to ${cy}, not to '${other}'`;
    expect(error).toMatchObject({ kind: 'invalidInput', field: 'phone', message });
    expect(sent).toEqual(['GET /badge/users']);
  }
  const same = await invite({ firstName: 'CY', phone: PHONE, ifHolderExists: 'return' });
  expect(same.out).toMatchObject([{ id: userId, outcome: 'existing' }]);
  expect(messages()).toBe(0);
});

test('A run reads the holders of a badge once, and again after a failure', async () => {
  const { userId } = await hire(core, ANA.email);
  const people = Array.from({ length: 30 }, (_, i) => ({ email: `p${i}@example.com` }));
  const inputs = [...people, ANA].map((person) => ({ ...person, ifHolderExists: 'return' }));
  const { out, sent } = await invite(inputs);
  expect(out[30]).toMatchObject({ id: userId, outcome: 'existing' });
  expect(out.filter(({ outcome }) => outcome === 'invited')).toHaveLength(30);
  expect(sent.filter((one) => one === 'GET /badge/users')).toHaveLength(1);
  const key = control().addKey(['badges.viewAll']);
  answering(200, '<html>');
  const options = { key, continueOnFail: true, concurrency: 1 };
  const failing = await invite(inputs.slice(29), options);
  expect(failing.errors[0]).toMatchObject({ kind: 'unavailable' });
  expect(failing.out).toMatchObject([{ id: userId, outcome: 'existing' }]);
});

test('A holder whose badges cannot be read now is returned as a holder', async () => {
  const { userId } = await hire(core, ANA.email);
  control().queueFault({ kind: 'credentialsNull', count: 10 });
  const { out } = await inviteOrReturn(ANA);
  expect(out).toMatchObject([{ id: userId, outcome: 'existing' }]);
});

test.each([
  ['A holder who is listed without any badge pass is invited', [{ passes: [] }], 'invited'],
  ['A listed holder whose badge passes are not found is returned', [], 'existing'],
])('%s', async (_name, passes, outcome) => {
  const users = [holder({ email: ANA.email })];
  for (const body of [{ users }, ...passes]) answering(200, body);
  expect((await inviteOrReturn(ANA)).out).toMatchObject([{ outcome }]);
});

test('An invite fails if the badge passes of a listed holder may not be read', async () => {
  answering(200, { users: [holder({ email: ANA.email })] });
  answering(403, { error: 'forbidden' });
  expect((await inviteOrReturn(ANA)).error).toMatchObject({ kind: 'notFound', status: 403 });
  expect(messages()).toBe(0);
});

test('An invite that returns holders names the scope it needs; Invite Again needs none', async () => {
  const key = control().addKey(['badges.issue']);
  const { error } = await inviteOrReturn(ANA, { key });
  expect(error).toMatchObject({ kind: 'missingScope', scope: 'badges.viewAll' });
  expect((await invite(ANA, { key })).out).toMatchObject([{ outcome: 'invited' }]);
});

const preview = (input: object, options?: CoreOptions) =>
  invite({ ...ANA, ...input, previewOnly: true }, options);

test.each([
  ['that does not exist', () => 'gone-1', 'notFound'],
  ['of another account', () => core.sandbox.foreign.badgeId, 'notFound'],
  ['that is not published', () => core.sandbox.badges.unpublished, 'conflict'],
])('The preview of an invite fails for a badge %s', async (_, badgeTemplateId, kind) => {
  const input = { badgeTemplateId: badgeTemplateId() };
  const { error } = await preview(input);
  expect(error?.kind).toBe(kind);
  expect(error?.message).toBe((await invite({ ...ANA, ...input })).error?.message);
});

test('The preview of an invite names the badge, unless the key may not read it', async () => {
  expect((await preview({})).out).toMatchObject([{ ...badge(), badgeName: someText }]);
  const key = control().addKey(['badges.issue']);
  const { out } = await preview({}, { key });
  expect(out).toMatchObject([{ wouldBe: 'invited', ...badge() }]);
  expect(out[0]?.notes).toEqual([
    'The API key lacks the scope badges.viewAll, so it is unknown whether this badge is published.',
  ]);
});

test('An invite sends nothing unless asked, passes both flags, and returns the link', async () => {
  const person = { email: 'Ana@Example.com', firstName: 'Ana', lastName: 'Souza', phone: '' };
  const { out, sent } = await invite(person);
  expect(sent).toEqual([`POST ${path()}`]);
  const { phone: _phone, ...given } = person;
  const body = { ...given, sendToEmail: false, sendToPhone: false };
  expect(core.bodies('POST', path())).toEqual([body]);
  expect(out).toMatchObject([
    {
      ...{ code: someText, url: textWith('/i/'), expiresAt: textWith(/Z$/) },
      ...{ email: 'ana@example.com', days: 30, reused: false },
    },
  ]);
  expect(control().outbox()).toEqual([]);
});

test.each([
  ['default', 'default', []],
  ['doNotSend', 'doNotSend', []],
  ['send', 'default', ['email']],
  ['doNotSend', 'send', ['text']],
  ['send', 'send', ['email', 'text']],
])('An invite with email %s and text %s reaches %j', async (sendToEmail, sendToPhone, kinds) => {
  const { out } = await invite({ ...ANA, phone: PHONE, sendToEmail, sendToPhone });
  expect(core.bodies('POST', path())).toMatchObject([
    { sendToEmail: sendToEmail === 'send', sendToPhone: sendToPhone === 'send' },
  ]);
  expect(control().outbox()).toMatchObject(kinds.map((kind) => ({ kind })));
  expect(out[0]).toHaveProperty('delivery');
});

test('An invite has the same link for the same person, and a new one after canceling or use', async () => {
  const [first] = (await invite(ANA)).out;
  const again = await invite({ ...ANA, days: 5 });
  expect(again.out).toMatchObject([{ url: first?.url, reused: true, days: 30 }]);
  await core.run(cancel, { ...badge(), ...ANA });
  const [fresh] = (await invite({ ...ANA, days: 5 })).out;
  expect(fresh).toMatchObject({ reused: false, days: 5 });
  expect(fresh?.url).not.toBe(first?.url);
  control().badgeAdded(fresh?.code as string);
  expect((await invite(ANA)).out).toMatchObject([{ reused: false }]);
});

test('An invite has the ID under which the person is then listed', async () => {
  const { out } = await invite({ phone: PHONE });
  const { out: holders } = await core.run(getHolders, { limit: 50 });
  expect(holders).toMatchObject([{ key: out[0]?.id, invited: true }]);
});

test.each([
  [ANA, { email: 'ANA@example.com' }, [{ reused: false }, { reused: true }]],
  [{ ...ANA, phone: PHONE }, { phone: PHONE }, [{ reused: false }, {}]],
])('Two items invite one person one at a time: %j and %j', async (first, second, reused) => {
  control().setLatency(3);
  const { out } = await invite([first, second]);
  expect(control().inFlightMax()).toBe(1);
  expect(out).toMatchObject(reused);
});

test.each([
  ['has no link', { error: 'oops' }],
  ['has a link that is none', { url: 'javascript:alert(1)' }],
])('An invite has an unknown result if the response %s', async (_name, body) => {
  answering(200, body);
  const { out, error } = await invite(ANA);
  expect([out, error?.kind]).toEqual([[], 'outcomeUnknown']);
});

test('Get Many returns all invites, newest first, without links unless asked', async () => {
  await invited(core, ANA);
  const used = await invited(core, { email: 'b@example.com' });
  control().badgeAdded(used.code);
  const list = (more: object) => core.run(getAll, { ...badge(), limit: 50, ...more });
  const { out, sent } = await list({});
  expect(sent).toEqual([`GET ${path()}`]);
  expect(out.map(({ email }) => email)).toEqual(['b@example.com', 'ana@example.com']);
  expect(JSON.stringify(out)).not.toContain('/i/');
  expect(out[0]).toMatchObject({ expiresAt: textWith(/Z$/) });
  expect((await list({ includeLinks: true })).out[0]).toMatchObject({ url: used.url });
  expect((await list({ limit: 1 })).out).toHaveLength(1);
  expect((await list({ limit: ALL_RESULTS })).out).toHaveLength(2);
});

test('Cancel ends the invite of an email, and leaves a badge in a wallet', async () => {
  const { passId } = control().badgeAdded((await invited(core, ANA)).code);
  await invited(core, ANA);
  const { out, sent } = await core.run(cancel, { ...badge(), ...ANA });
  expect(sent).toEqual([`DELETE ${path()}`]);
  expect(core.bodies('DELETE', path())).toEqual([ANA]);
  expect(out).toEqual([{ deleted: true }]);
  const invites = control().badgeInvites();
  const left = invites.filter(({ email }) => email === ANA.email);
  expect(left).toMatchObject([{ state: 'used' }]);
  const passes = control().badgePasses();
  expect(passes).toContainEqual(expect.objectContaining({ id: passId, status: 'ACTIVE' }));
});

test('Cancel distinguishes a missing invite from a missing badge', async () => {
  await invited(core, { phone: PHONE });
  const { error } = await core.run(cancel, { ...badge(), ...ANA });
  const fix = textWith("only a phone number can't be canceled");
  expect(error).toMatchObject({ kind: 'notFound', field: 'email', fix });
  const foreign = { badgeTemplateId: core.sandbox.foreign.badgeId, ...ANA };
  const refused = await core.run(cancel, foreign);
  expect(refused.error).toMatchObject({ kind: 'notFound', field: 'badgeTemplateId' });
});

const DAY_MS = 24 * 3_600_000;
const search = async (contact: object) => (await core.run(find, { ...badge(), ...contact })).out;

test('Find lists live invites first, without their links', async () => {
  const now = control().now();
  control().setClock(now - 40 * DAY_MS);
  await invite({ ...ANA, days: 30 });
  control().setClock(now);
  await invite(ANA);
  const found = await search({ email: 'ANA@example.com' });
  expect(found).toMatchObject([
    { id: ANA.email, expired: false },
    { id: ANA.email, expired: true },
  ]);
  expect(found.flatMap(({ code, url }) => [code, url])).toEqual(Array(4).fill(undefined));
  expect(await search({ email: 'nobody@example.com' })).toEqual([]);
});
