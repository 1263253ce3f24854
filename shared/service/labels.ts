import type { TemplateType } from './vocabulary';

/** Names of the template types for people. */
export const TEMPLATE_TYPE_LABELS: Record<TemplateType, string> = {
  generic: 'Membership or ID Card',
  loyalty: 'Loyalty Card',
  giftCard: 'Gift Card',
  eventTicket: 'Event Ticket',
  offer: 'Coupon',
};
