import { setImmediate } from 'node:timers/promises';

import { ALL_RESULTS } from '../../../shared/fields';
import { remove as removeHolder } from '../../../shared/operations/badgeHolder/delete';
import { find } from '../../../shared/operations/badgeHolder/find';
import { getAll } from '../../../shared/operations/badgeHolder/getAll';
import { getPasses } from '../../../shared/operations/badgeHolder/getPasses';
import type { Transport } from '../../../shared/http/transport';
import { hire, invited } from '../../support/badges';
import { type CoreOptions, notesOf, useCore } from '../../support/core';
import { badge, holder, listedInvite } from '../../support/documented';
import { someText, textWith } from '../../support/matchers';

const core = useCore({ checks: true });
const badges = () => core.sandbox.badges;
const control = () => core.sandbox.control;
const list = async (more: object = {}) => (await core.run(getAll, { limit: 50, ...more })).out;
const DAY_MS = 86_400_000;

test('The list of badge holders has card numbers as text, and invited people without an ID', async () => {
  const { userId, passId } = await hire(core, 'ada@example.com', { firstName: 'Ada' });
  await invited(core, { email: 'bo@example.com', phone: '+4915112345678' });
  await invited(core, { phone: '+4915187654321' });
  const { out, sent } = await core.run(getAll, { limit: 50 });
  expect(sent).toEqual(['GET /badge/users']);
  const card = { passId, platform: 'A_WALLET', cardNumber: someText, facilityCode: '42' };
  expect(out).toMatchObject([
    {
      ...{ key: userId, id: userId, email: 'ada@example.com', name: 'Ada' },
      ...{ active: true, invited: false, credentialsUnknown: false, credentials: [card] },
    },
    { key: '+4915187654321', invited: true, credentials: [] },
    { key: 'bo@example.com', invited: true, credentials: [], invitedAt: textWith(/Z$/) },
  ]);
  expect(out[1]).not.toHaveProperty('id');
  expect(JSON.stringify(out)).not.toContain('/i/');
});

test('The list of badge holders keeps expired invites, and marks them', async () => {
  control().advanceClock(-60 * DAY_MS);
  await invited(core, { email: 'old@example.com' });
  control().advanceClock(60 * DAY_MS);
  await invited(core, { email: 'bo@example.com' });
  await hire(core);
  const out = await list();
  expect(out).toMatchObject([
    { email: 'ada@example.com', invited: false },
    { email: 'bo@example.com', invited: true, inviteExpired: false },
    { email: 'old@example.com', invited: true, inviteExpired: true },
  ]);
  expect(out[0]).not.toHaveProperty('inviteExpired');
});

test('The list of badge holders honors badge, limit and the wish for no invited people', async () => {
  const { userId } = await hire(core);
  await invited(core, { email: 'bo@example.com' });
  const query = { badgeTemplateId: badges().published };
  const out = await list({ ...query, includeInvited: false });
  expect(control().requests().at(-1)).toMatchObject({ query });
  expect(out.map(({ id }) => id)).toEqual([userId]);
  expect(await list({ limit: 1 })).toHaveLength(1);
  expect(await list({ limit: ALL_RESULTS })).toHaveLength(2);
  expect(await list({ badgeTemplateId: badges().unpublished })).toEqual([]);
  const badgeTemplateId = core.sandbox.foreign.badgeId;
  const { error } = await core.run(getAll, { limit: 50, badgeTemplateId });
  expect(error).toMatchObject({ kind: 'notFound', field: 'badgeTemplateId' });
});

test('Unreadable card numbers are read again, then reported as unknown, never as none', async () => {
  const { userId, passId } = await hire(core);
  control().clearRequests();
  control().queueFault([
    { kind: 'credentialsNull', match: { path: '^/badge/users$' }, count: 3 },
    { kind: 'credentialsNull', match: { path: 'passes$' } },
    { kind: 'usersListFailed', match: { path: 'passes$' } },
  ]);
  const holders = await list();
  expect(holders).toMatchObject([{ id: userId, credentialsUnknown: true }]);
  expect(holders[0]).not.toHaveProperty('credentials');
  const { out } = await core.run(getPasses, { userId });
  const credentials = [{ cardNumber: someText }];
  expect(out).toMatchObject([{ id: passId, credentialsUnknown: false, credentials }]);
  expect(core.bodies('GET', '/badge/users')).toHaveLength(3);
  expect(core.bodies('GET', /passes$/)).toHaveLength(3);
});

