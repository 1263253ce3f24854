import { suspend as suspendOperation } from '../../shared/operations/badgePass/suspend';
import { createContext } from '../../shared/operations/context';
import { runItem } from '../../shared/run/runItem';
import { undiciTransport } from '../support/undiciTransport';
import { hire } from '../support/badges';
import { fastClock } from '../support/clock';
import { expression } from '../support/expression';
import { textWith } from '../support/matchers';
import type { PassRun } from '../support/n8n';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'badgePass', ...options });
const status = (passId: string) =>
  control()
    .badgePasses()
    .find(({ id }) => id === passId)?.status;
/** How long the service takes to apply a change. */
const EFFECT_DELAY_MS = 5000;

/** Lets the change take effect as soon as a request like this has completed. */
function effectAfter(method: string): void {
  const off = control().onRequest((request) => {
    if (request.method !== method) return;
    off();
    control().advanceClock(EFFECT_DELAY_MS);
  });
}

describe('a change of a badge', () => {
  it.each([
    ['suspend', { options: { reason: 'Lost phone' } }, { reason: 'Lost phone' }, 'ACTIVE', 'SUSPENDED'],
    ['resume', { options: { reason: 'Found' } }, { reason: 'Found' }, 'SUSPENDED', 'ACTIVE'],
    ['revoke', { confirm: true }, {}, 'ACTIVE', 'REVOKED'],
    ['refresh', {}, {}, 'ACTIVE', 'ACTIVE'],
  ] as const)('%s is accepted immediately and takes effect after a delay', async (action, more, sentMore, before, after) => {
    const { passId } = await hire(n8n);
    control().setBadgePassStatus(passId, before);
    const { out, sent } = await run(action, { passId: byId(passId), ...more });
    expect(sent).toEqual([`POST /badge/passes/${passId}/lifecycle`]);
    expect(n8n.bodies('POST', /lifecycle$/)).toEqual([{ action, ...sentMore }]);
    expect(out).toEqual([{ id: passId, accepted: true }]);
    expect(status(passId)).toBe(before);
    control().advanceClock(EFFECT_DELAY_MS);
    expect(status(passId)).toBe(after);
  }); // prettier-ignore

  it('optionally waits until the change has taken effect', async () => {
    const { userId, passId } = await hire(n8n);
    const wait = { passId: byId(passId), userId: byId(userId), options: { waitUntilDone: true } };
    effectAfter('POST');
    const suspended = await run('suspend', wait);
    expect(suspended.out).toEqual([
      { id: passId, accepted: true, reached: true, status: 'SUSPENDED' },
    ]);
    // Not applied yet on the first read.
    effectAfter('GET');
    const resumed = await run('resume', wait);
    expect(resumed.out).toEqual([{ id: passId, accepted: true, reached: true, status: 'ACTIVE' }]);
    expect(resumed.sent.filter((one) => one.startsWith('GET'))).toHaveLength(2);
  });

  it.each(['REVOKED', 'USER_REVOKED', 'CANCELLED', 'EXPIRED'] as const)(
    '%s is final: revoking has already happened, suspending never will',
    async (ended) => {
      const { userId, passId } = await hire(n8n);
      control().setBadgePassStatus(passId, ended);
      const wait = { passId: byId(passId), userId: byId(userId), options: { waitUntilDone: true } };
      const revoked = await run('revoke', { ...wait, confirm: true });
      expect(revoked.out).toMatchObject([{ reached: true, status: ended }]);
      const suspended = await run('suspend', wait);
      expect(suspended.out).toMatchObject([{ accepted: true, reached: false, status: ended }]);
    },
  );

  it('stops waiting after a while and reports that the change has not taken effect', async () => {
    const { userId, passId } = await hire(n8n);
    control().setBadgePassStatus(passId, 'IN_REPAIR' as 'ISSUING');
    const transport = undiciTransport(n8n.sandbox.keys['Full access']);
    const context = createContext({
      connection: { baseUrl: n8n.sandbox.baseUrl, apiKey: 'svc_sk_unused' },
      transport,
      clock: fastClock,
    });
    const result = await runItem(suspendOperation, context, {
      passId,
      userId,
      waitUntilDone: true,
    });
    await transport.close();
    expect(result).toEqual({ id: passId, accepted: true, reached: false, status: 'IN_REPAIR' });
    expect(n8n.bodies('GET', /passes$/)).toHaveLength(20);
  });

  it('requires the holder for waiting, before anything is sent for any item', async () => {
    const { error, sent } = await run(
      'suspend',
      { passId: byId('p'), options: { waitUntilDone: expression('$itemIndex === 1') } },
      { items: [{}, {}] },
    );
    expect(error?.message).toBe("'Holder' is required for 'Wait Until Done' [item 1]");
    expect(sent).toEqual([]);
  });

  it('is accepted even if another holder or a missing scope prevents waiting', async () => {
    const { userId, passId } = await hire(n8n);
    const other = await hire(n8n, 'bo@example.com');
    const options = { waitUntilDone: true };
    const wrong = await run('suspend', {
      passId: byId(passId),
      userId: byId(other.userId),
      options,
    });
    expect(wrong.out).toEqual([
      { id: passId, accepted: true, reached: false, note: textWith("'Holder'") },
    ]);
    const key = control().addKey(['badges.revoke']);
    const blind = await run(
      'suspend',
      { passId: byId(passId), userId: byId(userId), options },
      { key },
    );
    expect(blind.out).toEqual([
      { id: passId, accepted: true, reached: false, note: textWith('badges.viewAll') },
    ]);
  });

  it('is retried if the credential service did not respond', async () => {
    const { passId } = await hire(n8n);
    control().queueFault({ kind: 'lifecycleFailed' });
    const { out, sent } = await run('suspend', { passId: byId(passId) });
    expect(sent).toHaveLength(2);
    expect(out).toEqual([{ id: passId, accepted: true }]);
  });
});

describe('the list to choose a badge pass from', () => {
  const search = (parameters: object, key?: string) =>
    n8n.engine.listSearch(
      {
        type: 'walletPass',
        parameters: { resource: 'badgePass', operation: 'suspend', ...parameters },
      },
      'searchBadgePass',
      { credentials: n8n.credentials(key) },
    );

  it('contains those of the chosen holder', async () => {
    const { userId, passId } = await hire(n8n);
    await hire(n8n, 'bo@example.com');
    expect((await search({ userId: byId(userId) })).results).toEqual([
      {
        name: expect.stringMatching(
          /^Pier House Staff Badge · ada@example\.com · Active · issued \w{3} \d+, \d{4}$/,
        ),
        value: passId,
      },
    ]);
    control().setBadgePassStatus(passId, 'USER_SUSPENDED');
    expect((await search({ userId: byId(userId) })).results[0]?.name).toContain(
      ' · Suspended by holder · ',
    );
  });

  it('asks for the holder instead of being empty', async () => {
    await expect(search({})).rejects.toMatchObject({ message: "'Holder' is not chosen" });
  });

  it('names the missing scope', async () => {
    const { userId } = await hire(n8n);
    await expect(
      search({ userId: byId(userId) }, control().addKey(['badges.revoke'])),
    ).rejects.toMatchObject({ message: 'This API key lacks the scope badges.viewAll' });
  });
});
