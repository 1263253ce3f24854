import { DateTime } from 'luxon';

import { INVALIDATED_REASONS, PASS_TYPE_FIELDS } from '../../shared/service/vocabulary';
import { designFieldIds } from '../resources/passes/fieldValues';
import { addPass } from '../resources/passes/pass';
import { DAY } from '../state/clock';
import type { FieldValues, Template } from '../state/entities';
import { Random } from '../state/random';
import type { State } from '../state/state';
import { drawPerson } from './people';
import type { SeedTemplate } from './templates';

const DRAW_SEED = 417;
const PASSES_PER_TEMPLATE = 60;
const SHOW_HOUR = 20;
/** One in so many library cards ends soon: the reminder recipe has cards to remind of. */
const ENDS_SOON_EVERY = 6;
const ENDS_SOON_DAYS = 10;
/**
 * One pass in so many has its designer's fields only in `customFields`, as the dashboard issues it: lists lack them. None
 * of those that end soon: recipes remind of them.
 */
const UNLISTED_EVERY = 4;

/** Values to draw from, by field ID. A field that is not here shows the holder's name. */
const SAMPLES: Record<string, (string | number)[]> = {
  homeBranch: ['Main', 'Old Port', 'Hillside'],
  membershipLevel: ['Reader', 'Reader Plus', 'Patron'],
  catalog: ['https://library.example/catalog'],
  openingHours: ['Tue–Sat 10 AM–7 PM'],
  balance: [0, 5, 20, 35, 50, 100, 250],
  rewards: ['Bean', 'Roast', 'Gold Roast'],
  favoriteDrink: ['Flat white', 'Espresso', 'Cortado & cake'],
  homeShop: ['Quay 4', 'Market Square', 'Pine Street'],
  shopFinder: ['https://roastery.example/shops'],
  birthday: ['1958-01-23', '1972-04-09', '1986-06-30', '1991-09-14', '1996-02-29', '2003-11-18'],
  terms: ['One stamp per drink. No cash value.'],
  currencyCode: ['EUR'],
  pin: ['0417', '2210', '9003'],
  giftFrom: ['Grandma', 'The team', 'Jo ❤'],
  giftMessage: ['Happy birthday!', 'Thank you <3'],
  ticketType: ['Standard', 'Concession', 'Box'],
  gate: ['A', 'B', 'C'],
  section: ['Stalls', 'Circle', 'Balcony'],
  row: ['A', 'B', 'K', 'L'],
  seat: [3, 8, 15, 22, 31],
  confirmationCode: ['48213307', '90027165'],
  doorsOpen: ['7:15 PM'],
  gettingThere: ['Ferry line 62, stop Pier Hall'],
  discount: ['20%', '25%', '2 for 1'],
  offerTitle: ['Early ferry'],
  route: ['Harbor – Pine Island', 'Harbor – Old Fort'],
  travelDays: ['Monday to Thursday'],
  conditions: ['Not with other offers. Under 6 travel free.'],
  bookingLink: ['https://ferry.example/book'],
};

/** Issue a few hundred passes of the demo templates with dates over several months. */
export function addDemoPasses(state: State, templates: Record<SeedTemplate, string>): void {
  const random = new Random(DRAW_SEED);
  const now = state.clock.now();
  let number = 0;
  for (const id of Object.values(templates)) {
    const template = state.templates.get(id) as Template;
    const oldest = template.created + DAY;
    for (let index = 0; index < PASSES_PER_TEMPLATE; index += 1) {
      number += 1;
      // Oldest first; every seventh pass is of the same millisecond as the one before it.
      const age = (index % 7 === 6 ? index - 1 : index) / PASSES_PER_TEMPLATE;
      addDemoPass(state, random, template, number, Math.floor(oldest + age * (now - oldest)));
    }
  }
}

function addDemoPass(
  state: State,
  random: Random,
  template: Template,
  number: number,
  created: number,
): void {
  const now = state.clock.now();
  const { name, email, phone } = drawPerson(random, number);
  const digits = String(number).padStart(6, '0');
  const collectedStamps = template.design.useStampCollection ? random.below(11) : 0;
  const endsSoon = template.type === 'generic' && number % ENDS_SOON_EVERY === 0;
  const showDays = random.chance(0.25) ? -4 : 24;
  const days = endsSoon ? ENDS_SOON_DAYS : showDays;
  const validUntil = DateTime.fromMillis(now, { zone: 'utc' })
    .startOf('day')
    .plus({ days, hours: SHOW_HOUR });
  const own: Record<string, string | number> = {
    memberNumber: `L-${digits}`,
    memberSince: DateTime.fromMillis(created, { zone: 'utc' }).toFormat('LLLL yyyy'),
    memberUntil: DateTime.fromMillis(now, { zone: 'utc' })
      .plus({ days: endsSoon ? ENDS_SOON_DAYS : 100 + number })
      .toFormat('yyyy-LL-dd'),
    accountId: `RR-${digits}`,
    cardNumber: `0061 ${digits}`,
    stampsLeft: 10 - collectedStamps,
    nextReward: collectedStamps < 5 ? 'A biscuit' : 'A free coffee',
    eventDate: validUntil.toFormat('d LLL yyyy, HH:mm'),
  };
  // Others send them in both, as lists show only `templateFields`.
  const isMirrored = number % UNLISTED_EVERY !== 1;
  const templateFields: FieldValues = {};
  const customFields: FieldValues = {};
  for (const field of designFieldIds(template.design)) {
    const value = own[field] ?? random.pick(SAMPLES[field] ?? [name]);
    const isDesigners = !PASS_TYPE_FIELDS[template.type].includes(field);
    if (isDesigners) customFields[field] = value;
    if (!isDesigners || isMirrored) templateFields[field] = value;
  }
  const expires = endsSoon || ['giftCard', 'eventTicket', 'offer'].includes(template.type);
  const voided = random.chance(0.06);
  addPass(state, template, {
    templateFields: { ...templateFields, ...(expires && { validUntil: validUntil.toISO() ?? '' }) },
    customFields,
    // Twelve digits, to which an EAN-13 adds its check digit.
    redemptionValue: template.design.barcodeType === 'ean13' ? `200000${digits}` : undefined,
    collectedStamps,
    claimedTiers: collectedStamps >= 5 && random.chance(0.5) ? [5] : [],
    created,
    updated: random.chance(0.4) ? created + random.below(now - created) : created,
    externalId: random.chance(0.9) ? `HP-${digits}` : undefined,
    email: random.chance(0.92) ? email : undefined,
    phone: random.chance(0.55) ? phone : undefined,
    isValid: !voided,
    invalidatedReason: voided ? random.pick(INVALIDATED_REASONS) : undefined,
    walletADevices: random.below(3),
    walletBDevices: random.chance(0.3) ? 1 : 0,
  });
}
