import fc from 'fast-check';

import { MAX_STATE_SIZE } from '../../../shared/triggers/state';
import type { Trigger } from '../../../shared/triggers/trigger';
import { HISTORIES } from '../../support/long';
import { TRIGGER_CASES } from '../../support/scenarios';
import type { PassHistory } from '../../support/scenarios/triggerCase';
import {
  type SeenPass,
  type SimulatedPass,
  DAY,
  MINUTE,
  PASS_INPUTS,
  Polling,
  Simulation,
  T0,
  ids,
  sinceAfter,
} from './simulation';

/** Everything that can happen between and during polls. */
type Step =
  | { do: 'issue'; count: number; ties: number; late: number; installed: boolean }
  | { do: 'change'; which: number; count: number; how: keyof typeof CHANGES }
  | { do: 'delete'; which: number; count: number }
  | { do: 'wait'; ms: number }
  | { do: 'clock'; behind: number }
  | { do: 'cap'; cap: number }
  | { do: 'poll' }
  | { do: 'crash' }
  | { do: 'fail'; after: number };

/** The states of a pass over time, by the service's clock. */
const CHANGES = {
  install: (pass: SimulatedPass) => (pass.deviceCount = pass.deviceCount + 1),
  remove: (pass: SimulatedPass) => (pass.deviceCount = 0),
  void: (pass: SimulatedPass) => (pass.isValid = false),
  revive: (pass: SimulatedPass) => (pass.isValid = true),
  fill: (pass: SimulatedPass) => (pass.collectedStamps = 10),
  redeem: (pass: SimulatedPass) => (pass.collectedStamps = 0),
  renew: (pass: SimulatedPass, now: number) => validUntil(pass, now + 5 * DAY),
  renewFarther: (pass: SimulatedPass, now: number) => validUntil(pass, now + 8 * DAY),
  // Two dates that come and go.
  date: (pass: SimulatedPass) => validUntil(pass, T0 + 6 * DAY),
  otherDate: (pass: SimulatedPass) => validUntil(pass, T0 + 9 * DAY),
  expireSoon: (pass: SimulatedPass, now: number) => validUntil(pass, now + 3 * MINUTE),
  balance: (pass: SimulatedPass, now: number) =>
    (pass.templateFields = { ...pass.templateFields, balance: now }),
};

function validUntil(pass: SimulatedPass, at: number): void {
  pass.templateFields = { ...pass.templateFields, validUntil: new Date(at).toISOString() };
}

/** How late a pass may show up in the list, ms. After more than five minutes, it is not new. */
const LATE_BY = [0, 0, 1, 1000, 2 * MINUTE, 5 * MINUTE, 6 * MINUTE, 400 * DAY];

const steps = (): fc.Arbitrary<Step[]> => {
  const weighted = (
    weight: number,
    what: Step['do'],
    values: Record<string, fc.Arbitrary<unknown>> = {},
  ) => ({
    weight,
    arbitrary: fc.record({ do: fc.constant(what), ...values }) as unknown as fc.Arbitrary<Step>,
  });
  const count = fc.integer({ min: 1, max: 12 });
  const step = fc.oneof(
    weighted(3, 'issue', {
      count: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(30)),
      ties: fc.integer({ min: 1, max: 5 }),
      late: fc.constantFrom(...LATE_BY),
      installed: fc.boolean(),
    }),
    weighted(4, 'change', {
      which: fc.nat(1000),
      count,
      how: fc.constantFrom(...Object.keys(CHANGES)),
    }),
    weighted(1, 'delete', { which: fc.nat(1000), count }),
    weighted(1, 'wait', { ms: fc.constantFrom(1, MINUTE, 7 * MINUTE, DAY) }),
    weighted(1, 'cap', { cap: fc.constantFrom(6, 9, Infinity) }),
    weighted(1, 'clock', { behind: fc.constantFrom(0, 0, MINUTE, DAY, 40 * DAY) }),
    weighted(5, 'poll'),
    weighted(1, 'crash'),
    weighted(1, 'fail', { after: fc.integer({ min: 0, max: 4 }) }),
  );
  // The lists have the requested length: fast-check prefers short ones, in which little can happen.
  return fc.array(step, { maxLength: 24, size: 'max' });
};

/** At the end everything is found, once. */
const ENDING: Step[] = [{ do: 'poll' }, { do: 'poll' }];

