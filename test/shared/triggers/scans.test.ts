import fc from 'fast-check';

import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passRemovedFromWallet } from '../../../shared/triggers/passRemovedFromWallet';
import { passVoided } from '../../../shared/triggers/passVoided';
import { stampCardCompleted } from '../../../shared/triggers/stampCardCompleted';
import { checkHistories } from './histories';
import type { SimulatedPass } from './simulation';
import { DAY, HISTORIES, MINUTE, PASS_INPUTS, Polling, Simulation, T0 } from './simulation';

const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => String(id)).sort();
const held = (pass?: SimulatedPass) => (pass?.deviceCount ?? 0) > 0;
const expiry = (pass: SimulatedPass) => Date.parse(String(pass.templateFields?.validUntil));

describe('histories', () => {
  it('passAddedToWallet', () =>
    checkHistories(
      passAddedToWallet,
      PASS_INPUTS,
      () => (pass, before) => held(pass) && !held(before),
    ));

  it('passRemovedFromWallet', () =>
    checkHistories(
      passRemovedFromWallet,
      PASS_INPUTS,
      () => (pass, before) => !held(pass) && held(before),
    ));

  it('passVoided', () =>
    checkHistories(passVoided, PASS_INPUTS, ({ clock }) => (pass, before) => {
      const isExpired = expiry(pass) <= clock.now();
      return pass.isValid === false && before?.isValid !== false && !isExpired;
    }));

  it('stampCardCompleted', () =>
    checkHistories(
      stampCardCompleted,
      PASS_INPUTS,
      () => (pass, before) =>
        (pass.collectedStamps ?? 0) >= 10 && (before?.collectedStamps ?? 0) < 10,
    ));

  it('passExpiring: once per date, from when it is near', () => {
    /** Near dates at the last poll, by pass. */
    return checkHistories(passExpiring, { ...PASS_INPUTS, days: 7 }, (service) => {
      const near = (pass: SimulatedPass, now: number) => {
        const at = expiry(pass);
        return pass.isValid !== false && at > now && at <= now + 7 * DAY ? at : undefined;
      };
      return (pass, before) => {
        const at = near(pass, service.clock.now());
        return at !== undefined && at !== (before && near(before, service.polledAt));
      };
    });
  });

  it('none is lost or comes twice where polls run out of time', async () => {
    const round = fc.record({
      count: fc.nat(300),
      ties: fc.integer({ min: 1, max: 90 }),
      late: fc.constantFrom(0, 5 * MINUTE),
      changes: fc.array(fc.nat(1500), { maxLength: 30 }),
      budget: fc.constantFrom(0, 3, 1000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const service = new Simulation();
        const polling = new Polling(service, passAddedToWallet, { ...PASS_INPUTS, pageSize: 100 });
        for (let i = 0; i < 700; i += 1) service.issue(T0 - DAY + Math.floor(i / 3) * MINUTE);
        service.latency = 1;
        for (let i = 0; i < 4; i += 1) await polling.poll(0);
        const given: string[] = [];
        for (const { count, ties, late, changes, budget } of rounds) {
          for (let i = 0; i < count; i += 1) {
            service.issue(service.clock.now() - late);
            if (i % ties === 0) service.clock.pass(4000);
          }
          for (const which of changes) {
            const pass = service.passes[which];
            if (pass) pass.deviceCount = 1;
          }
          given.push(...ids(await polling.poll(budget)));
        }
        for (let i = 0; i < 20; i += 1) given.push(...ids(await polling.poll(0)));
        expect(given.sort()).toEqual(ids(service.passes.filter(held)));
      }),
      { numRuns: Math.ceil(HISTORIES / 10) },
    );
  });
});

describe('what it costs', () => {
  it.each([
    [0, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('%d passes take %d requests, a stamp card one more', async (count, requests) => {
    const service = new Simulation();
    for (let i = 0; i < count; i += 1) service.issue(T0 - i * MINUTE);
    const input = { ...PASS_INPUTS, pageSize: 200 };
    for (const [trigger, more] of [
      [passVoided, 0],
      [stampCardCompleted, 1],
    ] as const) {
      const polling = new Polling(service, trigger, input);
      await polling.poll();
      service.requests.length = 0;
      await polling.poll();
      expect(service.requests).toHaveLength(requests + more);
    }
  });

  it('100,000 passes, some of them installed, are remembered in less than 64 KB', async () => {
    const service = new Simulation();
    for (let i = 0; i < 100_000; i += 1) {
      service.issue(T0 - i * 1000, { deviceCount: Number((i * 7919) % 13 > 5) });
    }
    const input = { ...PASS_INPUTS, pageSize: 50_000, maxPasses: 150_000 };
    const polling = new Polling(service, passAddedToWallet, input);
    await polling.poll();
    expect(polling.state?.length).toBeLessThan(64_000);
    const added = service.passes.filter((pass, i) => i % 9973 === 5 && !held(pass));
    for (const pass of added) pass.deviceCount = 1;
    expect(ids(await polling.poll())).toEqual(ids(added));
  });

  it('the look-back keeps what a poll reads within bounds', async () => {
    const service = new Simulation();
    for (let i = 0; i < 2000; i += 1) service.issue(T0 - i * 60 * MINUTE);
    const input = { ...PASS_INPUTS, pageSize: 200, lookBackDays: 10 };
    const polling = new Polling(service, passAddedToWallet, input);
    await polling.poll();
    service.requests.length = 0;
    const [newest] = service.passes;
    if (newest) newest.deviceCount = 1;
    expect(ids(await polling.poll())).toEqual([newest?.id]);
    expect(service.requests).toHaveLength(2);
  });

  it('reaching the cap says what to change', async () => {
    const service = new Simulation();
    for (let i = 0; i < 200; i += 1) service.issue(T0 - i);
    const polling = new Polling(service, passVoided, { ...PASS_INPUTS, maxPasses: 100 });
    await expect(polling.poll()).rejects.toMatchObject({
      kind: 'invalidInput',
      field: 'maxPasses',
    });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a stamp card', () => {
  it('is needed, and its size is read anew', async () => {
    const service = new Simulation();
    const polling = new Polling(service, stampCardCompleted, PASS_INPUTS);
    await polling.poll();
    const { id } = service.issue(T0, { collectedStamps: 8 });
    expect(await polling.poll()).toEqual([]);
    service.stampCount = 8;
    expect(ids(await polling.poll())).toEqual([id]);
    service.stampCount = undefined;
    await expect(polling.poll()).rejects.toMatchObject({ field: 'templateId' });
  });
});
