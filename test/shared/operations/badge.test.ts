import { getAll } from '../../../shared/operations/badge/getAll';
import { useCore } from '../../support/core';

const core = useCore({ checks: true });
const badges = () => core.sandbox.badges;

test('The list of badges has all of them, or the published ones', async () => {
  const all = await core.run(getAll, { limit: 50 });
  expect(all.sent).toEqual(['GET /badge/templates']);
  expect(all.out).toMatchObject([
    { id: badges().unpublished, name: 'Workshop Visitor Badge', active: false },
    { id: badges().published, name: 'Pier House Staff Badge', active: true },
  ]);
  const published = await core.run(getAll, { limit: 50, activeOnly: true });
  expect(published.out.map(({ id }) => id)).toEqual([badges().published]);
  expect((await core.run(getAll, { limit: 1 })).out).toHaveLength(1);
});