test.each([find, getAll])('$label fails for a badge that does not exist', async (operation) => {
  const body = JSON.stringify({ users: [] });
  const match = { path: '^/badge/users$' };
  control().queueFault({ kind: 'intercepted', status: 200, body, match, count: 2 });
  const input = { email: 'ada@example.com', limit: 50 };
  const gone = await core.run(operation, { ...input, badgeTemplateId: 'gone-1' });
  expect(gone.error).toMatchObject({ kind: 'notFound', field: 'badgeTemplateId' });
  const badgeTemplateId = badges().published;
  const { out, sent } = await core.run(operation, { ...input, badgeTemplateId });
  expect(out).toEqual([]);
  expect(sent).toEqual(['GET /badge/users', `GET /badge/templates/${badgeTemplateId}`]);
});

test('An invited person has the same key in every spelling of the contact', async () => {
  const users = [
    holder({ id: null, email: 'Ana@Example.com', invited: true }),
    holder({ id: null, email: '', phone: '0049 (151) 123-45678', invited: true }),
  ];
  control().queueFault({ kind: 'intercepted', status: 200, body: JSON.stringify({ users }) });
  expect((await list()).map(({ key }) => key)).toEqual(['ana@example.com', '+4915112345678']);
});

test('Find Badge Holder does not return a person whose badge was revoked, who can be invited', async () => {
  const { passId } = await hire(core);
  control().setBadgePassStatus(passId, 'REVOKED');
  const email = 'ada@example.com';
  const badgeTemplateId = badges().published;
  expect((await core.run(find, { email, badgeTemplateId })).out).toEqual([]);
  expect((await core.run(find, { email, allBadges: true })).out).toHaveLength(1);
});

test('Find Badge Holder returns a person whose badge is being issued or suspended', async () => {
  const { userId, passId } = await hire(core);
  for (const status of ['ISSUING', 'SUSPENDED'] as const) {
    control().setBadgePassStatus(passId, status);
    const input = { email: 'ada@example.com', badgeTemplateId: badges().published };
    expect((await core.run(find, input)).out).toMatchObject([{ id: userId }]);
  }
});

test('Find Badge Holder does not return a colleague with the same phone for a former holder', async () => {
  const phone = '+4915112345678';
  const { passId } = await hire(core);
  control().setBadgePassStatus(passId, 'REVOKED');
  const bo = control().badgeAdded((await invited(core, { phone })).code);
  const contact = { email: 'ada@example.com', phone };
  const badgeTemplateId = badges().published;
  expect((await core.run(find, { ...contact, badgeTemplateId })).out).toEqual([]);
  expect((await core.run(find, { phone, badgeTemplateId })).out).toMatchObject([{ id: bo.userId }]);
});

test('Find Badge Holder returns a holder before an invited person: a Zap uses the first one', async () => {
  const email = 'ana@example.com';
  const users = [holder({ id: null, email, invited: true }), holder({ email })];
  control().queueFault({ kind: 'intercepted', status: 200, body: JSON.stringify({ users }) });
  const { out } = await core.run(find, { email, allBadges: true });
  expect(out.map(({ key, invited }) => [key, invited])).toEqual([
    ['usr_1', false],
    [email, true],
  ]);
});

const removeById = (userId: string) => core.run(removeHolder, { userId, confirm: true });

test('Remove succeeds if the person is kept because of a badge of another account', async () => {
  const { userId } = await hire(core, 'somebody@else.example');
  expect(userId).toBe(core.sandbox.foreign.badgeUserId);
  expect((await removeById(userId)).out).toMatchObject([{ id: userId, holderKept: true }]);
});

test('Remove explains that a person who is only invited has no ID', async () => {
  const { error } = await removeById('ana@example.com');
  expect(error).toMatchObject({ kind: 'notFound', fix: textWith('only invited') });
});

