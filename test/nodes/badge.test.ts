import { type PassRun, byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const badges = () => n8n.sandbox.badges;
const control = () => n8n.sandbox.control;
const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'badge', ...options });

describe('Get Many and Get', () => {
  it('lists all badges, or the published ones', async () => {
    const { out, sent } = await run('getAll', {});
    expect(sent).toEqual(['GET /badge/templates']);
    expect(out).toMatchObject([
      { id: badges().unpublished, name: 'Workshop Visitor Badge', active: false },
      { id: badges().published, name: 'Pier House Staff Badge', active: true },
    ]);
    const published = await run('getAll', { filters: { activeOnly: true } });
    expect(published.out.map(({ id }) => id)).toEqual([badges().published]);
    expect((await run('getAll', { limit: 1 })).out).toHaveLength(1);
    expect((await run('getAll', { returnAll: true })).out).toHaveLength(2);
  });

  it('gets one badge, with its wallet A status', async () => {
    const { out, sent } = await run('get', { badgeTemplateId: byId(badges().unpublished) });
    expect(sent).toEqual([`GET /badge/templates/${badges().unpublished}`]);
    expect(out).toMatchObject([{ id: badges().unpublished, walletAStatus: 'DRAFT' }]);
  });
});

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

  it('names the missing scope instead of being empty', async () => {
    await expect(search(control().addKey(['badges.issue']))).rejects.toMatchObject({
      httpCode: '403',
      message: 'This API key lacks the scope badges.viewAll',
    });
  });
});
