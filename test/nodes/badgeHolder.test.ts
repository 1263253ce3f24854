import { hire, invited } from '../support/badges';
import { someText, textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const badges = () => n8n.sandbox.badges;
const control = () => n8n.sandbox.control;
const run = (operation: string, parameters: object = {}, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'badgeHolder', ...options });

describe('Get Many', () => {
  it('returns holders with card numbers as text, and invited people without an ID', async () => {
    const { userId, passId } = await hire(n8n, 'ada@example.com', { firstName: 'Ada' });
    await invited(n8n, { email: 'bo@example.com', phone: '+4915112345678' });
    await invited(n8n, { phone: '+4915187654321' });
    const { out, sent } = await run('getAll');
    expect(sent).toEqual(['GET /badge/users']);
    expect(out).toMatchObject([
      {
        key: userId,
        id: userId,
        email: 'ada@example.com',
        name: 'Ada',
        active: true,
        invited: false,
        credentialsUnknown: false,
        credentials: [{ passId, platform: 'A_WALLET', cardNumber: someText, facilityCode: '42' }],
      },
      { key: '+4915187654321', invited: true, credentials: [] },
      { key: 'bo@example.com', invited: true, credentials: [] },
    ]);
    expect(out[1]).not.toHaveProperty('id');
    expect(new Set(out.map(({ key }) => key)).size).toBe(3);

    const raw = await run('getAll', { simplify: false });
    expect(raw.out[1]).toHaveProperty('invitedAt');
    expect(JSON.stringify([out, raw.out])).not.toContain('/i/');
  });

  it('marks expired invites, which stay in the list', async () => {
    const MONTHS = 60 * 86_400_000;
    control().advanceClock(-MONTHS);
    await invited(n8n, { email: 'old@example.com' });
    control().advanceClock(MONTHS);
    await invited(n8n, { email: 'bo@example.com' });
    await hire(n8n);
    const { out } = await run('getAll');
    expect(out).toMatchObject([
      { email: 'ada@example.com', invited: false },
      { email: 'bo@example.com', invited: true, inviteExpired: false },
      { email: 'old@example.com', invited: true, inviteExpired: true },
    ]);
    expect(out[0]).not.toHaveProperty('inviteExpired');
  });

  it('returns invite links only on request', async () => {
    const { url } = await invited(n8n, { email: 'bo@example.com' });
    const { out } = await run('getAll', { simplify: false, options: { includeLinks: true } });
    expect(out).toMatchObject([{ inviteUrl: url }]);
    const simplified = await run('getAll', { options: { includeLinks: true } });
    expect(simplified.out).toMatchObject([{ inviteUrl: url }]);
  });

  it('filters by badge, excludes invited people, and honors the limit', async () => {
    const { userId } = await hire(n8n);
    await invited(n8n, { email: 'bo@example.com' });
    const { out } = await run('getAll', {
      badgeTemplateId: byId(badges().published),
      filters: { includeInvited: false },
    });
    expect(control().requests().at(-1)).toMatchObject({
      query: { badgeTemplateId: badges().published },
    });
    expect(out.map(({ id }) => id)).toEqual([userId]);
    expect((await run('getAll', { limit: 1 })).out).toHaveLength(1);
    expect((await run('getAll', { returnAll: true })).out).toHaveLength(2);
    expect((await run('getAll', { badgeTemplateId: byId(badges().unpublished) })).out).toEqual([]);
    const foreign = await run('getAll', { badgeTemplateId: byId(n8n.sandbox.foreign.badgeId) });
    expect(foreign.error?.message).toBe(
      `Badge not found: '${n8n.sandbox.foreign.badgeId}' [item 0]`,
    );
  });

  it('reads unreadable credentials again, then reports them as unknown, never as none', async () => {
    const { userId, passId } = await hire(n8n);
    control().clearRequests();
    control().queueFault([
      { kind: 'credentialsNull', match: { path: '^/badge/users$' }, count: 3 },
      { kind: 'credentialsNull', match: { path: 'passes$' } },
      { kind: 'usersListFailed', match: { path: 'passes$' } },
    ]);
    const [holders, passes] = await Promise.all([
      run('getAll'),
      run('getPasses', { userId: byId(userId) }),
    ]);
    expect(holders.out).toMatchObject([{ id: userId, credentialsUnknown: true }]);
    expect(holders.out[0]).not.toHaveProperty('credentials');
    expect(passes.out).toMatchObject([
      { id: passId, credentialsUnknown: false, credentials: [{ cardNumber: someText }] },
    ]);
    expect(n8n.bodies('GET', '/badge/users')).toHaveLength(3);
    expect(n8n.bodies('GET', /passes$/)).toHaveLength(3);
  });
});

