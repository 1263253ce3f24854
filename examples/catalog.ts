/** An example: the workflow `n8n/<name>.json`, and the page `zapier/<name>.md` with the same recipe. */
export interface Example {
  name: string;
  does: string;
  forWhom: string;
}

/** All examples, in display order. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'form-to-pass',
    does: 'A form makes a card; its last page shows the link',
    forWhom: 'Libraries, clubs, anybody who signs people up',
  },
  {
    name: 'crm-to-pass',
    does: 'Rows of a CRM or sheet become cards and stay in step; the link is written back',
    forWhom: 'Membership offices',
  },
  {
    name: 'purchase-to-stamp',
    does: 'A purchase stamps the card; a full card gives a coupon and starts again',
    forWhom: 'Cafés, bakeries, hairdressers',
  },
  {
    name: 'gift-card',
    does: 'Sell a gift card, top it up, pay with it',
    forWhom: 'Shops, restaurants',
  },
  {
    name: 'event-tickets',
    does: 'Tickets with a seat when an order is paid, voided on refund',
    forWhom: 'Theatres, concert halls, conferences',
  },
  {
    name: 'membership-renewal',
    does: 'A reminder before a membership ends, a new date when it is paid',
    forWhom: 'Clubs, gyms, museums',
  },
  {
    name: 'employee-badge',
    does: 'A door badge by invite on the first day, taken back on the last',
    forWhom: 'Offices with access badges',
  },
  {
    name: 'pass-to-crm',
    does: 'A pass from anywhere becomes a CRM contact',
    forWhom: 'Marketing and sales',
  },
  {
    name: 'nightly-export',
    does: 'Every night a file with all passes',
    forWhom: 'Anybody who keeps their own copy',
  },
];
