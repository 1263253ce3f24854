import { fetch } from 'undici';

import { BADGE_PASS_STATUSES } from '../../sandbox/state/badgeEntities';
import { startSandbox } from '../../sandbox/index';
import { DAY, T0, useSandbox } from './harness';

interface Credential {
  passId: string;
  cardNumber: string;
  wiegandHex: string;
}
interface User {
  id: string | null;
  email: string | null;
  phone: string | null;
  name: string | null;
  active: boolean;
  credentials: Credential[] | null;
  invited?: true;
}
interface BadgePass {
  id: string;
  status: string;
  platform: string;
  issuedAt: number;
  credentials: Credential[] | null;
}

const h = useSandbox();
const control = () => h.sandbox.control;
const invite = async (body: object) => {
  const path = `/badge/templates/${h.sandbox.badges.published}/invites`;
  return (await h.call<{ code: string; url: string }>('POST', path, { body })).body;
};
const hire = async (email: string, name: object = {}) =>
  control().badgeAdded((await invite({ email, ...name })).code);
const users = async (query = '') =>
  (await h.call<{ users: User[] }>('GET', `/badge/users${query}`)).body.users;
const passes = async (userId: string, query = '') =>
  (await h.call<{ passes: BadgePass[] }>('GET', `/badge/users/${userId}/passes${query}`)).body
    .passes;
const statusOf = async (userId: string) => (await passes(userId))[0]?.status;
const act = (passId: string, body: unknown) =>
  h.call('POST', `/badge/passes/${passId}/lifecycle`, { body });
const moment = () => control().advanceClock(2000);

describe('holders', () => {
  test('a person who added a badge is listed with its credentials', async () => {
    const { userId, passId } = await hire('ada@example.com', { firstName: 'Ada', lastName: 'B' });
    expect(await users()).toEqual([
      {
        id: userId,
        email: 'ada@example.com',
        phone: null,
        name: 'Ada B',
        active: true,
        credentials: [
          {
            passId,
            platform: 'A_WALLET',
            format: 'W26',
            bits: 26,
            facilityCode: '42',
            cardNumber: '20001',
            wiegandHex: '0549C42',
            keyset: 'pier-2026',
          },
        ],
      },
    ]);
  });

  test('somebody only invited has no ID but the invite; after its expiry the entry is gone', async () => {
    const { url } = await invite({ phone: '+15550100777', lastName: 'Guest', days: 2 });
    expect(await users()).toEqual([
      {
        id: null,
        email: null,
        phone: '+15550100777',
        name: 'Guest',
        active: false,
        credentials: [],
        invited: true,
        invitedAt: T0,
        expiresAt: T0 + 2 * DAY,
        inviteUrl: url,
      },
    ]);
    control().advanceClock(2 * DAY);
    expect(await users()).toEqual([]);
  });

  test('holders come newest first, the invited after them; a holder invited again is listed once', async () => {
    const ada = await hire('ada@example.com');
    await invite({ email: 'cleo@example.com' });
    await invite({ email: 'ada@example.com' });
    const bo = await hire('bo@example.com');
    expect((await users()).map(({ id, email }) => id ?? email)).toEqual([
      bo.userId,
      ada.userId,
      'cleo@example.com',
    ]);
  });

  test('the same person adding a second badge stays one holder, with a new card number', async () => {
    const first = await hire('ada@example.com');
    const second = await hire('ada@example.com');
    expect(second.userId).toBe(first.userId);
    const [holder, ...others] = await users();
    expect(others).toEqual([]);
    const numbers = holder?.credentials?.map(({ cardNumber }) => cardNumber);
    expect(new Set(numbers).size).toBe(2);
    expect((await passes(first.userId)).map(({ id }) => id)).toEqual([second.passId, first.passId]);
  });

  test('can be narrowed to a badge', async () => {
    const { userId } = await hire('ada@example.com');
    const { published, unpublished } = h.sandbox.badges;
    for (const [badge, count] of [
      [published, 1],
      [unpublished, 0],
    ] as const) {
      expect(await users(`?badgeTemplateId=${badge}`)).toHaveLength(count);
      expect(await passes(userId, `?badgeTemplateId=${badge}`)).toHaveLength(count);
    }
    for (const [badge, status] of [
      ['none', 404],
      [h.sandbox.foreign.badgeId, 403],
    ] as const) {
      const query = `?badgeTemplateId=${badge}`;
      expect((await h.call('GET', `/badge/users${query}`)).status).toBe(status);
      expect((await h.call('GET', `/badge/users/${userId}/passes${query}`)).status).toBe(status);
    }
  });

  test('a badge pass shows its status, platform and credentials', async () => {
    const { userId, passId } = await hire('ada@example.com');
    const [holder] = await users();
    expect(await passes(userId)).toEqual([
      {
        id: passId,
        status: 'ACTIVE',
        platform: 'A_WALLET',
        issuedAt: T0,
        credentials: holder?.credentials,
      },
    ]);
  });

  test.each([
    ['GET', '/passes'],
    ['PATCH', ''],
    ['DELETE', ''],
  ])('%s {id}%s: a missing or foreign holder answers 404 not found', async (method, rest) => {
    const options = method === 'PATCH' ? { body: { firstName: 'x' } } : {};
    for (const id of ['none', h.sandbox.foreign.badgeUserId]) {
      const answer = await h.call(method, `/badge/users/${id}${rest}`, options);
      expect([answer.status, answer.body]).toEqual([404, { error: 'not found' }]);
    }
  });
});

