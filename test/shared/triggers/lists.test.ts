import fc from 'fast-check';

import { badgeAdded } from '../../../shared/triggers/badgeAdded';
import { newTemplate } from '../../../shared/triggers/newTemplate';
import { HISTORIES } from '../../support/long';
import { DAY, MINUTE, Polling, Simulation, T0 } from './simulation';

const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => String(id)).sort();

describe('newTemplate', () => {
  it('returns every template once, despite failures in between', async () => {
    const step = fc.record({
      count: fc.oneof(fc.nat(4), fc.constant(130)),
      apart: fc.constantFrom(0, 1, MINUTE),
      late: fc.constantFrom(0, 5 * MINUTE),
      then: fc.constantFrom('poll', 'fail', 'crash'),
    });
    await fc.assert(
      fc.asyncProperty(fc.nat(150), fc.array(step, { maxLength: 8 }), async (before, steps) => {
        const service = new Simulation();
        const add = (created: number) => {
          service.templates.push({ id: `t${service.templates.length}`, created });
        };
        for (let i = 0; i < before; i += 1) add(T0 - i * MINUTE);
        const polling = new Polling(service, newTemplate, {});
        expect(await polling.poll()).toEqual([]);
        const given: string[] = [];
        for (const { count, apart, late, then } of steps) {
          for (let i = 0; i < count; i += 1) {
            service.clock.pass(apart);
            add(service.clock.now() - late);
          }
          if (then === 'fail') await polling.failing(0);
          if (then === 'crash') await polling.attempt();
          if (then === 'poll') given.push(...ids(await polling.poll()));
        }
        given.push(...ids(await polling.poll()));
        expect(given.sort()).toEqual(ids(service.templates.slice(before)));
      }),
      { numRuns: HISTORIES },
    );
  });

  it('an empty response in between repeats nothing and loses nothing', async () => {
    const service = new Simulation();
    service.templates = [{ id: 'a', created: T0 }];
    const polling = new Polling(service, newTemplate, {});
    await polling.poll();
    const { templates } = service;
    service.templates = [];
    expect(await polling.poll()).toEqual([]);
    service.templates = [...templates, { id: 'b', created: T0 + 1 }];
    expect(ids(await polling.poll())).toEqual(['b']);
  });

  it('costs one request', async () => {
    const service = new Simulation();
    for (let i = 0; i < 250; i += 1)
      service.templates.push({ id: `t${i}`, created: T0 - i * 1000_000 });
    const polling = new Polling(service, newTemplate, {});
    await polling.poll();
    service.requests.length = 0;
    await polling.poll();
    expect(service.requests).toHaveLength(1);
  });
});

describe('badgeAdded', () => {
  const input = { badgeTemplateId: undefined };
  type Step = { holder: number; do: 'add' | 'hide' | 'show' | 'poll' | 'fail' | 'crash' };
  const step: fc.Arbitrary<Step> = fc.record({
    holder: fc.nat(5),
    do: fc.constantFrom('add', 'add', 'hide', 'show', 'poll', 'fail', 'crash'),
  });

  it('returns every new badge once, as soon as it can be read', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const service = new Simulation();
        const real = new Map<string, { passId: string }[]>();
        const hidden = new Set<string>();
        let count = 0;
        const show = () => {
          service.holders = [...real].map(([id, all]) => ({
            id,
            credentials: hidden.has(id) ? null : [...all],
          }));
          service.holders.push({ id: null, credentials: [] });
        };
        const polling = new Polling(service, badgeAdded, input);
        const given: string[] = [];
        /** Badges that existed before their holder could first be read after the baseline. */
        const silent = new Set<string>();
        const unread = new Set<string>();
        let begun = false;
        const polled = () => {
          for (const [id, all] of real) {
            if (!begun && hidden.has(id)) unread.add(id);
            if (hidden.has(id) || (begun && !unread.has(id))) continue;
            for (const { passId } of all) silent.add(passId);
            unread.delete(id);
          }
          begun = true;
        };
        for (const step of steps) {
          const holder = `h${step.holder}`;
          if (step.do === 'add') {
            real.set(holder, [...(real.get(holder) ?? []), { passId: `b${count}` }]);
            count += 1;
          }
          if (step.do === 'hide') hidden.add(holder);
          if (step.do === 'show') hidden.delete(holder);
          show();
          if (step.do === 'fail') await polling.failing(0);
          if (step.do === 'crash') await polling.attempt();
          if (step.do === 'poll') {
            given.push(...ids(await polling.poll()));
            polled();
          }
        }
        hidden.clear();
        show();
        given.push(...ids(await polling.poll()));
        polled();
        const all = [...real.values()].flat().map(({ passId }) => passId);
        expect(given.sort()).toEqual(all.filter((id) => !silent.has(id)).sort());
      }),
      { numRuns: HISTORIES },
    );
  });

  it('an empty response in between repeats nothing and loses nothing', async () => {
    const service = new Simulation();
    const holder = (...badges: string[]) => ({
      id: 'h1',
      credentials: badges.map((passId) => ({ passId })),
    });
    service.holders = [holder('b1', 'b2')];
    const polling = new Polling(service, badgeAdded, input);
    await polling.poll();
    for (let hour = 0; hour < 24; hour += 1) {
      service.holders = [];
      expect(await polling.poll()).toEqual([]);
      service.clock.pass(60 * MINUTE);
    }
    service.holders = [holder('b1', 'b2', 'b3')];
    expect(ids(await polling.poll())).toEqual(['b3']);
  });

  it('a badge that could not be read at first is not new, even after an empty response', async () => {
    const service = new Simulation();
    service.holders = [{ id: 'h1', credentials: null }];
    const polling = new Polling(service, badgeAdded, input);
    await polling.poll();
    service.holders = [];
    await polling.poll();
    service.holders = [{ id: 'h1', credentials: [{ passId: 'b1' }] }];
    expect(await polling.poll()).toEqual([]);
    service.holders = [{ id: 'h1', credentials: [{ passId: 'b1' }, { passId: 'b2' }] }];
    expect(ids(await polling.poll())).toEqual(['b2']);
  });

  it('a badge that cannot be read for days is not new afterwards', async () => {
    const service = new Simulation();
    const badges = [{ passId: 'b1' }];
    service.holders = [{ id: 'h1', credentials: badges }];
    const polling = new Polling(service, badgeAdded, input);
    await polling.poll();
    service.holders = [{ id: 'h1', credentials: null }];
    for (let day = 0; day < 5; day += 1) {
      service.clock.pass(DAY);
      expect(await polling.poll()).toEqual([]);
    }
    service.holders = [{ id: 'h1', credentials: badges }];
    expect(await polling.poll()).toEqual([]);
  });

  it('costs one request, and notifies Zapier if it cannot start yet', async () => {
    const service = new Simulation();
    service.holders = [{ id: 'h1', credentials: [{ passId: 'b1' }] }];
    expect(ids(await badgeAdded.listRecent(service.context(), input, true))).toEqual(['b1']);
    expect(service.requests).toHaveLength(1);
    service.holders = [{ id: 'h1', credentials: null }];
    await expect(badgeAdded.listRecent(service.context(), input, true)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(await badgeAdded.listRecent(service.context(), input, false)).toEqual([]);
  });
});
