import fc from 'fast-check';

import type { Trigger } from '../../../shared/triggers/trigger';
import {
  DAY,
  MINUTE,
  PASS_INPUTS,
  Polling,
  Simulation,
  type SimulatedPass,
} from '../../shared/triggers/simulation';
import { MISSING_TEMPLATE } from '../../support/scenarios/operationCase';
import type { TriggerCase } from '../../support/scenarios/triggerCase';
import { HISTORIES } from '../../support/long';
import { dayIn } from '../../support/times';

export default {
  zapier: 'pass_date_reached',
  scopes: ['passes.viewAll'],
  requests: ['GET /passes', 'GET /templates/{id}'],
  scenario: ({ sandbox, api }) => {
    const { control, templates } = sandbox;
    const ids = control.seedPasses(templates.loyalty, 3, { from: control.now() - 2 * DAY });
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
    { input: { templateId: '' }, field: 'templateId' },
    { input: { field: '' }, field: 'field' },
    { input: { days: 366 }, field: 'days' },
    { input: { days: 0.5 }, field: 'days' },
  ],
  missing: MISSING_TEMPLATE,
  before: { templateFields: {} },
  sample: { input: { field: 'Valid Until', days: -7, yearly: false } },
  histories: {
    'every date that comes while it is watched, however late the polls are': (trigger) =>
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
  | { do: 'wait'; ms: number }
  | { do: 'hide'; which: number }
  | { do: 'show' | 'poll' | 'fail' | 'crash' };

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
    ms: fc.constantFrom(MINUTE, HOUR, 11 * HOUR, DAY, 3 * DAY, 40 * DAY, 250 * DAY),
  }),
  fc.record({ do: fc.constant('hide' as const), which: fc.nat(20) }),
  fc.constantFrom<Step>(
    { do: 'show' },
    { do: 'poll' },
    { do: 'poll' },
    { do: 'fail' },
    { do: 'crash' },
  ),
);

const scenario = fc.record({
  zone: fc.constantFrom(...ZONES),
  days: fc.constantFrom(0, 0, -7, 1, 30, -365, 365),
  existing: fc.array(fc.record({ inDays, ageDays: fc.nat(400) }), { maxLength: 10 }),
  steps: fc.array(step, { maxLength: 40, size: 'max' }),
});

/**
 * Passes have a date, are missing from the list for less than a day, and polls come late, fail and crash. Expected,
 * by calendar days as text: each date whose day begins after the first poll; of a later pass, also that of the
 * day on which it is issued.
 */
async function everyDate(trigger: Trigger, yearly: boolean): Promise<void> {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ zone, days, existing, steps }) => {
      const service = new Simulation();
      service.timezone = zone;
      const input = { ...PASS_INPUTS, field: 'homeShop', days, yearly };
      const polling = new Polling(service, trigger, input);
      const given: string[] = [];
      const dates = new Map<SimulatedPass, string>();
      const today = () => dayIn(service.clock.now(), zone);
      let hiddenSince = Infinity;
      let polledAt = 0;
      const poll = async () => {
        const items = await polling.poll();
        polledAt = service.clock.now();
        given.push(...items.map(({ id, date }) => `${String(id)} ${String(date)}`));
      };
      const show = () => {
        service.hidden.clear();
        hiddenSince = Infinity;
      };
      const issue = (inDays: number, writtenAs: keyof typeof WRITTEN, ageDays = 0) => {
        const date = addDays(today(), inDays);
        const values = { customFields: { homeShop: WRITTEN[writtenAs](date) } };
        dates.set(service.issue(service.clock.now() - ageDays * DAY, values), date);
      };
      for (const { inDays, ageDays } of existing) issue(inDays, 'iso', ageDays);
      await poll();
      const isExisting = new Set(dates.keys());
      const baseline = today();

      for (const one of steps) {
        if (one.do === 'issue') {
          issue(one.inDays, one.writtenAs);
          await poll();
        }
        if (one.do === 'wait') {
          // Hidden for less than a day, in all.
          if (service.clock.now() + one.ms >= hiddenSince + DAY) {
            show();
            await poll();
          }
          // A poll in each year: two anniversaries between two polls are one event.
          if (yearly && service.clock.now() + one.ms > polledAt + 350 * DAY) await poll();
          service.clock.pass(one.ms);
        }
        const hidable = service.passes[one.do === 'hide' ? one.which : NaN];
        if (hidable) {
          service.hidden.add(hidable.id);
          hiddenSince = Math.min(hiddenSince, service.clock.now());
        }
        if (one.do === 'show') show();
        if (one.do === 'poll') await poll();
        if (one.do === 'crash') await polling.attempt();
        if (one.do === 'fail') await polling.failing(0);
      }
      show();
      await poll();
      await poll();

      const expected = [...dates].flatMap(([pass, date]) =>
        occurrences(date, yearly)
          .filter((occurrence) => {
            const day = addDays(occurrence, days);
            const isAfter = isExisting.has(pass)
              ? day > baseline
              : day >= dayIn(pass.created, zone);
            return isAfter && day <= today();
          })
          .map((occurrence) => `${pass.id} ${occurrence}`),
      );
      expect(given.sort()).toEqual(expected.sort());
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
