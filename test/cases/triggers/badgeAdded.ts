import fc from 'fast-check';

import type { Trigger } from '../../../shared/triggers/trigger';
import { Polling, Simulation, ids } from '../../shared/triggers/simulation';
import { ownHolder } from '../../support/scenarios/badges';
import { MISSING_BADGE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';
import { HISTORIES } from '../../support/long';

export default {
  zapier: 'badge_added',
  scopes: ['badges.viewAll'],
  requests: ['GET /badge/users'],
  scenario: (fixture) => ({
    input: { badgeTemplateId: fixture.sandbox.badges.published },
    async event(n) {
      const { passId, email } = await ownHolder(fixture, n);
      return { n8n: { id: passId, email } };
    },
  }),
  invalid: [],
  missing: MISSING_BADGE,
  histories: { 'every new badge, as soon as it can be read': everyBadge },
} satisfies TriggerCase;

type Step = { holder: number; do: 'add' | 'hide' | 'show' | 'poll' | 'fail' | 'crash' };
const step: fc.Arbitrary<Step> = fc.record({
  holder: fc.nat(5),
  do: fc.constantFrom('add', 'add', 'hide', 'show', 'poll', 'fail', 'crash'),
});

async function everyBadge(trigger: Trigger): Promise<void> {
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
      const polling = new Polling(service, trigger, { badgeTemplateId: undefined });
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
}
