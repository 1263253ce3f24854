import { DateTime } from 'luxon';

import { INVALIDATED_REASONS } from '../../shared/service/vocabulary';
import { addPass, type NewPass } from '../resources/passes/pass';
import { DAY, MINUTE } from '../state/clock';
import { Random } from '../state/random';
import type { State } from '../state/state';
import { drawPerson } from './people';
import { SEED_TEMPLATES, type SeedTemplate } from './templates';

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

/** What the values of a pass are drawn from. */
interface Draw {
  random: Random;
  /** The holder's name. */
  name: string;
  /** Number of the pass, from 1. */
  number: number;
  created: number;
  now: number;
}

const utc = (ms: number) => DateTime.fromMillis(ms, { zone: 'utc' });
const iso = (ms: number) => new Date(ms).toISOString();
const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** Likely values for a pass of each template. */
const VALUES: Record<SeedTemplate, (draw: Draw) => Partial<NewPass>> = {
  generic: ({ random, name, number, created }) => ({
    customFields: {
      memberNumber: `L-${digits(10_000 + number, 6)}`,
      memberName: name,
      memberSince: utc(created).toFormat('LLLL yyyy'),
      homeBranch: random.pick(['Main', 'Old Port', 'Hillside']),
      membershipLevel: random.pick(['Reader', 'Reader Plus', 'Patron']),
      catalog: 'https://library.example/catalog',
      openingHours: 'Tue–Sat 10:00–19:00',
    },
  }),
  loyalty: ({ random, name, number }) => ({
    templateFields: {
      accountName: name,
      accountId: `RR-${digits(number, 6)}`,
      balance: random.below(2400),
      rewards: random.pick(['Bean', 'Roast', 'Gold Roast ✨']),
    },
    customFields: {
      favouriteDrink: random.pick(['Flat white', 'Espresso', 'Filter', 'Cortado & cake']),
      homeShop: random.pick(['Quay 4', 'Market Square', 'Pine Street']),
      shopFinder: 'https://roastery.example/shops',
      birthday: 'A drink of your choice on the day',
    },
  }),
  stampCard: ({ random, name, number }) => {
    const collectedStamps = random.below(11);
    return {
      collectedStamps,
      totalCollected: collectedStamps + (number % 3) * 10,
      claimedTiers: collectedStamps >= 5 && random.chance(0.5) ? [5] : [],
      templateFields: { accountName: name },
      customFields: {
        stampsLeft: 10 - collectedStamps,
        nextReward: collectedStamps < 5 ? 'A biscuit' : 'A free coffee',
        terms: 'One stamp per drink. No cash value.',
      },
    };
  },
  giftCard: ({ random, name, number, created }) => ({
    templateFields: {
      balance: random.pick([0, 5, 12.5, 20, 25, 37.4, 50, 100]),
      currencyCode: 'EUR',
      cardNumber: `0061${digits(number * 7919, 12)}`,
      pin: digits(random.below(10_000), 4),
      validUntil: iso(created + (random.chance(0.2) ? 20 : 730) * DAY),
    },
    customFields: {
      giftFrom: random.pick(['Grandma', 'All of us', 'The team', 'Jo ❤']),
      giftTo: name,
      giftMessage: random.pick(['Happy birthday!', 'Thank you <3', 'Read something good']),
    },
  }),
  eventTicket: ({ random, name, number, now }) => {
    const days = random.chance(0.25) ? -4 : 24;
    const show = utc(now).startOf('day').plus({ days, hours: 20 });
    return {
      templateFields: {
        ticketHolderName: name,
        ticketType: random.pick(['Standard', 'Concession', 'Box']),
        ticketNumber: `T${digits(number, 6)}`,
        gate: random.pick(['A', 'B', 'C']),
        section: random.pick(['Stalls', 'Circle', 'Balcony']),
        row: random.pick(['A', 'B', 'C', 'D', 'K', 'L']),
        seat: 1 + random.below(32),
        confirmationCode: digits(random.below(10 ** 8), 8),
        validUntil: iso(show.plus({ hours: 4 }).toMillis()),
      },
      customFields: {
        eventDate: show.toFormat('d LLL yyyy, HH:mm'),
        doorsOpen: '19:15',
        gettingThere: 'Ferry line 62, stop Pier Hall',
      },
    };
  },
  offer: ({ random, number, created }) => ({
    // Twelve digits, to which an EAN-13 adds its check digit.
    redemptionValue: String(200_000_000_000 + number),
    templateFields: { validUntil: iso(created + (random.chance(0.3) ? 6 : 90) * DAY) },
    customFields: {
      discount: random.pick(['20 %', '25 %', '2 for 1']),
      offerTitle: 'Early ferry',
      route: random.pick(['Harbour – Pine Island', 'Harbour – Old Fort']),
      travelDays: 'Monday to Thursday',
      conditions: 'Not with other offers. Under 6 travel free.',
      bookingLink: 'https://ferry.example/book',
    },
  }),
};

/** Issue a few hundred passes of the demo templates with dates over several months. */
export function addDemoPasses(state: State, templates: Record<SeedTemplate, string>): void {
  const random = new Random(DRAW_SEED);
  const now = state.clock.now();
  let number = 0;
  for (const key of SEED_TEMPLATES) {
    const template = state.templates.get(templates[key]);
    if (template === undefined) continue;
    const span = now - template.created - DAY;
    const dates = Array.from({ length: COUNTS[key] }, () => now - MINUTE - random.below(span));
    dates.sort((a, b) => a - b);
    for (const [index, date] of dates.entries()) {
      // Every seventh pass was issued in the same millisecond as the one before it.
      const created = index % 7 === 6 ? (dates[index - 1] ?? date) : date;
      number += 1;
      const { name, email, phone } = drawPerson(random, number);
      const voided = random.chance(0.06);
      addPass(state, template, {
        templateFields: {},
        customFields: {},
        created,
        updated: random.chance(0.4) ? created + random.below(now - created) : created,
        externalId: random.chance(0.9) ? `HP-${digits(number, 5)}` : undefined,
        email: random.chance(0.92) ? email : undefined,
        phone: random.chance(0.55) ? phone : undefined,
        isValid: !voided,
        invalidatedReason: voided ? random.pick(INVALIDATED_REASONS) : undefined,
        walletADevices: random.below(3),
        walletBDevices: random.chance(0.3) ? 1 : 0,
        ...VALUES[key]({ random, name, number, created, now }),
      });
    }
  }
}
