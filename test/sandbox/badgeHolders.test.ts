import { fetch } from 'undici';

import { startSandbox } from '../../sandbox/index';
import { BADGE_PASS_STATUSES } from '../../sandbox/state/badgeEntities';
import { badgeCalls, type User } from './badgeCalls';
import { DAY, T0, useSandbox } from './harness';

const h = useSandbox();
const { control, invite, hire, users, passes, act, advancePastDelay } = badgeCalls(h);

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

  test('a person who is only invited has no ID; the entry stays when the invite expires', async () => {
    const { url } = await invite({ phone: '+15550100777', lastName: 'Guest', days: 2 });
    const invited = [
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
    ];
    expect(await users()).toEqual(invited);
    control().advanceClock(2 * DAY);
    expect(await users()).toEqual(invited);
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

  test('can be filtered by badge', async () => {
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
  ])('%s {id}%s: a missing or foreign holder returns 404 not found', async (method, rest) => {
    const options = method === 'PATCH' ? { body: { firstName: 'x' } } : {};
    for (const id of ['none', h.sandbox.foreign.badgeUserId]) {
      const response = await h.call(method, `/badge/users/${id}${rest}`, options);
      expect([response.status, response.body]).toEqual([404, { error: 'not found' }]);
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
    '%j returns 400',
    async (body) => {
      const { userId } = await hire('ada@example.com');
      expect((await rename(userId, body)).status).toBe(400);
    },
  );
});

describe('removing', () => {
  const remove = (id: string) => h.call('DELETE', `/badge/users/${id}`);

  test('revokes every badge, withdraws live invites, and removes the holder', async () => {
    const { userId } = await hire('ada@example.com');
    await hire('ada@example.com');
    const used = control().badgeInvites();
    const { url } = await invite({ email: 'ada@example.com' });
    const { status, body } = await remove(userId);
    expect([status, body.holderKept]).toEqual([200, false]);
    expect(await users()).toEqual([]);
    expect(control().badgeInvites()).toEqual(used);
    expect(used.map(({ state }) => state)).toEqual(['used', 'used']);
    expect((await h.call('GET', url.replace(h.sandbox.baseUrl, ''))).status).toBe(404);
    const own = control()
      .badgePasses()
      .filter(({ holderId }) => holderId === userId);
    expect(own.map(({ status: s }) => s)).toEqual(['REVOKED', 'REVOKED']);
    expect((await remove(userId)).status).toBe(404);
  });

  test('keeps a person with a badge of another account, and does not change that badge', async () => {
    const { userId } = await hire('somebody@else.example');
    expect(userId).toBe(h.sandbox.foreign.badgeUserId);
    expect((await remove(userId)).body.holderKept).toBe(true);
    const foreign = control()
      .badgePasses()
      .find(({ id }) => id === h.sandbox.foreign.badgePassId);
    expect(foreign?.status).toBe('ACTIVE');
  });

  test('a pending change does not restore a removed badge', async () => {
    const { userId, passId } = await hire('ada@example.com');
    await act(passId, { action: 'suspend' });
    await act(passId, { action: 'resume' });
    await remove(userId);
    advancePastDelay();
    expect(control().badgePasses().at(-1)?.status).toBe('REVOKED');
  });
});

test('the demo seed has holders in every status, one with another account, and all kinds of invites', async () => {
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
  expect(body.users.filter(({ invited }) => invited)).toHaveLength(3);
  expect(states).toEqual(new Set(['live', 'used', 'expired']));
  expect(body.users.some(({ id }) => id === sandbox.foreign.badgeUserId)).toBe(true);
});
