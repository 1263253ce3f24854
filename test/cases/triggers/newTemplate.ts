import fc from 'fast-check';

import type { Trigger } from '../../../shared/triggers/trigger';
import { MINUTE, Polling, Simulation, T0, ids } from '../../shared/triggers/simulation';
import type { TriggerCase } from '../../support/scenarios/triggerCase';
import { HISTORIES } from '../../support/long';

export default {
  zapier: 'new_template',
  scopes: ['templates.viewAll'],
  requests: ['GET /templates'],
  scenario: ({ api }) => ({
    input: {},
    async event(n) {
      const name = `Summer ${n}`;
      const { id } = await api('POST', '/templates', { name, type: 'offer' });
      return { n8n: { id, name } };
    },
  }),
  invalid: [],
  histories: { 'every template, despite failures in between': everyTemplate },
} satisfies TriggerCase;

async function everyTemplate(trigger: Trigger): Promise<void> {
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
      const polling = new Polling(service, trigger, {});
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
}
