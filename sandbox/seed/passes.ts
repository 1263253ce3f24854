import { DAY, MINUTE } from '../durations';
import { createPass, type NewPass } from '../resources/passes/pass';
import type { Template } from '../state/entities';
import { Random } from '../state/random';
import type { State } from '../state/state';
import { drawPerson, type Person } from './people';
import type { SeedTemplate } from './templates';
import { VALUES } from './values';

const DRAW_SEED = 417;

/** Number of passes per template. */
const COUNTS: Record<SeedTemplate, number> = {
  generic: 60,
  loyalty: 90,
  stampCard: 80,
  giftCard: 50,
  eventTicket: 60,
  offer: 40,
};

/** Issue a few hundred passes of the demo templates with dates over several months. */
export function seedDemoPasses(state: State, templates: Record<SeedTemplate, string>): void {
  const random = new Random(DRAW_SEED);
  let number = 0;
  for (const key of Object.keys(COUNTS) as SeedTemplate[]) {
    const template = state.templates.get(templates[key]);
    if (template === undefined) continue;
    const passes = issueDates(state, random, template, COUNTS[key]).map((created) => {
      number += 1;
      const person = drawPerson(random, number);
      return createPass(state, template, {
        ...common(random, person, number, created, state.clock.now()),
        ...VALUES[key](random, person, { number, created, now: state.clock.now() }),
      });
    });
    state.passes.addMany(template.id, passes);
  }
}

/** Oldest first; every seventh pass was issued in the same millisecond as the one before it. */
function issueDates(state: State, random: Random, template: Template, count: number): number[] {
  const now = state.clock.now();
  const span = now - template.created - DAY;
  const dates = Array.from({ length: count }, () => now - MINUTE - random.below(span));
  dates.sort((a, b) => a - b);
  return dates.map((date, index) => (index % 7 === 6 ? (dates[index - 1] as number) : date));
}

/** Common values of all seeded passes: holder, devices, and sometimes voided. */
function common(
  random: Random,
  person: Person,
  number: number,
  created: number,
  now: number,
): Omit<NewPass, 'templateFields' | 'customFields'> {
  const voided = random.chance(0.06);
  const onPhone = random.chance(0.62);
  return {
    created,
    updated: random.chance(0.4) ? created + random.below(now - created) : created,
    externalId: random.chance(0.9) ? `HP-${String(number).padStart(5, '0')}` : undefined,
    email: random.chance(0.92) ? person.email : undefined,
    phone: random.chance(0.55) ? person.phone : undefined,
    isValid: !voided,
    invalidatedReason: voided
      ? random.pick(['used', 'refunded', 'exchanged', 'manual'] as const)
      : undefined,
    walletADevices: onPhone && random.chance(0.6) ? 1 + random.below(2) : 0,
    walletBDevices: onPhone && random.chance(0.5) ? 1 : 0,
  };
}
