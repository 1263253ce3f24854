import { ALL_RESULTS } from '../../../shared/fields';
import { remove as removeHolder } from '../../../shared/operations/badgeHolder/delete';
import { find } from '../../../shared/operations/badgeHolder/find';
import { getAll } from '../../../shared/operations/badgeHolder/getAll';
import { getPasses } from '../../../shared/operations/badgeHolder/getPasses';
import { update } from '../../../shared/operations/badgeHolder/update';
import { hire, invited } from '../../support/badges';
import { useCore } from '../../support/core';
import { someText, textWith } from '../../support/matchers';

const core = useCore();
const badges = () => core.sandbox.badges;
const control = () => core.sandbox.control;
const list = async (more: object = {}) => (await core.run(getAll, { limit: 50, ...more })).out;
const DAY_MS = 86_400_000;

describe('Get Many', () => {
  it('returns holders with card numbers as text, and invited people without an ID', async () => {
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
      {
        key: 'bo@example.com',
        invited: true,
        credentials: [],
        invitedAt: expect.anything() as number,
      },
    ]);
    expect(out[1]).not.toHaveProperty('id');
    expect(JSON.stringify(out)).not.toContain('/i/');
  });

  it('marks expired invites, which stay in the list', async () => {
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

  it('returns invite links only on request', async () => {
    const { url } = await invited(core, { email: 'bo@example.com' });
    expect(await list({ includeLinks: true })).toMatchObject([{ inviteUrl: url }]);
  });

  it('filters by badge, excludes invited people, and honors the limit', async () => {
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

  it('reads unreadable credentials again, then reports them as unknown, never as none', async () => {
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
});

it('Find returns a holder by contact, someone invited, or nothing', async () => {
  const { userId } = await hire(core);
  const bo = { phone: '+4915112345678' };
  await invited(core, bo);
  const found = async (contact: object) => (await core.run(find, contact)).out;
  expect(await found({ email: 'Ada@example.com', phone: '' })).toMatchObject([
    { id: userId, invited: false },
  ]);
  expect(await found(bo)).toMatchObject([{ ...bo, invited: true }]);
  expect(await found({ email: 'nobody@example.com' })).toEqual([]);
});

it('Find returns a holder before somebody only invited: a Zap uses the first result', async () => {
  const email = 'ana@example.com';
  const users = [
    { id: null, email, invited: true },
    { id: 'usr_1', email },
  ];
  control().queueFault({ kind: 'intercepted', status: 200, body: JSON.stringify({ users }) });
  const { out } = await core.run(find, { email });
  expect(out.map(({ key, invited }) => [key, invited])).toEqual([
    ['usr_1', false],
    [email, true],
  ]);
});

describe('Get Passes', () => {
  it('returns every status unchanged, including unknown ones', async () => {
    const { userId, passId } = await hire(core);
    const { out, sent } = await core.run(getPasses, { userId });
    expect(sent).toEqual([`GET /badge/users/${userId}/passes`]);
    expect(out).toMatchObject([
      { id: passId, status: 'ACTIVE', platform: 'A_WALLET', issuedAt: textWith(/Z$/) },
    ]);
    for (const status of ['ISSUING', 'ISSUE_FAILED', 'CANCELLED', 'IN_REPAIR'] as const) {
      control().setBadgePassStatus(passId, status as 'ISSUING');
      const again = await core.run(getPasses, { userId });
      expect(again.out).toMatchObject([{ status, credentialsUnknown: false, credentials: [] }]);
    }
  });

  it('returns a new card number for a new badge of the same person', async () => {
    const { userId } = await hire(core);
    expect((await hire(core)).userId).toBe(userId);
    const { out } = await core.run(getPasses, { userId, badgeTemplateId: badges().published });
    const numbers = out.map(
      ({ credentials }) => (credentials as { cardNumber: string }[])[0]?.cardNumber,
    );
    expect(numbers).toEqual([someText, someText]);
    expect(new Set(numbers).size).toBe(2);
  });
});

describe('Rename', () => {
  it('sends only the names given, and counts the badges that were refreshed', async () => {
    const { userId } = await hire(core, 'ada@example.com', { firstName: 'Ada', lastName: 'B' });
    const { out, sent } = await core.run(update, { userId, firstName: '', lastName: 'Byron' });
    expect(sent).toEqual([`PATCH /badge/users/${userId}`]);
    expect(core.bodies('PATCH', /users/)).toEqual([{ lastName: 'Byron' }]);
    const refreshed = [{ status: 'ACTIVE' }];
    expect(out).toMatchObject([{ id: userId, refreshedCount: 1, refreshed }]);
    expect(await list()).toMatchObject([{ name: 'Ada Byron' }]);
  });

  it('requires one of the names before anything is sent for any item', async () => {
    const { error, errors, sent } = await core.run(update, [
      { userId: 'u', firstName: 'Ada' },
      { userId: 'u', firstName: '' },
    ]);
    expect(error).toMatchObject({ kind: 'invalidInput', field: 'firstName' });
    expect(errors).toEqual([undefined, error]);
    expect(sent).toEqual([]);
  });
});

describe('Remove', () => {
  const remove = (userId: string) => core.run(removeHolder, { userId, confirm: true });

  it('ends every badge and invite of a person', async () => {
    const { userId, passId } = await hire(core);
    const { out, sent } = await remove(userId);
    expect(sent).toEqual([`DELETE /badge/users/${userId}`]);
    expect(out).toEqual([{ id: userId, deleted: true, holderKept: false }]);
    const pass = control()
      .badgePasses()
      .find(({ id }) => id === passId);
    expect(pass?.status).toBe('REVOKED');
  });

  it('succeeds if the person is kept because of a badge of another account', async () => {
    const { userId } = await hire(core, 'somebody@else.example');
    expect(userId).toBe(core.sandbox.foreign.badgeUserId);
    expect((await remove(userId)).out).toEqual([{ id: userId, deleted: true, holderKept: true }]);
  });

  it('explains that a person who is only invited has no ID', async () => {
    const { error } = await remove('ana@example.com');
    expect(error).toMatchObject({ kind: 'notFound', hint: textWith('only invited') });
  });
});
