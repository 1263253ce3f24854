import { defaultEnrollForm, defaultPassPage, field } from '../resources/templates/template';
import { DAY } from '../state/clock';
import type { Account, Design, ImageKey, Template } from '../state/entities';
import type { State } from '../state/state';

/** A template of the seed. */
interface TemplateDraft {
  name: string;
  type: Template['type'];
  /** Age of the template in days. */
  age: number;
  /** The theme of its images, which the sandbox draws: logo, icon, and these. */
  theme: string;
  images: ImageKey[];
  /** On top of a barcode and readable colors. */
  design: Design;
}

export const SEED_TEMPLATES = [
  'generic',
  'loyalty',
  'stampCard',
  'giftCard',
  'eventTicket',
  'offer',
] as const;
export type SeedTemplate = (typeof SEED_TEMPLATES)[number];

/** Add a seed template to an account. */
export function addTemplate(state: State, account: Account, key: SeedTemplate): Template {
  const draft = DRAFTS[key];
  const created = state.clock.now() - draft.age * DAY;
  const images = (['logo', 'icon', ...draft.images] as const).map((kind) => [
    kind,
    `${state.baseUrl}/art/${draft.theme}-${kind}.svg`,
  ]);
  const template: Template = {
    id: state.random.id(),
    accountId: account.id,
    name: draft.name,
    type: draft.type,
    design: {
      adjustTextColor: true,
      barcode: true,
      locations: [],
      ...draft.design,
      ...(Object.fromEntries(images) as Design),
    },
    enrollForm: defaultEnrollForm(draft.type),
    passPage: defaultPassPage(draft.name),
    images: {},
    walletsReadyAt: created,
    created,
    updated: created + DAY,
    deleted: false,
  };
  state.templates.set(template.id, template);
  return template;
}

const DRAFTS: Record<SeedTemplate, TemplateDraft> = {
  /** A membership card without pass type fields: all are the designer's. */
  generic: {
    name: 'Harbor Library Card',
    type: 'generic',
    age: 410,
    theme: 'library',
    images: ['thumbnail'],
    design: {
      backgroundColor: '#1f3a5f',
      header: field('memberNumber', 'Member number'),
      rows: [
        [field('memberName', 'Member'), {}, field('memberSince', 'Member since')],
        [field('homeBranch', 'Home branch'), field('membershipLevel', 'Level')],
      ],
      linkRows: [
        field('catalog', 'Search the catalog'),
        field('openingHours', 'Opening hours'),
        field('memberUntil', 'Member until'),
      ],
      barcodeType: 'code128',
      locations: [{ name: 'Main branch', latitude: 53.5436, longitude: 9.9881 }],
    },
  },

  /** A points card: the type's own fields beside the designer's. */
  loyalty: {
    name: 'Roastery Rewards',
    type: 'loyalty',
    age: 365,
    theme: 'roastery',
    images: ['hero', 'strip'],
    design: {
      backgroundColor: '#f3e3c7',
      header: field('balance', 'Points'),
      rows: [
        [field('accountName', 'Member'), field('rewards', 'Reward level')],
        [field('favoriteDrink', 'Favorite drink'), {}, field('homeShop', 'Home shop')],
      ],
      linkRows: [
        field('accountId', 'Member number'),
        field('shopFinder', 'Find a shop'),
        field('birthday', 'Birthday'),
      ],
      barcodeType: 'azteccode',
    },
  },

  /** A stamp card of ten with rewards at five and ten. */
  stampCard: {
    name: 'Tenth Coffee Free',
    type: 'loyalty',
    age: 200,
    theme: 'coffee',
    images: ['hero', 'stamp'],
    design: {
      backgroundColor: '#3c2415',
      textColor: '#ffe9c9',
      labelColor: '#d9a566',
      adjustTextColor: false,
      header: field('stampsLeft', 'To go'),
      rows: [[field('accountName', 'Name'), field('nextReward', 'Next reward')]],
      linkRows: [field('terms', 'Terms')],
      barcodeType: 'qrcode',
      useStampCollection: true,
      stampCount: 10,
      stampTiers: [
        { threshold: 5, reward: 'A biscuit' },
        { threshold: 10, reward: 'A free coffee' },
      ],
    },
  },

  /** A gift card with its remaining balance, number and PIN. */
  giftCard: {
    name: 'Pine Bookshop Gift Card',
    type: 'giftCard',
    age: 150,
    theme: 'bookshop',
    images: ['strip'],
    design: {
      backgroundColor: '#0f5c4a',
      header: field('balance', 'Balance'),
      rows: [
        [field('cardNumber', 'Card number'), field('currencyCode', 'Currency')],
        [field('giftFrom', 'From'), {}, field('giftTo', 'To')],
      ],
      linkRows: [field('pin', 'PIN'), field('giftMessage', 'Message')],
      barcodeType: 'pdf417',
    },
  },

  /** A ticket with seat and gate. */
  eventTicket: {
    name: 'Night of the Lighthouse Orchestra',
    type: 'eventTicket',
    age: 60,
    theme: 'orchestra',
    images: ['strip', 'background'],
    design: {
      backgroundColor: '#2b1a4f',
      header: field('eventDate', 'Date'),
      rows: [
        [field('ticketHolderName', 'Guest'), field('ticketType', 'Ticket')],
        [field('section', 'Section'), field('row', 'Row'), field('seat', 'Seat')],
        [field('gate', 'Gate'), {}, field('doorsOpen', 'Doors open')],
      ],
      linkRows: [field('confirmationCode', 'Confirmation'), field('gettingThere', 'Getting there')],
      barcodeType: 'qrcode',
      locations: [{ name: 'Pier Hall', latitude: 53.5413, longitude: 9.9841 }],
    },
  },

  /** A coupon whose barcode is an EAN-13, as cash registers read it. */
  offer: {
    name: 'Spring Ferry Offer',
    type: 'offer',
    age: 30,
    theme: 'ferry',
    images: ['strip'],
    design: {
      backgroundColor: '#ffcf33',
      textColor: '#10243a',
      labelColor: '#7a5b00',
      adjustTextColor: false,
      header: field('discount', 'You save'),
      rows: [
        [field('offerTitle', 'Offer'), field('route', 'Route')],
        [field('travelDays', 'Travel days')],
      ],
      linkRows: [field('conditions', 'Conditions'), field('bookingLink', 'Book now')],
      barcodeType: 'ean13',
    },
  },
};
