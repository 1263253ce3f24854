import fc from 'fast-check';

import type { Trigger } from '../../../shared/triggers/trigger';
import {
  DAY,
  MINUTE,
  PASS_INPUTS,
  Polling,
  Simulation,
  type SimulatedPass,
  lastWhile,
  sinceAfter,
} from '../../shared/triggers/simulation';
import { OF_PASSES } from '../../support/scenarios/events';
import type { TriggerCase } from '../../support/scenarios/triggerCase';
import { HISTORIES } from '../../support/long';
import { dayIn } from '../../support/times';

export default {
  zapier: 'pass_date_reached',
  ...OF_PASSES,
  scenario: ({ sandbox, api }) => {
    const { control, templates } = sandbox;
    const ids = control.seedPasses(templates.loyalty, 3, {
      from: control.now() - 2 * DAY,
      // At least one pass must have a date when the trigger starts.
      values: { templateFields: { rewards: '2099-01-01' } },
    });
    return {
      // The lists of the service have no fields that were added in the designer.
      input: { templateId: templates.loyalty, field: 'rewards', days: 0 },
      async event(n) {
        const id = ids[n] ?? '';
        const date = dayIn(Date.now(), 'UTC');
        await api('PATCH', '/pass', { id, templateFields: { rewards: date } });
        return { n8n: { id, date }, zapier: { id: `${id}:${date}`, passId: id, date } };
      },
    };
  },
  invalid: [
    ...OF_PASSES.invalid,
    { input: { field: '' }, field: 'field' },
    { input: { days: 366 }, field: 'days' },
    { input: { days: 0.5 }, field: 'days' },
  ],
  before: { templateFields: { validUntil: '2099-01-01T00:00:00Z' } },
  sample: { input: { field: 'Valid Until', days: -7, yearly: false } },
  histories: {
    'every date that comes while it is watched, at most two days late': (trigger) =>
      everyDate(trigger, false),
    'every anniversary, too, with Repeat Every Year': (trigger) => everyDate(trigger, true),
  },
} satisfies TriggerCase;

const HOUR = 60 * MINUTE;
const ZONES = [
  'UTC',
  'Pacific/Kiritimati',
  'America/Los_Angeles',
  'America/Havana',
  'Asia/Kolkata',
];

type Step =
  | { do: 'issue'; inDays: number; writtenAs: keyof typeof WRITTEN }
  | { do: 'change'; which: number; inDays: number }
  | { do: 'changeBack'; which: number }
  | { do: 'zone'; zone: string }
  | { do: 'clock'; behind: number }
  | { do: 'wait'; ms: number }
  | { do: 'poll' | 'fail' | 'crash' };

/** How people write the date of a day. */
const WRITTEN = {
  iso: (day: string) => day,
  dots: (day: string) => day.split('-').reverse().map(Number).join('.'),
  time: (day: string) => `${day}T18:00`,
};

const inDays = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.integer({ min: -900, max: 900 }));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('issue' as const),
    inDays,
    writtenAs: fc.constantFrom(...(Object.keys(WRITTEN) as (keyof typeof WRITTEN)[])),
  }),
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(MINUTE, HOUR, 11 * HOUR, DAY, DAY, 2 * DAY, 3 * DAY, 40 * DAY, 250 * DAY),
  }),
  fc.record({ do: fc.constant('change' as const), which: fc.nat(20), inDays }),
  fc.record({ do: fc.constant('changeBack' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }),
  fc.record({
    do: fc.constant('clock' as const),
    behind: fc.constantFrom(0, 0, HOUR, DAY, 40 * DAY),
  }),
  fc.constantFrom<Step>({ do: 'poll' }, { do: 'poll' }, { do: 'fail' }, { do: 'crash' }),
);

const scenario = fc.record({
  zone: fc.constantFrom(...ZONES),
  days: fc.constantFrom(0, 0, -7, 1, 30, -365, 365),
  existing: fc.array(fc.record({ inDays, ageDays: fc.nat(400) }), { maxLength: 10 }),
  steps: fc.array(step, { maxLength: 40, size: 'max' }),
});

/** The date of a pass when a poll saw it, and the latest occurrence whose day had come. */
interface SeenDate {
  date: string;
  reached: string | undefined;
}