describe('Get Passes', () => {
  it('returns every status unchanged, including unknown ones', async () => {
    const { userId, passId } = await hire(n8n);
    const { out, sent } = await run('getPasses', { userId: byId(userId) });
    expect(sent).toEqual([`GET /badge/users/${userId}/passes`]);
    expect(out).toMatchObject([
      { id: passId, status: 'ACTIVE', platform: 'A_WALLET', issuedAtIso: textWith(/Z$/) },
    ]);
    for (const status of ['ISSUING', 'ISSUE_FAILED', 'CANCELLED', 'IN_REPAIR'] as const) {
      control().setBadgePassStatus(passId, status as 'ISSUING');
      const again = await run('getPasses', { userId: byId(userId) });
      expect(again.out).toMatchObject([{ status, credentialsUnknown: false, credentials: [] }]);
    }
  });

  it('returns a new card number for a new badge of the same person', async () => {
    const first = await hire(n8n);
    const second = await hire(n8n);
    expect(second.userId).toBe(first.userId);
    const { out } = await run('getPasses', {
      userId: byId(first.userId),
      badgeTemplateId: byId(badges().published),
    });
    const numbers = out.map(({ credentials }) => (credentials as { cardNumber: string }[])[0]);
    expect(new Set(numbers.map((one) => one?.cardNumber)).size).toBe(2);
    expect(numbers.every((one) => typeof one?.cardNumber === 'string')).toBe(true);
  });
});

describe('Rename', () => {
  it('sends only the names given, and counts the badges that were refreshed', async () => {
    const { userId } = await hire(n8n, 'ada@example.com', { firstName: 'Ada', lastName: 'B' });
    const { out, sent } = await run('update', { userId: byId(userId), lastName: 'Byron' });
    expect(sent).toEqual([`PATCH /badge/users/${userId}`]);
    expect(n8n.bodies('PATCH', /users/)).toEqual([{ lastName: 'Byron' }]);
    expect(out).toMatchObject([
      { id: userId, refreshedCount: 1, refreshed: [{ status: 'ACTIVE' }] },
    ]);
    expect((await run('getAll')).out).toMatchObject([{ name: 'Ada Byron' }]);
  });
});

describe('Remove', () => {
  const remove = (userId: string, more: object = {}) =>
    run('delete', { userId: byId(userId), confirm: true, ...more });

  it('ends every badge and invite of a person', async () => {
    const { userId, passId } = await hire(n8n);
    const { out, sent } = await remove(userId);
    expect(sent).toEqual([`DELETE /badge/users/${userId}`]);
    expect(out).toEqual([{ id: userId, deleted: true, holderKept: false }]);
    expect(
      control()
        .badgePasses()
        .find(({ id }) => id === passId)?.status,
    ).toBe('REVOKED');
  });

  it('succeeds if the person is kept because of a badge of another account', async () => {
    const { userId } = await hire(n8n, 'somebody@else.example');
    expect(userId).toBe(n8n.sandbox.foreign.badgeUserId);
    const { out } = await remove(userId);
    expect(out).toEqual([{ id: userId, deleted: true, holderKept: true }]);
  });
});

describe('the list to choose a person from', () => {
  const search = (key?: string, filter?: string) =>
    n8n.engine.listSearch(
      { type: 'walletPass', parameters: { resource: 'badgeHolder', operation: 'update' } },
      'searchBadgeHolder',
      { credentials: n8n.credentials(key), filter },
    );

  it('contains people who have an ID, by name and contact', async () => {
    const { userId } = await hire(n8n, 'ada@example.com', { firstName: 'Ada' });
    await invited(n8n, { email: 'bo@example.com' });
    const all = [{ name: 'Ada · ada@example.com', value: userId }];
    expect((await search()).results).toEqual(all);
    expect((await search(undefined, 'ADA')).results).toEqual(all);
    expect((await search(undefined, 'bo')).results).toEqual([]);
  });

  it('names the missing scope', async () => {
    await expect(search(control().addKey(['badges.edit']))).rejects.toMatchObject({
      message: 'This API key lacks the scope badges.viewAll',
    });
  });
});
