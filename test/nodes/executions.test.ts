/** Several executions of one n8n at the same moment: they share what they know of an account. */

import type { IDataObject } from 'n8n-workflow';

import { byId, passByExternalId, passById, useN8n, type PassRun } from '../support/n8n';
import { VOID, syncListOn } from '../support/syncList';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const template = () => n8n.sandbox.templates.loyalty;

const LATENCY_MS = 40;
beforeEach(() => control().setLatency(LATENCY_MS));

const people = (count: number, first = 1): IDataObject[] =>
  Array.from({ length: count }, (_, i) => ({
    number: `M-${first + i}`,
    email: `m${first + i}@example.com`,
  }));
const [ANA = {}] = people(1);

/** An execution of Issue, or of another operation that may issue. */
const issue = (items: IDataObject[], operation = 'create', more: PassRun = {}, options = {}) =>
  n8n.pass(
    operation,
    {
      templateId: byId(template()),
      externalId: '={{ $json.number }}',
      email: '={{ $json.email }}',
      options,
    },
    { items, ...more },
  );
const issuedIds = () =>
  control()
    .passes(template())
    .map(({ externalId }) => externalId);
const outcomes = (runs: readonly { out: IDataObject[] }[]) =>
  runs.flatMap(({ out }) => out.map(({ outcome }) => outcome));
const times = <T>(count: number, start: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, start));

describe.each([
  ['create', 'existing'],
  ['upsert', 'updated'],
])('A form with %s', (operation, ofExisting) => {
  test.each([2, 5, 100])('A form sent %i times issues one card and one email', async (count) => {
    const runs = await times(count, () => issue([ANA], operation));
    expect(issuedIds()).toEqual(['M-1']);
    expect(n8n.notified()).toEqual(['m1@example.com']);
    expect(outcomes(runs).sort()).toEqual(
      ['created', ...Array<string>(count - 1).fill(ofExisting)].sort(),
    );
  });

  test('A form that is sent twice issues one card if the first response is lost', async () => {
    const match = { method: 'POST', path: '^/pass$' };
    control().queueFault({ kind: 'dropAfter', match });
    const runs = await times(2, () => issue([ANA], operation));
    expect(issuedIds()).toEqual(['M-1']);
    expect(outcomes(runs)).toContain(ofExisting);
  });

  test('A form that is sent twice issues one card if the first is refused', async () => {
    control().setAccount({ passQuota: 0 });
    const first = issue([ANA], operation).finally(() => control().setAccount({ passQuota: 10 }));
    const second = issue([ANA], operation);
    expect((await first).error?.message).toMatch(/plan/);
    expect((await second).out).toMatchObject([{ outcome: 'created' }]);
    expect(issuedIds()).toEqual(['M-1']);
  });
});

test.each([
  ['in the same order', (list: IDataObject[]) => list],
  ['in reverse order', (list: IDataObject[]) => list.toReversed()],
])('Two lists at the same time issue nobody a second card: %s', async (_order, ordered) => {
  const list = people(120);
  const runs = await Promise.all([issue(list), issue(ordered(list), 'upsert')]);
  expect(issuedIds().sort()).toEqual(list.map(({ number }) => number).sort());
  expect(n8n.notified()).toHaveLength(120);
  expect(outcomes(runs)).toHaveLength(240);
});

test('A form does not wait for a list that has its person as the last row', async () => {
  const list = people(300);
  let ended = '';
  const listEnds = issue(list, 'create', {}, { maxParallelRequests: 2 }).then((run) => {
    ended ||= 'the list';
    return run;
  });
  const form = await issue(list.slice(-1));
  ended ||= 'the form';
  const { out } = await listEnds;
  expect(ended).toBe('the form');
  expect(form.out).toMatchObject([{ outcome: 'created' }]);
  expect(out.at(-1)).toMatchObject({ outcome: 'existing' });
  expect(n8n.notified()).toHaveLength(300);
});

test.each([
  ['add', 100],
  ['subtract', -5],
])('Purchases of one customer at the same moment all count: balance %s', async (operation, by) => {
  control().seedPasses(template(), 1, {
    values: { externalId: 'M-1', templateFields: { balance: 50 } },
  });
  await times(4, () =>
    n8n.pass(
      operation,
      { ...passByExternalId('M-1', template()), amount: Math.abs(by) },
      { resource: 'balance' },
    ),
  );
  const [pass] = control().passes(template());
  expect(Number(pass?.templateFields.balance)).toBe(50 + 4 * by);
});

/** An execution whose request takes longer than any wait. */
function slowly() {
  control().queueFault({ kind: 'late', ms: 100_000, match: { method: 'POST' } });
  return issue([ANA]);
}