describe('statuses', () => {
  test.each(BADGE_PASS_STATUSES)('%s can be put on a badge pass', async (status) => {
    const { userId, passId } = await hire('ada@example.com');
    control().setBadgePassStatus(passId, status);
    expect(await statusOf(userId)).toBe(status);
    const [holder] = await users();
    expect(holder?.active).toBe(status === 'ACTIVE');
    const inWallet = ['ACTIVE', 'SUSPENDED', 'USER_SUSPENDED'].includes(status);
    expect(holder?.credentials).toHaveLength(inWallet ? 1 : 0);
  });

  test('over HTTP too', async () => {
    const { userId, passId } = await hire('ada@example.com');
    const put = (status: string) =>
      h.call('PUT', `/_sandbox/badge-passes/${passId}/status`, { body: { status }, headers: {} });
    expect((await put('EXPIRED')).status).toBe(200);
    expect(await statusOf(userId)).toBe('EXPIRED');
    expect((await put('LOST')).status).toBe(400);
    const books = await h.call<object[]>('GET', '/_sandbox/badge-passes', { headers: {} });
    expect(books.body.at(-1)).toMatchObject({ id: passId, status: 'EXPIRED' });
    expect(() => control().setBadgePassStatus('none', 'ACTIVE')).toThrow();
  });
});

