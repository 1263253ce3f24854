import type { TemplateType } from '../../../shared/service/vocabulary';
import type { Design } from '../../state/entities';
import type { State } from '../../state/state';

type DefaultFields = Pick<Design, 'backgroundColor' | 'header' | 'rows' | 'linkRows'>;

const FIELDS: Record<TemplateType, DefaultFields> = {
  generic: {
    backgroundColor: '#1f3a5f',
    header: { id: 'memberId', label: 'Member ID' },
    rows: [[{ id: 'memberName', label: 'Name' }]],
    linkRows: [],
  },
  loyalty: {
    backgroundColor: '#3b2f63',
    header: { id: 'balance', label: 'Points' },
    rows: [
      [
        { id: 'accountName', label: 'Name' },
        { id: 'accountId', label: 'Member ID' },
      ],
    ],
    linkRows: [{ id: 'rewards', label: 'Rewards' }],
  },
  giftCard: {
    backgroundColor: '#0f5c4a',
    header: { id: 'balance', label: 'Balance' },
    rows: [[{ id: 'cardNumber', label: 'Card number' }]],
    linkRows: [{ id: 'pin', label: 'PIN' }],
  },
  eventTicket: {
    backgroundColor: '#2b1a4f',
    header: { id: 'eventDate', label: 'Date' },
    rows: [
      [
        { id: 'ticketHolderName', label: 'Name' },
        { id: 'ticketType', label: 'Ticket' },
      ],
      [
        { id: 'section', label: 'Section' },
        { id: 'row', label: 'Row' },
        { id: 'seat', label: 'Seat' },
      ],
    ],
    linkRows: [{ id: 'confirmationCode', label: 'Confirmation' }],
  },
  offer: {
    backgroundColor: '#a3432b',
    header: { id: 'discount', label: 'You save' },
    rows: [[{ id: 'offerTitle', label: 'Offer' }]],
    linkRows: [{ id: 'conditions', label: 'Conditions' }],
  },
};

/** Default design of a new template; merged with that of the caller. */
export function defaultDesign(state: State, type: TemplateType): Design {
  return {
    ...structuredClone(FIELDS[type]),
    adjustTextColor: true,
    icon: suppliedImage(state, 'icon'),
    barcode: true,
    barcodeType: 'qrcode',
    locations: [],
  };
}

/** URL of an image supplied by the service. */
export function suppliedImage(state: State, kind: 'icon' | 'stamp' | 'hero'): string {
  return `${state.baseUrl}/art/plain-${kind}.svg`;
}

/** Generic and loyalty templates start with a form for name, email and phone. */
export function defaultEnrollForm(type: TemplateType): Record<string, unknown> {
  if (type !== 'generic' && type !== 'loyalty') return { fields: [] };
  return {
    fields: [
      { id: type === 'loyalty' ? 'accountName' : 'memberName', label: 'Name', required: true },
      { id: 'email', label: 'Email', required: true },
      { id: 'phone', label: 'Phone', required: false },
    ],
  };
}

export function defaultPassPage(name: string): Record<string, unknown> {
  return { title: name, showAddButtons: true };
}
