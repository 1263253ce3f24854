import type { TemplateType } from '../../../shared/service/vocabulary';
import { resourceNotFound } from '../../errors';
import type { Call } from '../../http/endpoint';
import type { Design, DesignField, Template } from '../../state/entities';
import type { State } from '../../state/state';

/**
 * The caller's template.
 * @throws ServiceError 404 `Resource not found` when missing or another account's
 */
export function ownTemplate({ state, account, id }: Call, templateId = id): Template {
  const template = state.liveTemplate(templateId);
  if (template?.accountId !== account.id) throw resourceNotFound();
  return template;
}

/** A field of a design. */
export const field = (id: string, label: string): DesignField => ({ id, label });

type DefaultFields = Pick<Design, 'backgroundColor' | 'header' | 'rows' | 'linkRows'>;

const FIELDS: Record<TemplateType, DefaultFields> = {
  generic: {
    backgroundColor: '#1f3a5f',
    header: field('memberId', 'Member ID'),
    rows: [[field('memberName', 'Name')]],
    linkRows: [],
  },
  loyalty: {
    backgroundColor: '#3b2f63',
    header: field('balance', 'Points'),
    rows: [[field('accountName', 'Name'), field('accountId', 'Member ID')]],
    linkRows: [field('rewards', 'Rewards')],
  },
  giftCard: {
    backgroundColor: '#0f5c4a',
    header: field('balance', 'Balance'),
    rows: [[field('cardNumber', 'Card number')]],
    linkRows: [field('pin', 'PIN')],
  },
  eventTicket: {
    backgroundColor: '#2b1a4f',
    header: field('eventDate', 'Date'),
    rows: [
      [field('ticketHolderName', 'Name'), field('ticketType', 'Ticket')],
      [field('section', 'Section'), field('row', 'Row'), field('seat', 'Seat')],
    ],
    linkRows: [field('confirmationCode', 'Confirmation')],
  },
  offer: {
    backgroundColor: '#a3432b',
    header: field('discount', 'You save'),
    rows: [[field('offerTitle', 'Offer')]],
    linkRows: [field('conditions', 'Conditions')],
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
