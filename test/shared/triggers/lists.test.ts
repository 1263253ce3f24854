import { badgeAdded } from '../../../shared/triggers/badgeAdded';
import { newTemplate } from '../../../shared/triggers/newTemplate';
import { DAY, Polling, Simulation, T0, ids } from './simulation';

test('New Template triggers for the first template, whatever the clock of the service says', async () => {
  const service = new Simulation();
  service.skew = 3 * DAY;
  const polling = new Polling(service, newTemplate, {});
  expect(await polling.poll()).toEqual([]);
  service.templates = [{ id: 'a', created: T0 }];
  expect(ids(await polling.poll())).toEqual(['a']);
});

test('New Template shows the newest three in a test', async () => {
  const service = new Simulation();
  service.templates = ['a', 'b', 'c', 'd'].map((id, i) => ({ id, created: T0 - i }));
  expect(ids(await newTemplate.samples(service.context(), {}))).toEqual(['a', 'b', 'c']);
});

test('New Template costs one request', async () => {
  const service = new Simulation();
  for (let i = 0; i < 250; i += 1) service.templates.push({ id: `t${i}`, created: T0 - i * DAY });
  const polling = new Polling(service, newTemplate, {});
  await polling.poll();
  service.requests.length = 0;
  await polling.poll();
  expect(service.requests).toHaveLength(1);
});

const ANY_BADGE = { badgeTemplateId: undefined };

test('A badge that could not be read at first is not new, but later ones of its holder are', async () => {
  const service = new Simulation();
  const polling = new Polling(service, badgeAdded, ANY_BADGE);
  for (const [badges, expected] of [
    [null, []],
    [null, []],
    [['b1'], []],
    [['b1', 'b2'], ['b2']],
    [null, []],
    [['b1', 'b2', 'b3'], ['b3']],
  ] as const) {
    const credentials = badges && badges.map((passId) => ({ passId }));
    service.holders = [{ id: 'h1', credentials }];
    expect(ids(await polling.poll())).toEqual(expected);
  }
});

test('A badge that cannot be read for days is not new afterwards', async () => {
  const service = new Simulation();
  const badges = [{ passId: 'b1' }];
  service.holders = [{ id: 'h1', credentials: badges }];
  const polling = new Polling(service, badgeAdded, ANY_BADGE);
  await polling.poll();
  service.holders = [{ id: 'h1', credentials: null }];
  for (let day = 0; day < 5; day += 1) {
    service.clock.pass(DAY);
    expect(await polling.poll()).toEqual([]);
  }
  service.holders = [{ id: 'h1', credentials: badges }];
  expect(await polling.poll()).toEqual([]);
});

test('Badge Added to Wallet looks for a badge that nobody has: it may not exist', async () => {
  const service = new Simulation();
  const input = { badgeTemplateId: 't' };
  expect(await badgeAdded.pollStateless(service.context(), input, false)).toEqual([]);
  expect(service.requests).toHaveLength(2);
});

test('Badge Added to Wallet costs one request, and notifies Zapier if it cannot start yet', async () => {
  const service = new Simulation();
  service.holders = [{ id: 'h1', credentials: [{ passId: 'b1' }] }];
  const poll = (isStart: boolean) =>
    badgeAdded.pollStateless(service.context(), ANY_BADGE, isStart);
  expect(ids(await poll(true))).toEqual(['b1']);
  expect(service.requests).toHaveLength(1);
  service.holders = [{ id: 'h1', credentials: null }];
  await expect(poll(true)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await poll(false)).toEqual([]);
});
