import { BADGE_PASS_STATUSES } from '../../sandbox/state/badgeEntities';
import { badgeCalls } from './badgeCalls';
import { T0, useSandbox } from './harness';

const h = useSandbox();
const { control, hire, users, passes, statusOf, act, advancePastDelay } = badgeCalls(h);

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

  test('can be set over HTTP', async () => {
    const { userId, passId } = await hire('ada@example.com');
    const put = (status: string) =>
      h.call('PUT', `/_sandbox/badge-passes/${passId}/status`, { body: { status }, headers: {} });
    expect((await put('EXPIRED')).status).toBe(200);
    expect(await statusOf(userId)).toBe('EXPIRED');
    expect((await put('LOST')).status).toBe(400);
    const badgePasses = await h.call<object[]>('GET', '/_sandbox/badge-passes', { headers: {} });
    expect(badgePasses.body.at(-1)).toMatchObject({ id: passId, status: 'EXPIRED' });
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
      advancePastDelay();
      expect(await statusOf(userId)).toBe(status);
    }
  });

  test('actions sent in quick succession take effect in order', async () => {
    const { userId, passId } = await hire('ada@example.com');
    for (const action of ['suspend', 'resume', 'suspend']) await act(passId, { action });
    advancePastDelay();
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
    advancePastDelay();
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
  ])('%j returns 400', async (body) => {
    const { passId } = await hire('ada@example.com');
    expect((await act(passId, body)).status).toBe(400);
  });

  test('a missing or foreign badge pass returns 404 not found', async () => {
    for (const id of ['none', h.sandbox.foreign.badgePassId]) {
      const response = await act(id, { action: 'suspend' });
      expect([response.status, response.body]).toEqual([404, { error: 'not found' }]);
    }
  });
});

describe('when the credential service fails', () => {
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
    const response = await h.call('GET', '/badge/users');
    expect([response.status, response.body]).toEqual([502, { error: 'users_list_failed' }]);
    expect((await h.call('GET', '/badge/users')).status).toBe(200);
  });

  test('badges cannot be changed: 502 lifecycle_failed, and nothing happens', async () => {
    const { userId, passId } = await hire('ada@example.com');
    const statusAndBody = async (method: string, path: string, body?: unknown) => {
      control().queueFault({ kind: 'lifecycleFailed' });
      await users();
      const { status, body: responseBody } = await h.call(method, path, { body });
      return [status, responseBody];
    };
    const failed = [502, { error: 'lifecycle_failed' }];
    const path = `/badge/passes/${passId}/lifecycle`;
    expect(await statusAndBody('POST', path, { action: 'revoke' })).toEqual(failed);
    expect(await statusAndBody('PATCH', `/badge/users/${userId}`, { firstName: 'X' })).toEqual(
      failed,
    );
    expect(await statusAndBody('DELETE', `/badge/users/${userId}`)).toEqual(failed);
    advancePastDelay();
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