const ANA = { email: 'ana@example.com' };
const PHONE = '+49 151 12345678';
const OTHER_SPELLING = '+4915112345678';
const remove = (contacts: object | object[], options: CoreOptions = {}) => {
  const byContact = { identifyBy: 'contact', confirm: true };
  const items = [contacts].flat().map((contact) => ({ ...byContact, ...contact }));
  return core.run(removeHolder, items, options);
};
const secondBadge = () => {
  control().publishBadge(badges().unpublished);
  return badges().unpublished;
};
const statuses = (userId: string) =>
  control()
    .badgePasses()
    .filter(({ holderId }) => holderId === userId)
    .map(({ status }) => status);
const answering = (path: string, body: object, count = 1) =>
  control().queueFault({
    ...{ kind: 'intercepted', status: 200, body: JSON.stringify(body) },
    ...{ match: { method: 'GET', path }, count },
  });
const listing = (users: object[]) => answering('^/badge/users$', { users: users.map(holder) });

test('Remove takes every badge from a holder, and counts the badge passes that still worked', async () => {
  const { userId, passId } = await hire(core, ANA.email);
  control().setBadgePassStatus(passId, 'EXPIRED');
  control().badgeAdded((await invited(core, ANA, secondBadge())).code);
  await hire(core, ANA.email);
  await hire(core, 'bo@example.com');
  const { out, sent } = await remove({ email: 'Ana@Example.com' });
  expect(out).toEqual([
    {
      ...{ outcome: 'removed', id: userId, deleted: true, holderKept: false },
      ...{ badgePassesRevoked: 2, invitesCanceled: 0, invitesLeft: 0 },
    },
  ]);
  expect(sent).toEqual([
    'GET /badge/users',
    'GET /badge/templates',
    // Of each badge, for the names of invites.
    ...['GET /badge/users', 'GET /badge/users'],
    `GET /badge/users/${userId}/passes`,
    `DELETE /badge/users/${userId}`,
  ]);
  expect(statuses(userId).sort()).toEqual(['EXPIRED', 'REVOKED', 'REVOKED']);
  expect(await list()).toMatchObject([{ email: 'bo@example.com' }]);
});

test('Remove reads the holders of each badge once for all items, and knows who was removed', async () => {
  await hire(core, ANA.email, { phone: PHONE });
  const { userId } = await hire(core, 'ben@example.com', { phone: PHONE });
  const items = [ANA, { phone: PHONE }];
  const { out, sent } = await remove(items, { concurrency: 1 });
  expect(out).toMatchObject([{ outcome: 'removed' }, { outcome: 'removed', id: userId }]);
  const ofBadges = Object.keys(badges()).length;
  expect(sent.filter((one) => one === 'GET /badge/users')).toHaveLength(items.length + ofBadges);
});

test('Remove cancels the invites of a person who is only invited, to every badge', async () => {
  await invited(core, { ...ANA, phone: PHONE });
  await invited(core, ANA, secondBadge());
  await invited(core, { email: 'bo@example.com' });
  const { out, writes } = await remove({ email: ANA.email, phone: '' });
  expect(out).toEqual([
    {
      ...{ outcome: 'invitesCanceled', deleted: false, holderKept: false },
      ...{ badgePassesRevoked: 0, invitesCanceled: 2, invitesLeft: 0 },
    },
  ]);
  expect(writes).toHaveLength(2);
  expect(control().badgeInvites()).toMatchObject([{ email: 'bo@example.com' }]);
});

test('Remove cancels an invite by the email as its badge lists it', async () => {
  const email = 'Ana@Example.com';
  await invited(core, ANA);
  const invites = [{ email }, { email }].map(listedInvite);
  answering(`${badges().published}/invites$`, { invites });
  expect((await remove(ANA)).out).toMatchObject([{ invitesCanceled: 1 }]);
  expect(core.bodies('DELETE', /invites$/)).toEqual([{ email }]);
});

test('Remove finds a person by phone in any spelling, and cancels the invites by email', async () => {
  await invited(core, { ...ANA, phone: OTHER_SPELLING });
  expect((await remove({ phone: PHONE })).out).toMatchObject([{ invitesCanceled: 1 }]);
  const { userId } = await hire(core, ANA.email, { phone: OTHER_SPELLING });
  expect((await remove({ phone: PHONE })).out).toMatchObject([{ id: userId }]);
});

