import { type PassRun, byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const badges = () => n8n.sandbox.badges;
const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'badge', ...options });

describe('the list to choose a badge from', () => {
  const search = (key?: string, filter?: string) =>
    n8n.engine.listSearch(
      { type: 'walletPass', parameters: { resource: 'badgeInvite', operation: 'create' } },
      'searchBadge',
      { credentials: n8n.credentials(key), filter },
    );

  it('contains published badges only; the ID of any other can be typed', async () => {
    expect((await search()).results).toEqual([
      { name: 'Pier House Staff Badge', value: badges().published },
    ]);
    expect((await search(undefined, 'workshop')).results).toEqual([]);
    const { out } = await run('get', { badgeTemplateId: byId(badges().unpublished) });
    expect(out).toHaveLength(1);
  });
});