test('An execution that waits for another one longer than Max Wait says so, and is safe to repeat', async () => {
  const slow = slowly();
  const { error } = await issue([ANA], 'create', {}, { maxWaitMinutes: 0.5 });
  expect(error?.message).toBe(
    'Another execution is changing this pass, and was not done after 30 seconds',
  );
  expect(error?.description).toContain('It is safe to run it again.');
  expect((await slow).out).toMatchObject([{ outcome: 'created' }]);
  expect((await issue([ANA])).out).toMatchObject([{ outcome: 'existing' }]);
});

test('A canceled execution stops waiting for another one at once', async () => {
  const slow = slowly();
  const stop = new AbortController();
  const canceled = issue([ANA], 'create', { signal: stop.signal });
  const last = issue([ANA], 'create', {}, { maxWaitMinutes: 10 });
  const begin = Date.now();
  stop.abort();
  expect((await canceled).run.status).toBe('canceled');
  expect(Date.now() - begin).toBeLessThan(10_000);
  expect(outcomes([await slow, await last])).toEqual(['created', 'existing']);
});

test('An execution continues once the request of a canceled one has ended', async () => {
  const stop = new AbortController();
  const off = control().onRequest(({ method }) => {
    if (method === 'POST') stop.abort();
  });
  const canceled = issue([ANA], 'create', { signal: stop.signal });
  const next = issue([ANA]);
  await canceled;
  off();
  expect((await next).out).toMatchObject([{ outcome: 'existing' }]);
  expect(n8n.notified()).toHaveLength(1);
});

test('A row is not skipped if its pass was changed by pass ID since the list was read', async () => {
  await issue(people(6));
  const last = control()
    .passes(template())
    .find(({ externalId }) => externalId === 'M-6');
  let voided: Promise<unknown> | undefined;
  const off = control().onRequest(({ method }) => {
    if (method !== 'PATCH') return;
    off();
    voided = n8n.pass('void', passById(last?.id));
  });
  const renamed = people(4).map((person) => ({ ...person, email: 'new@example.com' }));
  const list = [...renamed, ...people(2, 5)];
  const { out } = await issue(list, 'upsert', {}, { maxParallelRequests: 1 });
  await voided;
  expect(outcomes([{ out: out.slice(4) }])).toEqual(['unchanged', 'updated']);
});

const { sync: syncAs, seed, voided } = syncListOn(n8n);
const sync = (items: IDataObject[], more?: PassRun) => syncAs(items, VOID, more);

test('Sync List runs one at a time per template: the second run reads what the first has issued', async () => {
  seed(3);
  // Each list has a new person, whom the other one does not have.
  const runs = [sync(people(3)), sync([...people(2), ...people(1, 9)])];
  const [first, second] = await Promise.all(runs);
  expect(first?.out.map(({ outcome }) => outcome)).toEqual(['updated', 'updated', 'updated']);
  expect(second?.out.map(({ outcome }) => outcome)).toEqual([
    'unchanged',
    'unchanged',
    'created',
    'voided',
  ]);
  expect(voided()).toEqual(['M-3']);
});

test('Sync List does not void a pass that another execution has changed since the list was read', async () => {
  seed(4);
  let form: Promise<unknown> | undefined;
  const off = control().onRequest(({ method, path }) => {
    if (method !== 'PATCH' || path !== '/pass') return;
    off();
    form = issue(people(1, 4), 'upsert');
  });
  const { out } = await sync(people(2), {});
  await form;
  expect(out.slice(2)).toMatchObject([
    { outcome: 'notInList', externalId: 'M-4' },
    { outcome: 'voided', externalId: 'M-3' },
  ]);
  expect(voided()).toEqual(['M-3']);
});

test('A burst of executions is refused about as often as one list, because they share a rate limit', async () => {
  control().setRateLimit({ ratePerSecond: 20, burst: 20, retryAfter: 'seconds' });
  const list = people(60);
  await Promise.all(list.map((person) => issue([person])));
  expect(issuedIds()).toHaveLength(60);
  const refused = control()
    .requests()
    .filter(({ status }) => status === 429);
  expect(refused.length).toBeLessThan(180);
});

test('A poll does not wait for a list', async () => {
  const node = {
    type: 'walletPassTrigger',
    parameters: { event: 'newPass', templateId: byId(template()) },
  };
  const staticData = {};
  const poll = () =>
    n8n.engine.poll(node, { credentials: n8n.credentials(), staticData, mode: 'trigger' });
  await poll();
  const list = issue(people(40));
  await poll();
  await list;
  expect(issuedIds()).toHaveLength(40);
});