/** A holder with an invite by the same email, which the service does not withdraw with the holder. */
const holderWithInvite = async () => {
  const { code } = await invited(core, { phone: OTHER_SPELLING });
  const { userId } = control().badgeAdded(code);
  await invited(core, ANA);
  listing([
    { id: userId, ...ANA },
    { id: null, ...ANA },
  ]);
  return userId;
};

test('Remove takes the badges of a holder, then cancels the other invites of the same person', async () => {
  const userId = await holderWithInvite();
  const { out, writes } = await remove(ANA);
  expect(out).toMatchObject([{ outcome: 'removed', id: userId, invitesCanceled: 1 }]);
  expect(writes).toEqual([
    `DELETE /badge/users/${userId}`,
    `DELETE /badge/templates/${badges().published}/invites`,
  ]);
});

test('Remove says until when an invite by phone works, which cannot be canceled', async () => {
  const { expiresAt } = await invited(core, { phone: OTHER_SPELLING });
  const left = { invitesLeft: 1, invitesLeftUntil: new Date(expiresAt).toISOString() };
  const only = await remove({ phone: PHONE });
  expect(only.out).toMatchObject([{ outcome: 'stillInvited', deleted: false, ...left }]);
  expect(only.writes).toEqual([]);
  await hire(core, ANA.email);
  const { out } = await remove({ ...ANA, phone: PHONE });
  expect(out).toMatchObject([{ outcome: 'removed', ...left }]);
});

test('Remove gives no end of two remaining invites if one of them shows none', async () => {
  const invite = { id: null, email: null, phone: OTHER_SPELLING, name: null, invited: true };
  const expiresAt = Date.parse('2099-01-01');
  listing([{ ...invite, expiresAt }, invite]);
  const { out } = await remove({ phone: PHONE });
  expect(out).toMatchObject([{ outcome: 'stillInvited', invitesLeft: 2 }]);
  expect(out[0]).not.toHaveProperty('invitesLeftUntil');
  listing([
    { ...invite, expiresAt },
    { ...invite, expiresAt: expiresAt - 1 },
  ]);
  const known = { invitesLeft: 2, invitesLeftUntil: '2099-01-01T00:00:00.000Z' };
  expect((await remove({ phone: PHONE })).out).toMatchObject([known]);
});

test('Remove does not fail for a person who was removed before, or has an expired invite', async () => {
  await hire(core, ANA.email);
  control().advanceClock(-60 * DAY_MS);
  await invited(core, { email: 'bo@example.com' });
  control().advanceClock(60 * DAY_MS);
  await remove(ANA);
  for (const contact of [ANA, { email: 'bo@example.com' }]) {
    const { out, sent } = await remove(contact);
    expect(out).toMatchObject([{ outcome: 'notFound', deleted: false, badgePassesRevoked: 0 }]);
    expect(sent).toEqual(['GET /badge/users']);
  }
  const { error } = await remove({ ...ANA, ifNobody: 'fail' });
  expect(error).toMatchObject({ kind: 'notFound', field: 'email', message: textWith(ANA.email) });
});

test('Remove says that a country code is missing if nobody has the phone number', async () => {
  for (const phone of ['0151 1234567', '491511234567', '+49 151 1234567']) {
    const isMissing = !phone.startsWith('+');
    const { out, report } = await remove({ phone });
    expect(out).toMatchObject([{ outcome: 'notFound' }]);
    expect(out[0]?.countryCodeMissing).toBe(isMissing || undefined);
    expect(notesOf(report, 'phoneNotFound') !== undefined).toBe(isMissing);
    const { error } = await remove({ phone, ifNobody: 'fail' });
    expect(error?.fix.includes('no country code')).toBe(isMissing);
  }
});

test('A person whom two items name is removed once', async () => {
  await hire(core, ANA.email);
  const { out } = await remove([ANA, { email: 'ANA@example.com' }]);
  expect(out.map(({ outcome }) => outcome)).toEqual(['removed', 'notFound']);
});