describe('lifecycle', () => {
  test('is accepted with 202 and takes effect a moment later', async () => {
    const { userId, passId } = await hire('ada@example.com');
    for (const [action, status] of [
      ['suspend', 'SUSPENDED'],
      ['resume', 'ACTIVE'],
      ['revoke', 'REVOKED'],
    ] as const) {
      const before = await statusOf(userId);
      expect((await act(passId, { action })).status).toBe(202);
      expect(await statusOf(userId)).toBe(before);
      moment();
      expect(await statusOf(userId)).toBe(status);
    }
  });

  test('actions sent quickly take effect in their order', async () => {
    const { userId, passId } = await hire('ada@example.com');
    for (const action of ['suspend', 'resume', 'suspend']) await act(passId, { action });
    moment();
    expect(await statusOf(userId)).toBe('SUSPENDED');
  });

  test.each([
    ['suspend', 'ISSUING', 'ISSUING'],
    ['suspend', 'USER_SUSPENDED', 'USER_SUSPENDED'],
    ['resume', 'USER_SUSPENDED', 'USER_SUSPENDED'],
    ['resume', 'REVOKED', 'REVOKED'],
    ['resume', 'EXPIRED', 'EXPIRED'],
    ['revoke', 'USER_SUSPENDED', 'REVOKED'],
    ['revoke', 'CREATED', 'REVOKED'],
    ['revoke', 'USER_REVOKED', 'USER_REVOKED'],
    ['revoke', 'CANCELLED', 'CANCELLED'],
    ['refresh', 'ACTIVE', 'ACTIVE'],
    ['refresh', 'SUSPENDED', 'SUSPENDED'],
  ] as const)('%s on %s is accepted and leaves %s', async (action, from, to) => {
    const { userId, passId } = await hire('ada@example.com');
    control().setBadgePassStatus(passId, from);
    expect((await act(passId, { action })).status).toBe(202);
    moment();
    expect(await statusOf(userId)).toBe(to);
  });

  test('a reason of up to 200 characters is kept for suspend and resume', async () => {
    const { passId } = await hire('ada@example.com');
    const reason = 'r'.repeat(200);
    await act(passId, { action: 'suspend', reason });
    await act(passId, { action: 'revoke', reason: 'not kept' });
    const audit = control().badgePasses().at(-1)?.audit;
    expect(audit).toEqual([
      { action: 'added', at: T0 },
      { action: 'suspend', reason, at: T0 },
      { action: 'revoke', at: T0 },
    ]);
  });

  test.each([
    [{}],
    [{ action: 'pause' }],
    [{ action: 'suspend', reason: 'r'.repeat(201) }],
    [{ action: 'suspend', reason: 5 }],
  ])('%j answers 400', async (body) => {
    const { passId } = await hire('ada@example.com');
    expect((await act(passId, body)).status).toBe(400);
  });

  test('a missing or foreign badge pass answers 404 not found', async () => {
    for (const id of ['none', h.sandbox.foreign.badgePassId]) {
      const answer = await act(id, { action: 'suspend' });
      expect([answer.status, answer.body]).toEqual([404, { error: 'not found' }]);
    }
  });
});

describe('renaming', () => {
  const rename = (id: string, body: unknown) => h.call('PATCH', `/badge/users/${id}`, { body });

  test('changes the given parts and lists the badge passes it was pushed to', async () => {
    const first = await hire('ada@example.com', { firstName: 'Ada', lastName: 'Byron' });
    const second = await hire('ada@example.com');
    control().setBadgePassStatus(first.passId, 'REVOKED');
    const { status, body } = await rename(first.userId, { lastName: 'Lovelace' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: first.userId,
      name: 'Ada Lovelace',
      refreshed: [{ passId: second.passId, status: 'ACTIVE' }],
    });
    expect((await users())[0]?.name).toBe('Ada Lovelace');
  });

  test.each([[{}], [{ firstName: '' }], [{ firstName: null }], [{ name: 'Ada' }]])(
    '%j answers 400',
    async (body) => {
      const { userId } = await hire('ada@example.com');
      expect((await rename(userId, body)).status).toBe(400);
    },
  );
});

describe('removing', () => {
  const remove = (id: string) => h.call('DELETE', `/badge/users/${id}`);

  test('revokes every badge, withdraws every invite, and the holder is gone', async () => {
    const { userId } = await hire('ada@example.com');
    await hire('ada@example.com');
    const { url } = await invite({ email: 'ada@example.com' });
    const { status, body } = await remove(userId);
    expect([status, body.holderKept]).toEqual([200, false]);
    expect(await users()).toEqual([]);
    expect(control().badgeInvites()).toEqual([]);
    expect((await h.call('GET', url.replace(h.sandbox.baseUrl, ''))).status).toBe(404);
    const own = control()
      .badgePasses()
      .filter(({ holderId }) => holderId === userId);
    expect(own.map(({ status: s }) => s)).toEqual(['REVOKED', 'REVOKED']);
    expect((await remove(userId)).status).toBe(404);
  });

  test('keeps a person who holds a badge of another account, whose badge is not touched', async () => {
    const { userId } = await hire('somebody@else.example');
    expect(userId).toBe(h.sandbox.foreign.badgeUserId);
    expect((await remove(userId)).body.holderKept).toBe(true);
    const foreign = control()
      .badgePasses()
      .find(({ id }) => id === h.sandbox.foreign.badgePassId);
    expect(foreign?.status).toBe('ACTIVE');
  });

  test('a change on its way does not bring a removed badge back', async () => {
    const { userId, passId } = await hire('ada@example.com');
    await act(passId, { action: 'suspend' });
    await act(passId, { action: 'resume' });
    await remove(userId);
    moment();
    expect(control().badgePasses().at(-1)?.status).toBe('REVOKED');
  });
});

