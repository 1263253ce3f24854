import type { TemplateType } from './vocabulary';

/** What people call each type. */
export const TEMPLATE_TYPE_LABELS: Record<TemplateType, string> = {
  generic: 'Membership or ID Card',
  loyalty: 'Loyalty Card',
  giftCard: 'Gift Card',
  eventTicket: 'Event Ticket',
  offer: 'Coupon',
};