test.each([
  ['An invited person', '1 invite canceled, but another may be left: '],
  [
    'A holder',
    'The badge passes were revoked, but an invite may be left: 1 invite canceled, but another may be left: ',
  ],
])('%s whose second invite stays has an error about the first', async (person, message) => {
  if (person === 'A holder') await holderWithInvite();
  else await invited(core, ANA);
  await invited(core, ANA, secondBadge());
  let attempts = 0;
  core.intercept(({ method, path }) => /DELETE.*invites$/.test(method + path) && ++attempts === 2);
  const { error } = await remove(ANA);
  expect(error?.message).toContain(message);
});

const BO = { email: 'bo@example.com', phone: PHONE };
test.each([
  ['several holders with the email', [{ id: 'usr_1', ...ANA }, { id: 'usr_2', ...ANA }], ANA,
    "'Email' belongs to more than one person: usr_1 (ana@example.com), usr_2 (ana@example.com)"],
  ['a holder and somebody invited who share a phone number', [{ id: 'usr_1', ...ANA, phone: PHONE }, { id: null, ...BO }], { phone: PHONE },
    `'Phone' belongs to more than one person: usr_1 (ana@example.com, ${PHONE}), bo@example.com (${PHONE}, only invited)`],
  ['a holder without email and somebody invited by email who share a phone number', [{ id: 'usr_1', phone: PHONE }, { id: null, ...ANA, phone: OTHER_SPELLING }], { phone: PHONE },
    `'Phone' belongs to more than one person: usr_1 (${PHONE}), ana@example.com (${OTHER_SPELLING}, only invited)`],
  ['a holder and an invite with one email and different names', [{ id: 'usr_1', ...ANA, name: 'Ana Souza' }, { id: null, ...ANA, name: 'Rui Souza' }], ANA,
    "'Email' belongs to more than one person: usr_1 (Ana Souza, ana@example.com), ana@example.com (Rui Souza, only invited)"],
  ['the email of one holder and the phone number of another', [{ id: 'usr_1', ...ANA }, { id: 'usr_2', phone: PHONE }], { ...ANA, phone: PHONE },
    `'Email' and 'Phone' belong to more than one person: usr_1 (ana@example.com), usr_2 (${PHONE})`],
  ['invites with one email and different phone numbers', [{ id: null, ...ANA, phone: PHONE }, { id: null, ...ANA, phone: '+1 202 555 0199' }], ANA,
    `'Email' belongs to more than one person: ana@example.com (${PHONE}, only invited), ana@example.com (+1 202 555 0199, only invited)`],
  ['a phone number of somebody with another email', [{ id: 'usr_2', ...BO }], { ...ANA, phone: PHONE },
    `'Phone' belongs to usr_2 (bo@example.com, ${PHONE}), not to 'ana@example.com'`],
  ['a phone number of the reception, which has no email', [{ id: 'usr_2', name: 'Reception', phone: PHONE }], { ...ANA, phone: OTHER_SPELLING },
    `'Phone' belongs to usr_2 (Reception, ${PHONE}), not to 'ana@example.com'`],
  ['two invites by phone number of which one has another email', [{ id: null, phone: PHONE }, { id: null, ...BO }], { ...ANA, phone: PHONE },
    `'Phone' belongs to ${PHONE} (only invited), bo@example.com (${PHONE}, only invited), not to 'ana@example.com'`],
  ['a phone number that leads to an email with different names', [{ id: null, ...ANA, phone: PHONE, name: 'Ana' }, { id: null, ...ANA, name: 'Rui' }], { phone: PHONE },
    `'Phone' belongs to more than one person: ana@example.com (Ana, ${PHONE}, only invited), ana@example.com (Rui, only invited)`],
  ['a phone number alone that is not certainly of the person with the email', [{ id: null, ...ANA }, { id: 'usr_2', phone: PHONE }], { ...ANA, phone: PHONE },
    `'Email' and 'Phone' belong to more than one person: ana@example.com (only invited), usr_2 (${PHONE})`],
])('Remove refuses %s', async (_name, users, contact, message) => {
  listing(users);
  const { error, sent } = await remove(contact);
  expect(error).toMatchObject({ kind: 'invalidInput', message });
  expect(sent).toEqual(['GET /badge/users']);
}); // prettier-ignore