describe('when the credential service is in trouble', () => {
  test('credentials are null while they cannot be read, once per fault, on badge reads only', async () => {
    const { userId } = await hire('ada@example.com');
    control().queueFault({ kind: 'credentialsNull', count: 2 });
    await h.call('POST', '/auth');
    expect((await users())[0]?.credentials).toBeNull();
    expect((await passes(userId))[0]?.credentials).toBeNull();
    expect((await users())[0]?.credentials).toHaveLength(1);
  });

  test('holders cannot be listed: 502 users_list_failed', async () => {
    control().queueFault({ kind: 'usersListFailed' });
    const answer = await h.call('GET', '/badge/users');
    expect([answer.status, answer.body]).toEqual([502, { error: 'users_list_failed' }]);
    expect((await h.call('GET', '/badge/users')).status).toBe(200);
  });

  test('badges cannot be changed: 502 lifecycle_failed, and nothing happens', async () => {
    const { userId, passId } = await hire('ada@example.com');
    const answer = async (method: string, path: string, body?: unknown) => {
      control().queueFault({ kind: 'lifecycleFailed' });
      await users();
      const { status, body: said } = await h.call(method, path, { body });
      return [status, said];
    };
    const failed = [502, { error: 'lifecycle_failed' }];
    const path = `/badge/passes/${passId}/lifecycle`;
    expect(await answer('POST', path, { action: 'revoke' })).toEqual(failed);
    expect(await answer('PATCH', `/badge/users/${userId}`, { firstName: 'X' })).toEqual(failed);
    expect(await answer('DELETE', `/badge/users/${userId}`)).toEqual(failed);
    moment();
    expect(await statusOf(userId)).toBe('ACTIVE');
  });

  test('both can be queued over HTTP', async () => {
    const queue = (kind: string) =>
      h.call('POST', '/_sandbox/faults', { body: { kind }, headers: {} });
    expect((await queue('usersListFailed')).status).toBe(200);
    expect((await queue('lifecycleFailed')).status).toBe(200);
    expect((await h.call('GET', '/badge/users')).status).toBe(502);
  });
});

test('the demo seed has a holder in every status, one kept elsewhere, and all kinds of invites', async () => {
  const sandbox = await startSandbox({ now: () => T0 });
  const badgePasses = sandbox.control.badgePasses();
  const states = new Set(sandbox.control.badgeInvites().map(({ state }) => state));
  const body = (await (
    await fetch(`${sandbox.baseUrl}/badge/users`, {
      headers: { 'X-API-Key': sandbox.keys['Issue access badges'] },
    })
  ).json()) as { users: User[] };
  await sandbox.close();
  const own = badgePasses.filter(({ badgeTemplateId: id }) => id === sandbox.badges.published);
  expect(new Set(own.map(({ status }) => status))).toEqual(new Set(BADGE_PASS_STATUSES));
  expect(body.users.filter(({ id }) => id !== null)).toHaveLength(12);
  expect(body.users.filter(({ invited }) => invited)).toHaveLength(2);
  expect(states).toEqual(new Set(['live', 'used', 'expired']));
  expect(body.users.some(({ id }) => id === sandbox.foreign.badgeUserId)).toBe(true);
});
