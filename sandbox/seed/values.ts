import { DateTime } from 'luxon';

import { DAY } from '../durations';
import type { NewPass } from '../resources/passes/pass';
import type { Random } from '../state/random';
import type { Person } from './people';
import type { SeedTemplate } from './templates';

interface Moment {
  number: number;
  created: number;
  now: number;
}
type Draw = (
  random: Random,
  person: Person,
  moment: Moment,
) => Partial<NewPass> & Pick<NewPass, 'templateFields' | 'customFields'>;

const utc = (ms: number) => DateTime.fromMillis(ms, { zone: 'utc' });
const iso = (ms: number) => utc(ms).toISO() as string;
const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** Likely values for a pass of each seed template. */
export const VALUES: Record<SeedTemplate, Draw> = {
  generic: (random, person, { number, created }) => ({
    templateFields: {},
    customFields: {
      memberNumber: `L-${digits(10_000 + number, 6)}`,
      memberName: person.name,
      memberSince: utc(created).toFormat('LLLL yyyy'),
      homeBranch: random.pick(['Main', 'Old Port', 'Hillside']),
      membershipLevel: random.pick(['Reader', 'Reader Plus', 'Patron']),
      catalog: 'https://library.example/catalog',
      openingHours: 'Tue–Sat 10:00–19:00',
    },
  }),

  loyalty: (random, person, { number }) => ({
    templateFields: {
      accountName: person.name,
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

  stampCard: (random, person, { created, now }) => {
    const collectedStamps = random.below(11);
    const rounds = random.below(3);
    return {
      collectedStamps,
      totalCollected: collectedStamps + rounds * 10,
      claimedTiers: collectedStamps >= 5 && random.chance(0.5) ? [5] : [],
      stampsUpdated: created + random.below(now - created),
      redemptions: Array.from({ length: rounds }, () => ({ at: created, stamps: 10 })),
      templateFields: { accountName: person.name },
      customFields: {
        stampsLeft: 10 - collectedStamps,
        nextReward: collectedStamps < 5 ? 'A biscuit' : 'A free coffee',
        terms: 'One stamp per drink. No cash value.',
      },
    };
  },

  giftCard: (random, person, { number, created }) => ({
    templateFields: {
      balance: random.pick([0, 5, 12.5, 20, 25, 37.4, 50, 100]),
      currencyCode: 'EUR',
      cardNumber: `0061${digits(number * 7919, 12)}`,
      pin: digits(random.below(10_000), 4),
      validUntil: iso(created + (random.chance(0.2) ? 20 : 730) * DAY),
    },
    customFields: {
      giftFrom: random.pick(['Grandma', 'All of us', 'The team', 'Jo ❤']),
      giftTo: person.name,
      giftMessage: random.pick(['Happy birthday!', 'Thank you <3', 'Read something good']),
    },
  }),

  eventTicket: (random, person, { number, now }) => {
    const show = utc(now)
      .startOf('day')
      .plus({ days: random.chance(0.25) ? -4 : 24, hours: 20 });
    return {
      templateFields: {
        ticketHolderName: person.name,
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

  offer: (random, _person, { number, created }) => ({
    // Some coupons have no number; their default barcode value is not a valid EAN-13.
    redemptionValue: random.chance(0.85) ? ean13(200_000_000_000 + number) : undefined,
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

/** Twelve digits and their check digit. */
function ean13(value: number): string {
  const body = String(value);
  const sum = Array.from(body).reduce(
    (total, d, i) => total + Number(d) * (i % 2 === 0 ? 1 : 3),
    0,
  );
  return body + String((10 - (sum % 10)) % 10);
}
