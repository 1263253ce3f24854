import { hire, invited } from '../support/badges';
import { byId, useN8n } from '../support/n8n';

/** The lists to choose a badge, a person or a badge pass from. */
const n8n = useN8n();

const list = (method: string, resource: string, parameters: object = {}, filter?: string) =>
  n8n.engine
    .listSearch({ type: 'walletPass', parameters: { resource, ...parameters } }, method, {
      credentials: n8n.credentials(),
      filter,
    })
    .then(({ results }) => results);

test('The list of badges contains only published ones', async () => {
  const badges = (filter?: string) => list('searchBadge', 'badgeInvite', {}, filter);
  const { published: value } = n8n.sandbox.badges;
  expect(await badges()).toEqual([{ name: 'Pier House Staff Badge', value }]);
  expect(await badges('workshop')).toEqual([]);
});

test('The list of badge holders contains people who have an ID, with name and contact', async () => {
  const { userId } = await hire(n8n, 'ada@example.com', { firstName: 'Ada' });
  await invited(n8n, { email: 'bo@example.com' });
  const holders = (filter?: string) => list('searchBadgeHolder', 'badgeHolder', {}, filter);
  const all = [{ name: 'Ada · ada@example.com', value: userId }];
  expect(await holders()).toEqual(all);
  expect(await holders('ADA')).toEqual(all);
  expect(await holders('bo')).toEqual([]);
});

test('The list of badge passes contains those of the chosen holder', async () => {
  const { userId, passId } = await hire(n8n);
  await hire(n8n, 'bo@example.com');
  const name = /^Pier House Staff Badge · ada@example\.com · Active · issued \w{3} \d+, \d{4}$/;
  expect(await list('searchBadgePass', 'badgePass', { userId: byId(userId) })).toEqual([
    { name: expect.stringMatching(name), value: passId },
  ]);
});
