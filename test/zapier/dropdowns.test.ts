import { type Scope, SCOPES } from '../../shared/service/scopes';
import type { OperationKind } from '../engines/zapierEngine';
import { failureOf, useZapier } from './harness';
import { templatePage } from '../support/documented';
import { startStub } from '../support/stubService';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;
const PAGE = (page: number) => ({ meta: { isFillingDynamicDropdown: true, page } });

test('The dropdown of templates has ID and name of each', async () => {
  const listed = await app.trigger('template_list', {}, PAGE(0));
  expect(listed).toHaveLength(6);
  expect(listed).toContainEqual({ id: template(), name: 'Roastery Rewards · Loyalty Card' });
  expect(app.sent()).toEqual([
    { method: 'GET', path: '/templates', query: { limit: '100' }, body: undefined },
  ]);
});

test('The dropdown of templates continues after the previous page, until there are no more', async () => {
  const service = await startStub(({ path }) => ({
    body: path.includes('starting_after=c1')
      ? templatePage([{ id: 'tpl_2', name: 'B' }])
      : templatePage([{ id: 'tpl_1', name: 'A' }], 'c1'),
  }));
  const authData = { baseUrl: service.baseUrl };
  const pages = [];
  for (const page of [0, 1, 2]) {
    pages.push(await app.trigger('template_list', {}, { authData, ...PAGE(page) }));
  }
  expect(pages).toEqual([
    [{ id: 'tpl_1', name: 'A · Coupon' }],
    [{ id: 'tpl_2', name: 'B · Coupon' }],
    [],
  ]);
  expect(service.requests).toHaveLength(2);
});

test('The dropdown of templates offers no ID that Zapier would replace', async () => {
  const ids = ['tpl_1', 'tpl_{{1__email}}'];
  const data = ids.map((id) => ({ id, name: 'A' }));
  const service = await startStub(() => ({ body: templatePage(data) }));
  const authData = { baseUrl: service.baseUrl };
  const listed = await app.trigger('template_list', {}, { authData, ...PAGE(0) });
  expect(listed.map(({ id }) => id)).toEqual(['tpl_1']);
});

const STAMPS = ['Tenth Coffee Free · Stamp Card'];
const BALANCES = [
  'Pine Bookshop Gift Card · Gift Card',
  ...STAMPS,
  'Roastery Rewards · Loyalty Card',
];

/** The entries of an input's dropdown. */
async function listed(kind: OperationKind, step: string, input: string) {
  const fields = await app.fields(kind, step, {});
  const [key = '', , label = ''] =
    fields.find((one) => one.key === input)?.dynamic?.split('.') ?? [];
  return (await app.trigger(key, {}, PAGE(0))).map((one) => one[label]);
}

test.each([
  ['add_stamps', STAMPS],
  ['remove_stamps', STAMPS],
  ['set_stamps', STAMPS],
  ['redeem_stamp_card', STAMPS],
  ['claim_stamp_tier', STAMPS],
  ['adjust_balance', BALANCES],
])('The dropdowns of %s contain only templates that fit, and their passes', async (step, names) => {
  app.sandbox.control.seedPasses(app.sandbox.templates.offer, 1, { externalIdPrefix: 'O-' });
  app.sandbox.control.seedPasses(app.sandbox.templates.stampCard, 1, { externalIdPrefix: 'S-' });
  expect(await listed('create', step, 'templateId')).toEqual(names);
  expect(await listed('create', step, 'passId')).toEqual(['S-1 · Tenth Coffee Free']);
});

test('The dropdown of fields has those of the chosen template, for the filter of Find Passes', async () => {
  const fields = await app.fields('search', 'find_passes', { templateId: template() });
  expect(fields.find(({ key }) => key === 'fieldName')).toMatchObject({
    dynamic: 'template_field_list.id.name',
  });
  const listed = await app.trigger('template_field_list', { templateId: template() }, PAGE(0));
  expect(listed).toContainEqual({ id: 'accountName', name: 'Member' });
});

test.each<[trigger: string, scope: Scope, inputData: object]>([
  ['badge_holder_list', 'badges.viewAll', {}],
  ['badge_list', 'badges.viewAll', {}],
  ['pass_list', 'passes.viewAll', { templateId: 't' }],
  ['template_list', 'templates.viewAll', {}],
])('The dropdown %s names the missing scope %s', async (trigger, scope, inputData) => {
  const scoped = app.scoped(...SCOPES.filter((one) => one !== scope));
  const failure = await failureOf(app.trigger(trigger, inputData, { ...scoped, ...PAGE(0) }));
  expect(failure).toMatchObject({ name: 'AppError', status: 403 });
  expect(failure.message).toContain(scope);
});
