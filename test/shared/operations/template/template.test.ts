import { ALL_RESULTS } from '../../../../shared/fields';
import { voidPass } from '../../../../shared/operations/pass/void';
import { create } from '../../../../shared/operations/template/create';
import { deleteOne } from '../../../../shared/operations/template/delete';
import { duplicate } from '../../../../shared/operations/template/duplicate';
import { find } from '../../../../shared/operations/template/find';
import { getAll } from '../../../../shared/operations/template/getAll';
import { notify } from '../../../../shared/operations/template/notify';
import { createContext } from '../../../../shared/operations/context';
import { runOne } from '../../../../shared/run/runOne';
import { fastClock } from '../../../support/clock';
import { useCore } from '../../../support/core';
import { editBodies } from '../../../support/editBodies';
import { template, templatePage } from '../../../support/documented';
import { failureOf } from '../../../support/failures';
import { scripted } from '../../../support/scriptedTransport';
import { startStub } from '../../../support/stubService';

const core = useCore();
const templates = () => core.sandbox.templates;
const control = () => core.sandbox.control;

it.each([{ success: false }, { error: 'Something failed' }])(
  'Notify All Holders has an unknown result if the response is %j',
  async (answer) => {
    const message = { title: 'T', content: 'C', confirm: true };
    const through = editBodies('POST', '/notification', (body) => Object.assign(body, answer));
    const { error } = await core.run(
      notify,
      { templateId: templates().loyalty, ...message },
      { through },
    );
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  },
);

describe('Get Many', () => {
  it('reads all pages, newest first, and stops at the limit', async () => {
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

  it('gives up a list that is longer than any real one', async () => {
    let pages = 0;
    const data = Array.from({ length: 200_000 }, (_, i) => template({ id: `t${i}` }));
    const { transport } = scripted(() => ({ body: templatePage(data, `c${(pages += 1)}`) }));
    const context = createContext({
      connection: { baseUrl: 'https://x.example', apiKey: 'svc_sk_1' },
      transport,
      clock: fastClock,
    });
    const { message } = await failureOf(runOne(getAll, context, { limit: ALL_RESULTS }));
    expect(message).toBe('The list of templates does not end: 600000 were read');
  });

  it('filters by type', async () => {
    const { out } = await core.run(getAll, { limit: 50, type: ['loyalty', 'offer'] });
    const { loyalty, stampCard, offer } = templates();
    expect(out.map(({ id }) => id).sort()).toEqual([loyalty, stampCard, offer].sort());
  });
});

it('a design that is not JSON is returned as text', async () => {
  const { baseUrl } = await startStub(() => ({ body: templatePage([{ pass: '{broken' }]) }));
  const { out } = await core.run(getAll, { limit: 50 }, { baseUrl });
  expect(out).toMatchObject([{ design: '{broken' }]);
});

describe('Duplicate', () => {
  it('copies the design under a new name, without passes; the copy is found by name', async () => {
    control().seedPasses(templates().loyalty, 2);
    const { out } = await core.run(duplicate, { templateId: templates().loyalty, name: 'Copy' });
    expect(core.bodies('POST', /duplicate$/)).toEqual([{ name: 'Copy' }]);
    expect(out).toMatchObject([{ name: 'Copy', design: { header: { id: 'balance' } } }]);
    expect(control().passes(out[0]?.id as string)).toEqual([]);
    expect((await core.run(find, { name: 'copy' })).out).toMatchObject([{ id: out[0]?.id }]);
    expect((await core.run(find, { name: 'Nothing' })).out).toEqual([]);
  });

  it('needs both scopes', async () => {
    const key = control().addKey(['templates.create']);
    const input = { templateId: templates().loyalty, name: 'Copy' };
    const { error } = await core.run(duplicate, input, { key });
    expect(error).toMatchObject({ kind: 'missingScope', scope: 'templates.duplicate' });
  });
});

it.each([
  ['Create', create, {}, '^/templates$'],
  ['Duplicate', duplicate, {}, 'duplicate$'],
  ['Notify All Holders', notify, { title: 'T', content: 'C', confirm: true }, 'notification$'],
])('%s is not retried after an unknown result', async (_, operation, more, path) => {
  control().queueFault({ kind: 'dropAfter', match: { method: 'POST', path } });
  const input = { templateId: templates().offer, name: 'One', type: 'offer', ...more };
  const { error, sent } = await core.run(operation, input);
  expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  expect(error?.hint).not.toContain('Look at the pass');
  expect(sent).toHaveLength(1);
});

describe('Delete', () => {
  const remove = (more: object = {}) =>
    core.run(deleteOne, { templateId: templates().offer, confirm: true, ...more });

  it('returns deleted: true', async () => {
    const { out, sent } = await remove();
    expect(out).toEqual([{ deleted: true }]);
    expect(sent).toEqual([`DELETE /templates/${templates().offer}`]);
  });

  it('keeps a template with passes and returns their number; with force all of them are voided', async () => {
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
});

it('Notify All Holders reaches every holder once', async () => {
  const { loyalty: templateId } = templates();
  for (const id of control().seedPasses(templateId, 3)) control().phoneAdded(id, 'b');
  const message = { title: 'Closed', content: 'On Monday' };
  const { out, sent } = await core.run(notify, { templateId, ...message, confirm: true });
  expect(sent).toEqual([`POST /template/${templateId}/notification`]);
  expect(core.bodies('POST', /notification$/)).toEqual([message]);
  expect(out).toEqual([{ templateId, accepted: true }]);
  expect(control().outbox()).toHaveLength(3);
});

it.each([
  ['templates', { templateQuota: 6 }, {}],
  ['templateType', { templateTypes: ['generic' as const] }, {}],
  ['geofences', { locationQuota: 0 }, { locations: [{ latitude: 1, longitude: 2 }] }],
])('a plan that does not allow %s is named', async (feature, account, more) => {
  control().setAccount(account);
  const { error, sent } = await core.run(create, { name: 'X', type: 'loyalty', ...more });
  expect(error).toMatchObject({
    kind: 'planLimit',
    status: 402,
    code: 'upgrade_required',
    details: { feature },
  });
  expect(error?.hint).toContain('Business plan');
  expect(sent).toHaveLength(1);
});
