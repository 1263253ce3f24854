import fc from 'fast-check';

import { passUpdated } from '../../../shared/triggers/passUpdated';
import { checkHistories } from './histories';
import { DAY, HISTORIES, MINUTE, PASS_INPUTS, Polling, Simulation, T0 } from './simulation';

const INPUTS = { ...PASS_INPUTS, watchedFields: undefined };
const BALANCE = { ...PASS_INPUTS, watchedFields: ['balance', 'email'] };

function start(input: typeof INPUTS | typeof BALANCE = INPUTS) {
  const service = new Simulation();
  return { service, polling: new Polling(service, passUpdated, input) };
}

const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => String(id));

describe('histories', () => {
  it('every change is given once, and only changes, not new passes', () =>
    checkHistories(
      passUpdated,
      INPUTS,
      () => (pass, before) =>
        before ? pass.updated !== before.updated : pass.updated > pass.created,
    ));

  it('with watched fields, changes of those alone', () =>
    checkHistories(
      passUpdated,
      BALANCE,
      () => (pass, before) =>
        before !== undefined && pass.templateFields?.balance !== before.templateFields?.balance,
    ));

  it('none is lost or comes twice where polls run out of time', async () => {
    const round = fc.record({
      changes: fc.array(fc.nat(800), { maxLength: 20 }),
      wait: fc.constantFrom(0, 1000, 7 * MINUTE),
      budget: fc.constantFrom(0, 3, 1000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const { service, polling } = start({ ...INPUTS, pageSize: 100 });
        for (let i = 0; i < 700; i += 1) service.issue(T0 - Math.floor(i / 3) * MINUTE);
        service.latency = 1;
        await polling.poll();
        const given: string[] = [];
        const keep = (items: Record<string, unknown>[]) =>
          given.push(...items.map(({ id, updated }) => `${String(id)}:${String(updated)}`));
        for (const { changes, wait, budget } of rounds) {
          service.clock.pass(wait);
          for (const which of changes) {
            service.clock.pass(1);
            const pass = service.passes[which];
            if (pass) pass.updated = service.clock.now();
          }
          keep(await polling.poll(budget));
        }
        for (let i = 0; i < 10; i += 1) keep(await polling.poll(0));
        expect(new Set(given).size).toBe(given.length);
        const last = service.passes.filter(({ created, updated }) => updated > created);
        expect(given).toEqual(expect.arrayContaining(last.map((p) => `${p.id}:${p.updated}`)));
      }),
      { numRuns: Math.ceil(HISTORIES / 10) },
    );
  });
});

describe('watched fields', () => {
  it('say what changed', async () => {
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

  it('of more passes than can be remembered are refused', async () => {
    const { service, polling } = start({ ...BALANCE, pageSize: 1000 });
    for (let i = 0; i < 9000; i += 1) service.issue(T0 - i * MINUTE, { email: `${i}@example.com` });
    await expect(polling.poll()).rejects.toMatchObject({ kind: 'invalidInput' });
  });
});

describe('what it costs', () => {
  it.each([
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('%d passes take %d requests', async (count, requests) => {
    const { service, polling } = start({ ...INPUTS, pageSize: 200 });
    for (let i = 0; i < count; i += 1) service.issue(T0 - i * MINUTE);
    await polling.poll();
    service.requests.length = 0;
    await polling.poll();
    expect(service.requests).toHaveLength(requests);
  });
});

describe('what a platform that remembers IDs gets', () => {
  it('is what changed lately, newest first', async () => {
    const { service } = start();
    const [a, b] = [5, 4].map((days) => service.issue(T0 - days * DAY));
    service.issue(T0 - DAY);
    if (a) a.updated = T0 - 10 * MINUTE;
    if (b) b.updated = T0 - 60 * 60 * MINUTE;
    const given = async (seeding: boolean) =>
      ids(await passUpdated.recent(service.context(), INPUTS, seeding));
    expect(await given(false)).toEqual([a?.id]);
    expect(await given(true)).toEqual([a?.id, b?.id]);
  });
});
