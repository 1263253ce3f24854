import { hire, invited } from '../support/badges';
import { type PassRun, useN8n } from '../support/n8n';

const n8n = useN8n();
const run = (operation: string, parameters: object = {}, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'badgeHolder', ...options });

it('Get Many simplified contains invite links only on request', async () => {
  const { url } = await invited(n8n, { email: 'bo@example.com' });
  const { out } = await run('getAll', { options: { includeLinksBadgeHolderGetAll: true } });
  expect(out).toMatchObject([{ inviteUrl: url }]);
  expect((await run('getAll')).out[0]).not.toHaveProperty('inviteUrl');
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
});