test('Remove refuses a holder whose email somebody else was invited with to another badge', async () => {
  const { userId } = await hire(core, ANA.email, { firstName: 'Ana' });
  await invited(core, { ...ANA, firstName: 'Rui' }, secondBadge());
  const { error, writes } = await remove(ANA);
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'email', message: textWith('Rui') });
  expect(writes).toEqual([]);
  expect(statuses(userId)).toEqual(['ACTIVE']);
});

test.each([
  ['with the same name in other letters', 'ANA\u00a0SOUZA\u200b'],
  ['without a name', undefined],
])('Remove takes the badges of a holder who also has an invite %s', async (_name, firstName) => {
  const { userId } = await hire(core, ANA.email, { firstName: 'Ana', lastName: 'Souza' });
  const own = { ...ANA, phone: OTHER_SPELLING, ...(firstName && { firstName }) };
  await invited(core, own, secondBadge());
  const { out } = await remove({ ...ANA, phone: PHONE });
  expect(out).toMatchObject([{ outcome: 'removed', id: userId }]);
  expect(await list()).toEqual([]);
  const invites = control().badgeInvites();
  expect(invites.filter(({ state }) => state === 'live')).toEqual([]);
});

test('Remove reads the lists of all badges a few at a time', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => `bdg_${i}`);
  for (const id of ['usr_1', null]) {
    let [inFlight, most] = [0, 0];
    const through = (transport: Transport): Transport => {
      return async (request) => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await setImmediate();
        inFlight -= 1;
        return await transport(request);
      };
    };
    listing([{ id, ...ANA }]);
    answering('^/badge/templates$', { templates: ids.map((badgeId) => badge({ id: badgeId })) });
    answering('^/badge/(users|.*invites)$', { users: [], invites: [] }, ids.length);
    // As on Zapier, whose client sends any number of requests at a time.
    const { sent } = await remove(ANA, { through, concurrency: 1000 });
    expect(sent.length).toBeGreaterThan(ids.length);
    expect(most).toBe(10);
  }
});

test.each([
  ['one holder in two entries', [{ id: 'usr_1', ...ANA }, { id: 'usr_1', ...ANA, phone: PHONE }]],
  ['names in another case', [{ id: null, ...ANA, name: 'ANA souza' }, { id: null, ...ANA, name: 'Ana Souza' }]],
  ['a name in one of them', [{ id: null, ...ANA, name: 'Ana' }, { id: null, ...ANA }]],
  ['a phone number in two spellings', [{ id: null, ...ANA, phone: PHONE }, { id: null, ...ANA, phone: OTHER_SPELLING }]],
  ['somebody without the contact', [{ id: 'usr_1', ...ANA }, { id: 'usr_2', phone: '-' }, { id: null, email: '@' }]],
])('Remove takes two entries for one person: %s', async (_name, users) => {
  listing(users);
  const { error } = await remove({ ...ANA, phone: PHONE });
  expect(error).toBeUndefined();
}); // prettier-ignore

test.each([
  ['holders', '^/badge/users$'],
  ['badges', '^/badge/templates$'],
  ['invites of one badge', 'invites$'],
])('Remove changes nothing if the list of %s cannot be read to its end', async (_name, path) => {
  control().queueFault({ kind: 'garbled', match: { method: 'GET', path }, count: 100 });
  await holderWithInvite();
  const { error, writes } = await remove(ANA);
  expect(error?.kind).toBe('unavailable');
  expect(writes).toEqual([]);
});

test.each([
  [{ identifyBy: 'contact', userId: 'usr_1', email: '', phone: ' ' }, 'email'],
  [{ identifyBy: 'holder', userId: '', ...ANA }, 'userId'],
  [{ identifyBy: 'name', userId: 'usr_1' }, 'identifyBy'],
  [{ identifyBy: 'contact', ...ANA, confirm: false }, 'confirm'],
])('Remove refuses %j before anything is sent', async (input, field) => {
  const { error, sent } = await core.run(removeHolder, { confirm: true, ...input });
  expect(error).toMatchObject({ kind: 'invalidInput', field });
  expect(sent).toEqual([]);
});
