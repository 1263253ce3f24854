import { passUpdated } from '../../../shared/triggers/passUpdated';
import type { Trigger } from '../../../shared/triggers/trigger';
import { DAY, MINUTE, T0, watching } from './simulation';

const BALANCE = { watchedFields: ['balance', 'email'] };
const trigger = passUpdated as unknown as Trigger;
const start = (input: object = {}) => watching(passUpdated, input);

test('A watched field is named if it has changed', async () => {
  const { service, polling } = start(BALANCE);
  const pass = service.issue(T0, { templateFields: { balance: 1 }, email: 'a@example.com' });
  await polling.poll();
  Object.assign(pass, { templateFields: { balance: 2 }, updated: T0 + 1 });
  expect(await polling.poll()).toMatchObject([{ id: pass.id, changed: ['balance'] }]);
  Object.assign(pass, { templateFields: { balance: 2 }, collectedStamps: 1, updated: T0 + 2 });
  expect(await polling.poll()).toEqual([]);
  Object.assign(pass, { templateFields: { balance: '2' }, email: null, updated: T0 + 3 });
  expect(await polling.poll()).toMatchObject([{ changed: ['balance', 'email'] }]);
});

test('A watched field can have the name of what every object has', async () => {
  const { service, polling } = start({ watchedFields: ['constructor'] });
  service.design = ['constructor'];
  const pass = service.issue(T0);
  await polling.poll();
  Object.assign(pass, { customFields: { constructor: 'Ada' }, updated: T0 + 1 });
  expect(await polling.poll()).toMatchObject([{ id: pass.id, changed: ['constructor'] }]);
});

test('A watched field that can never change is refused when the trigger starts and in a test', async () => {
  const { service, polling } = start({ watchedFields: ['balanse', 'email'] });
  service.issue(T0);
  const refusal = {
    kind: 'invalidInput',
    field: 'watchedFields',
    message: expect.stringContaining("contains 'balanse', which is not in the pass list"),
    fix: expect.stringMatching(/Did you mean 'balance'\? Fields that can be watched: externalId,/),
  };
  await expect(polling.poll()).rejects.toMatchObject(refusal);
  const context = service.context();
  const { input } = polling;
  await expect(trigger.samples(context, input)).rejects.toMatchObject(refusal);
  await expect(trigger.pollStateless(context, input, true)).rejects.toMatchObject(refusal);
});

test.each([
  ...['id', 'templateId', 'created', 'phone'],
  ...['installed', 'redemptionValue', 'Balance'],
])('The field %s, which no list shows changed, cannot be watched', async (name) => {
  const { service, polling } = start({ watchedFields: ['email', name] });
  service.issue(T0, { email: 'a@example.com' });
  await expect(polling.poll()).rejects.toMatchObject({ field: 'watchedFields' });
});

test('Watched fields may be fields of the design and columns of the list', async () => {
  const watchedFields = ['balance', 'homeShop', 'validUntil', 'isValid'];
  const { service, polling } = start({ watchedFields });
  service.issue(T0);
  expect(await polling.poll()).toEqual([]);
  // The fields are checked once: later polls send no further request.
  service.requests.length = 0;
  await polling.poll();
  expect(service.requests).toHaveLength(1);
});

test('Watched fields are checked against all watched templates whose design can be read', async () => {
  const { service, polling } = start({ watchedFields: ['balanse'] });
  polling.input.moreTemplateIds = ['u'];
  await expect(polling.poll()).rejects.toMatchObject({ field: 'watchedFields' });
  expect(service.requests.filter((path) => path.startsWith('/templates/'))).toHaveLength(2);
  service.design = null;
  expect(await polling.poll()).toEqual([]);
});

test('Watched fields are checked again when a template is added', async () => {
  const { service, polling } = start(BALANCE);
  service.issue(T0);
  await polling.poll();
  polling.input.watchedFields = ['balanse'];
  expect(await polling.poll()).toEqual([]);
  polling.input.moreTemplateIds = ['u'];
  await expect(polling.poll()).rejects.toMatchObject({ field: 'watchedFields' });
});

test('A Zap for changed passes lists the latest changes, newest first', async () => {
  const { service, polling } = start();
  const latest = service.issue(T0 - 5 * DAY, { updated: T0 - 10 * MINUTE });
  const earlier = service.issue(T0 - 4 * DAY, { updated: T0 - 60 * 60 * MINUTE });
  service.issue(T0 - DAY);
  for (const isStart of [false, true]) {
    const items = await trigger.pollStateless(service.context(), polling.input, isStart);
    expect(items.map(({ id }) => id)).toEqual([latest.id, earlier.id]);
  }
});
