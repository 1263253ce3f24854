import { hire } from '../support/badges';
import { byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;

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
});
