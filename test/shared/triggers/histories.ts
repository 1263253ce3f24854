import fc from 'fast-check';

import type { Polled, TriggerContext } from '../../../shared/triggers/trigger';
import type { SimulatedPass, Truth } from './simulation';
import { DAY, HISTORIES, MINUTE, Polling, Simulation } from './simulation';

/** Everything that can happen between and during polls. */
type Step =
  | { do: 'issue'; count: number; ties: number; late: number; installed: boolean }
  | { do: 'change'; which: number; count: number; how: keyof typeof CHANGES }
  | { do: 'wait'; ms: number }
  | { do: 'cap'; cap: number }
  | { do: 'poll' }
  | { do: 'crash' }
  | { do: 'fail'; after: number };

/** What can become of a pass, by the service's clock. */
const CHANGES = {
  install: (pass: SimulatedPass) => (pass.deviceCount = (pass.deviceCount ?? 0) + 1),
  remove: (pass: SimulatedPass) => (pass.deviceCount = 0),
  void: (pass: SimulatedPass) => (pass.isValid = false),
  revive: (pass: SimulatedPass) => (pass.isValid = true),
  fill: (pass: SimulatedPass) => (pass.collectedStamps = 10),
  redeem: (pass: SimulatedPass) => (pass.collectedStamps = 0),
  renew: (pass: SimulatedPass, now: number) => validUntil(pass, now + 5 * DAY),
  renewFarther: (pass: SimulatedPass, now: number) => validUntil(pass, now + 8 * DAY),
  balance: (pass: SimulatedPass, now: number) =>
    (pass.templateFields = { ...pass.templateFields, balance: now }),
};

function validUntil(pass: SimulatedPass, at: number): void {
  pass.templateFields = { ...pass.templateFields, validUntil: new Date(at).toISOString() };
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('issue' as const),
    count: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(30)),
    ties: fc.integer({ min: 1, max: 5 }),
    late: fc.constantFrom(0, 0, 1, 1000, 2 * MINUTE, 5 * MINUTE),
    installed: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('change' as const),
    which: fc.nat(1000),
    count: fc.integer({ min: 1, max: 12 }),
    how: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
  }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, MINUTE, 7 * MINUTE, DAY) }),
  fc.record({ do: fc.constant('cap' as const), cap: fc.constantFrom(6, 9, Infinity) }),
  fc.constant({ do: 'poll' as const }),
  fc.constant({ do: 'crash' as const }),
  fc.record({ do: fc.constant('fail' as const), after: fc.integer({ min: 0, max: 4 }) }),
);

interface Watched<I, S> {
  poll(context: TriggerContext, input: I, state: S | undefined): Promise<Polled<S>>;
}

/**
 * Holds a trigger against the truth: whatever happened, every poll that is kept gives exactly what
 * became true since the last one that was, once, and the first gives nothing.
 */
export async function checkHistories<I, S>(
  trigger: Watched<I, S>,
  input: I,
  truth: (simulation: Simulation) => Truth,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 18 }), async (steps) => {
      const simulation = new Simulation();
      const polling = new Polling(simulation, trigger, input);
      let last: Map<string, SimulatedPass> | undefined;
      const expected = () => {
        const isEvent = truth(simulation);
        const events = simulation.passes.filter((pass) => isEvent(pass, last?.get(pass.id)));
        return last ? events.map(({ id }) => id).sort() : [];
      };
      const keep = () => {
        last = new Map(simulation.passes.map((pass) => [pass.id, structuredClone(pass)]));
        simulation.polledAt = simulation.clock.now();
      };
      const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => String(id)).sort();

      for (const one of [...steps, { do: 'poll' } as const, { do: 'poll' } as const]) {
        // More at one moment than a page may hold is refused by every trigger, with words of its own.
        if (tiesOf(simulation) >= simulation.pageCap) simulation.pageCap = Infinity;
        if (one.do === 'poll') {
          const wanted = expected();
          expect(ids(await polling.poll())).toEqual(wanted);
          expect(polling.state?.length).toBeLessThan(64_000);
          keep();
        } else if (one.do === 'crash') {
          expect(ids((await polling.attempt()).items)).toEqual(expected());
        } else if (one.do === 'fail') {
          const before = polling.state;
          await polling.failing(one.after);
          expect(polling.state).toBe(before);
        } else {
          act(simulation, one);
        }
      }
    }),
    { numRuns: HISTORIES },
  );
}

/** The most passes that share one moment. */
function tiesOf({ passes }: Simulation): number {
  const counts = new Map<number, number>();
  for (const { created } of passes) counts.set(created, (counts.get(created) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

function act(simulation: Simulation, one: Exclude<Step, { do: 'poll' | 'crash' | 'fail' }>): void {
  const { clock, passes } = simulation;
  if (one.do === 'wait') {
    clock.pass(one.ms);
    return;
  }
  if (one.do === 'cap') {
    simulation.pageCap = one.cap;
    return;
  }
  if (one.do === 'issue') {
    for (let i = 0; i < one.count; i += 1) {
      const created = clock.now() - one.late;
      simulation.issue(created, { deviceCount: one.installed ? 1 : 0 });
      if (i % one.ties === one.ties - 1) clock.pass(1);
    }
    return;
  }
  clock.pass(1);
  for (let i = 0; i < Math.min(one.count, passes.length); i += 1) {
    const pass = passes[(one.which + i * 7) % passes.length];
    if (!pass) continue;
    CHANGES[one.how](pass, clock.now());
    pass.updated = clock.now();
  }
}
