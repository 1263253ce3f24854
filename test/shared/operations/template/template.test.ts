import { ALL_RESULTS } from '../../../../shared/fields';
import { voidPass } from '../../../../shared/operations/pass/void';
import { create } from '../../../../shared/operations/template/create';
import { deleteOne } from '../../../../shared/operations/template/delete';
import { getAll } from '../../../../shared/operations/template/getAll';
import { notify } from '../../../../shared/operations/template/notify';
import { useCore } from '../../../support/core';
import { editBodies } from '../../../support/editBodies';
import { templatePage } from '../../../support/documented';
import { startStub } from '../../../support/stubService';

const core = useCore({ checks: true });
const templates = () => core.sandbox.templates;
const control = () => core.sandbox.control;

const UNCLEAR = [{ success: false }, { error: 'Something failed' }];

test.each(UNCLEAR)('Notify All Holders has an unknown result after %j', async (answer) => {
  const message = { title: 'T', content: 'C', confirm: true };
  const through = editBodies('POST', '/notification', (body) => Object.assign(body, answer));
  const { error } = await core.run(
    notify,
    { templateId: templates().loyalty, ...message },
    { through },
  );
  expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
});

test('The list of templates has all pages, newest first, and stops at the limit', async () => {
  await core.run(
    create,
    Array.from({ length: 112 }, (_, i) => ({ name: `T${i}`, type: 'offer' })),
  );
  const all = await core.run(getAll, { limit: ALL_RESULTS });
  expect(all.sent).toEqual(['GET /templates', 'GET /templates']);
  expect(new Set(all.out.map(({ id }) => id)).size).toBe(112 + 6);
  const times = all.out.map(({ created }) => created as number);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const some = await core.run(getAll, { limit: 3 });
  expect(some.out.map(({ id }) => id)).toEqual(all.out.slice(0, 3).map(({ id }) => id));
  expect(some.sent).toEqual(['GET /templates']);
});

test('A design that is not JSON is returned as text', async () => {
  const { baseUrl } = await startStub(() => ({ body: templatePage([{ pass: '{broken' }]) }));
  const { out } = await core.run(getAll, { limit: 50 }, { baseUrl });
  expect(out).toMatchObject([{ design: '{broken' }]);
});

const remove = (more: object = {}) =>
  core.run(deleteOne, { templateId: templates().offer, confirm: true, ...more });

test('Delete keeps a template with passes and counts them; with force, all are voided', async () => {
  const ids = control().seedPasses(templates().offer, 3);
  const valid = () => ids.map((id) => control().pass(id)?.isValid);
  const { error } = await remove();
  expect(error).toMatchObject({
    kind: 'conflict',
    status: 409,
    code: 'template_has_passes',
    details: { passCount: 3 },
  });
  expect(valid()).toEqual([true, true, true]);
  expect((await remove({ force: true })).out).toEqual([{ deleted: true }]);
  expect(valid()).toEqual([false, false, false]);
  expect((await core.run(voidPass, { passId: ids[0] })).error).toMatchObject({
    kind: 'notFound',
  });
});

test.each([
  ['templates', { templateQuota: 6 }, {}],
  ['templateType', { templateTypes: ['generic' as const] }, {}],
  ['geofences', { locationQuota: 0 }, { locations: [{ latitude: 1, longitude: 2 }] }],
])('A plan that does not allow %s is named', async (feature, account, more) => {
  control().setAccount(account);
  const { error, sent } = await core.run(create, { name: 'X', type: 'loyalty', ...more });
  expect(error).toMatchObject({
    kind: 'planLimit',
    status: 402,
    code: 'upgrade_required',
    details: { feature },
  });
  expect(error?.fix).toContain('Business plan');
  expect(sent).toHaveLength(1);
});