/**
 * Passes have a date, which changes and changes back, and polls come late, fail and crash. The time zone changes, and
 * the clock is set back. Expected, by calendar days as text: each date whose day begins while the pass has it, at most
 * two days late.
 */
async function everyDate(trigger: Trigger, yearly: boolean): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ zone, days, existing, steps }) => {
      const service = new Simulation();
      service.timezone = zone;
      const { clock, passes } = service;
      const input = { ...PASS_INPUTS, field: 'homeShop', days, yearly };
      const polling = new Polling(service, trigger, input);
      const dates = new Map<SimulatedPass, string[]>();
      /** What the polls saw. */
      const seen = new Map<SimulatedPass, SeenDate[]>();
      let since = 0;
      let polledAt: number | undefined;

      const dayOf = (ms: number) => dayIn(ms, service.timezone);
      const today = () => dayOf(service.now());
      const dateOf = (pass: SimulatedPass) => dates.get(pass)?.at(-1) ?? '';
      const reachedOf = (pass: SimulatedPass) => {
        const last = addDays(today(), -days);
        return occurrences(dateOf(pass), yearly).findLast((day) => day <= last);
      };
      const isEvent = (pass: SimulatedPass) => {
        const reached = reachedOf(pass);
        const past = seen.get(pass);
        if (polledAt === undefined || reached === undefined || (!past && pass.created < since))
          return false;
        const sameDate = lastWhile(past ?? [], ({ date }) => date === dateOf(pass));
        if (sameDate.some((past) => (past.reached ?? '') >= reached)) return false;
        const due = addDays(reached, days);
        return due >= addDays(today(), -2) && due >= dayOf(pass.created);
      };
      const poll = async () => {
        const expected = passes
          .filter(isEvent)
          .map((pass) => `${pass.id} ${reachedOf(pass) ?? ''}`);
        const items = await polling.poll();
        const events = items.map(({ id, date }) => `${String(id)} ${String(date)}`);
        expect(events.sort()).toEqual(expected.sort());
        for (const pass of passes) {
          const now = { date: dateOf(pass), reached: reachedOf(pass) };
          seen.set(pass, [...(seen.get(pass) ?? []), now]);
        }
        const now = service.now();
        since = sinceAfter(since, now - (polledAt ?? now), passes, now);
        polledAt = now;
      };
      const write = (pass: SimulatedPass, date: string, writtenAs: keyof typeof WRITTEN) => {
        dates.set(pass, [...(dates.get(pass) ?? []), date]);
        pass.customFields = { homeShop: WRITTEN[writtenAs](date) };
        pass.updated = clock.now();
      };
      const issue = (inDays: number, writtenAs: keyof typeof WRITTEN, ageDays = 0) => {
        write(service.issue(clock.now() - ageDays * DAY), addDays(today(), inDays), writtenAs);
      };
      for (const { inDays, ageDays } of existing) issue(inDays, 'iso', ageDays);
      await poll();

      for (const step of steps) {
        clock.pass(1);
        const pass = 'which' in step ? passes[step.which % passes.length] : undefined;
        if (step.do === 'issue') {
          issue(step.inDays, step.writtenAs);
          await poll();
        }
        if (step.do === 'change' && pass) write(pass, addDays(today(), step.inDays), 'dots');
        if (step.do === 'changeBack' && pass)
          write(pass, dates.get(pass)?.at(-2) ?? dateOf(pass), 'time');
        if (step.do === 'zone') service.timezone = step.zone;
        if (step.do === 'clock') service.skew = -step.behind;
        if (step.do === 'wait') clock.pass(step.ms);
        if (step.do === 'poll') await poll();
        if (step.do === 'crash') await polling.attempt();
        if (step.do === 'fail') await polling.failing(0);
      }
      await poll();
      await poll();
    }),
    { numRuns: HISTORIES },
  );
}

function occurrences(date: string, yearly: boolean): string[] {
  if (!yearly) return [date];
  const [year = 0, month, day] = date.split('-').map(Number);
  return Array.from({ length: 40 }, (_, i) => {
    const monthDay = [month, day].map((part) => String(part).padStart(2, '0')).join('-');
    const same = `${year + i}-${monthDay}`;
    return addDays(same, 0) === same ? same : `${year + i}-02-28`;
  });
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10);
}