/**
 * Compares a trigger with the expected events: each event is output exactly once, by the first saved poll that lists
 * the changed pass, unless it is more than two days late; the first poll outputs nothing. Passes are deleted, and show
 * up with an older `created`. The poller's clock is set back. The service may show expired passes as not valid.
 */
async function checkHistories(
  trigger: Trigger,
  input: Record<string, unknown>,
  {
    isEvent: truth,
    happenedAt = ({ updated }) => updated,
    isNeverLate = false,
  }: Omit<PassHistory, 'input'>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps(), fc.boolean(), async (all, expiryInvalidates) => {
      const simulation = Object.assign(new Simulation(), { expiryInvalidates });
      const polling = new Polling(simulation, trigger, input);
      /** What the polls saw of each pass. */
      const seen = new Map<string, SeenPass[]>();
      let polledAt: number | undefined;
      let since = 0;
      const past = ({ id }: SimulatedPass) => seen.get(id) ?? [];
      const listed = () => simulation.passes.map((pass) => simulation.listed(pass));
      const isLate = (pass: SimulatedPass) => {
        const start = simulation.now() - 2 * DAY;
        if (isNeverLate || (polledAt ?? 0) >= start) return false;
        return happenedAt(pass, past(pass).at(-1)) < start;
      };
      const expected = () => {
        if (polledAt === undefined) return [];
        const isEvent = truth(simulation);
        const isOfBaseline = (pass: SimulatedPass) => !seen.has(pass.id) && pass.created < since;
        return ids(
          listed().filter(
            (pass) =>
              !isOfBaseline(pass) && isEvent(pass, past(pass).at(-1), past(pass)) && !isLate(pass),
          ),
        );
      };
      const poll = async () => {
        const wanted = expected();
        expect(ids(await polling.poll())).toEqual(wanted);
        expect(polling.state?.length).toBeLessThan(MAX_STATE_SIZE);
        const at = simulation.now();
        const rows = listed();
        for (const pass of rows) {
          seen.set(pass.id, [...past(pass), { ...structuredClone(pass), seenAt: at }]);
        }
        since = sinceAfter(since, at - (polledAt ?? at), rows, at);
        polledAt = at;
      };

      for (const step of [...all, ...ENDING]) {
        // Every trigger refuses more passes with one timestamp than a page can have.
        if (tiesOf(simulation) >= simulation.pageCap) simulation.pageCap = Infinity;
        if (step.do === 'poll') {
          await poll();
        } else if (step.do === 'clock') {
          simulation.skew = -step.behind;
          if (polledAt !== undefined) await poll();
        } else if (step.do === 'crash') {
          expect(ids((await polling.attempt()).items)).toEqual(expected());
        } else if (step.do === 'fail') {
          const before = polling.state;
          await polling.failing(step.after);
          expect(polling.state).toBe(before);
        } else {
          act(simulation, step);
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

/** A few passes, spread over the list. */
function some<T>(all: readonly T[], { which, count }: { which: number; count: number }): T[] {
  const picked = Array.from({ length: count }, (_, i) => all[(which + i * 7) % all.length]);
  return [...new Set(picked)].filter((pass) => pass !== undefined);
}

type Action = Exclude<Step, { do: 'poll' | 'clock' | 'crash' | 'fail' }>;

function act(simulation: Simulation, step: Action): void {
  const { clock, passes } = simulation;
  if (step.do === 'wait') {
    clock.pass(step.ms);
    return;
  }
  if (step.do === 'cap') {
    simulation.pageCap = step.cap;
    return;
  }
  if (step.do === 'issue') {
    for (let i = 0; i < step.count; i += 1) {
      const created = clock.now() - step.late;
      simulation.issue(created, { deviceCount: step.installed ? 1 : 0 });
      if (i % step.ties === step.ties - 1) clock.pass(1);
    }
    return;
  }
  if (step.do === 'delete') {
    for (const pass of some(passes, step)) passes.splice(passes.indexOf(pass), 1);
    return;
  }
  clock.pass(1);
  for (const pass of some(passes, step)) {
    CHANGES[step.how](pass, clock.now());
    pass.updated = clock.now();
  }
}

/** The random histories of every trigger, from its case file. */
describe.each(TRIGGER_CASES)('$trigger.key', ({ trigger, histories }) => {
  test.each(Object.entries(histories))('Each event is output once: %s', async (_name, history) => {
    if (typeof history === 'function') {
      await history(trigger);
      return;
    }
    const { input, ...expected } = history;
    await checkHistories(trigger, { ...PASS_INPUTS, ...input }, expected);
  });
});
