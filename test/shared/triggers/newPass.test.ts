import { newPass } from '../../../shared/triggers/newPass';
import { MAX_STATE_SIZE } from '../../../shared/triggers/state';
import { DAY, MINUTE, PASS_INPUTS, T0, watching } from './simulation';

const FULL_PAGES = { pageSize: 200 };

const start = (input: object = {}) => watching(newPass, input);
const inOrder = (items: { id?: unknown }[]) => items.map(({ id }) => id);

test('The first poll for new passes returns nothing, on an empty template and on a full one', async () => {
  for (const count of [0, 1, 500]) {
    const { service, poll } = start(FULL_PAGES);
    for (let i = 0; i < count; i += 1) service.issue(T0 - i * MINUTE);
    expect(await poll()).toEqual([]);
    const passPages = service.requests.filter((path) => path.startsWith('/passes'));
    expect(passPages.length).toBeLessThanOrEqual(2);
    const { id } = service.issue(T0 + MINUTE);
    expect(await poll()).toEqual([id]);
  }
});

test('The first poll treats passes that share the newest timestamp as old, on either side of a page', async () => {
  const { service, poll } = start(FULL_PAGES);
  for (let i = 0; i < 205; i += 1) service.issue(T0);
  expect(await poll()).toEqual([]);
  expect(await poll()).toEqual([]);
  const { id } = service.issue(T0);
  expect(await poll()).toEqual([id]);
});

test('A pass dated in the future does not hide later ones', async () => {
  for (const isThereFirst of [true, false]) {
    const { service, poll } = start();
    service.issue(T0);
    if (isThereFirst) service.issue(T0 + 2 * DAY);
    await poll();
    const given: string[] = [];
    const issued: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      if (i === 2 && !isThereFirst) issued.push(service.issue(T0 + 2 * DAY).id);
      service.clock.pass(7 * MINUTE);
      issued.push(service.issue(service.clock.now() - MINUTE).id);
      given.push(...(await poll()));
    }
    expect(given.sort()).toEqual(issued.sort());
  }
});

test.each([-3, 3])('A clock that is %d days off loses no new pass', async (days) => {
  const { service, poll } = start();
  service.skew = days * DAY;
  await poll();
  for (let i = 0; i < 5; i += 1) {
    service.clock.pass(7 * MINUTE);
    const { id } = service.issue(service.clock.now() - MINUTE);
    expect(await poll()).toEqual([id]);
    // The clock is set back briefly.
    service.skew -= 30 * MINUTE;
    expect(await poll()).toEqual([]);
    service.skew += 30 * MINUTE;
  }
});

test.each([
  [0, 1],
  [10, 1],
  [150, 1],
  [200, 2],
  [1000, 6],
])('A poll that finds %d new passes takes %d requests', async (count, requests) => {
  const { service, poll } = start(FULL_PAGES);
  for (let i = 0; i < 300; i += 1) service.issue(T0 - (i + 1) * 10 * MINUTE);
  await poll();
  for (let i = 0; i < count; i += 1) service.issue(T0 + i);
  service.requests.length = 0;
  expect(await poll()).toHaveLength(count);
  // One more request reads the name of the template, if there are events.
  expect(service.requests).toHaveLength(requests + (count > 0 ? 1 : 0));
});

test('A poll for new passes remembers any number from the last minutes', async () => {
  const { service, polling, poll } = start(FULL_PAGES);
  await poll();
  for (let i = 0; i < 600; i += 1) service.issue(T0 + i);
  expect(await poll()).toHaveLength(600);
  expect(polling.state?.length).toBeLessThan(MAX_STATE_SIZE);
  expect(await poll()).toEqual([]);
  const { id } = service.issue(T0 + 10);
  expect(await poll()).toEqual([id]);
});

test('A poll for new passes forgets those that are five minutes older than the newest', async () => {
  const { service, polling, poll } = start(FULL_PAGES);
  await poll();
  const empty = polling.state?.length ?? 0;
  for (let i = 0; i < 600; i += 1) service.issue(T0 + i * MINUTE);
  service.clock.pass(600 * MINUTE);
  expect(await poll()).toHaveLength(600);
  expect(await poll()).toEqual([]);
  expect(polling.state?.length).toBeLessThan(empty + 500);
});

test('A new pass is recognized by the clock of the service alone', async () => {
  const { service, poll } = start();
  service.issue(T0 + 365 * 24 * 60 * MINUTE);
  await poll();
  const { id } = service.issue(T0 + 365 * 24 * 60 * MINUTE + 1);
  expect(await poll()).toEqual([id]);
});

test('A new pass that does not match the filters is skipped permanently', async () => {
  const { service, polling, poll } = start();
  await poll();
  service.issue(T0, { externalId: 'crm-1', email: 'a@example.com' });
  const kept = service.issue(T0, { externalId: 'M-1', email: 'b@example.com' });
  service.issue(T0, { email: 'c@example.com' });
  service.issue(T0, { externalId: 'M-2' });
  const filters = { externalIdOnly: true, emailOnly: true, ignoreExternalIdPrefix: 'crm-' };
  Object.assign(polling.input, filters);
  expect(await poll()).toEqual([kept.id]);
  Object.assign(polling.input, PASS_INPUTS);
  expect(await poll()).toEqual([]);
});

test('A test of New Pass shows the newest three passes, in one request for passes', async () => {
  const { service } = start();
  const passes = [1, 2, 3, 4, 5].map((minute) => service.issue(T0 + minute * MINUTE));
  const samples = await newPass.samples(service.context(), PASS_INPUTS);
  expect(inOrder(samples)).toEqual(inOrder(passes.slice(-3).reverse()));
  expect(service.requests).toEqual(['/passes?templateId=t&limit=3', '/templates/t']);
  expect(samples[0]).toMatchObject({ created: '2026-06-01T12:05:00.000Z', installed: false });
});

test('A test of New Pass shows the newest three passes that match the filters', async () => {
  const { service } = start();
  const passes = [1, 2, 3, 4, 5].map((minute) =>
    service.issue(T0 + minute * MINUTE, minute === 4 ? {} : { email: 'a@example.com' }),
  );
  const samples = await newPass.samples(service.context(), { ...PASS_INPUTS, emailOnly: true });
  const matches = passes.filter(({ email }) => email);
  expect(inOrder(samples)).toEqual(inOrder(matches.slice(-3).reverse()));
});

test('The start of a Zap for new passes reaches further back than any later poll', async () => {
  const { service } = start();
  const [, middle, recent] = [100, 60, 1].map((hours) => service.issue(T0 - hours * 60 * MINUTE));
  const given = async (isBaseline: boolean) =>
    inOrder(await newPass.pollStateless(service.context(), PASS_INPUTS, isBaseline));
  expect(await given(false)).toEqual([recent?.id]);
  expect(await given(true)).toEqual([recent?.id, middle?.id]);
});
