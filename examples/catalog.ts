/** An example: the workflow `n8n/<name>.json`, and the page `zapier/<name>.md` with the same recipe. */
export interface Example {
  name: string;
  /** Set if it has no page for Zapier: Zapier cannot do it, as it runs each row of a list on its own, or another page has it. */
  onlyOnN8n?: true;
  does: string;
  forWhom: string;
}

/** All examples, in display order. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'form-to-pass',
    does: 'A form issues a card; its last page links to the card',
    forWhom: 'Libraries, clubs, anyone with sign-ups',
  },
  {
    name: 'crm-to-pass',
    does: 'Rows of a CRM or sheet become cards and stay in sync; the link is written back',
    forWhom: 'Membership offices',
  },
  {
    name: 'hubspot-to-pass',
    onlyOnN8n: true,
    does: 'Customers in HubSpot become cards and stay in sync; the link is written back to the contact',
    forWhom: 'Anyone with HubSpot',
  },
  {
    name: 'card-import',
    does: 'The cards of another provider become passes, from a CSV file, with a preview first',
    forWhom: 'Anyone who changes providers',
  },
  {
    name: 'keep-list',
    onlyOnN8n: true,
    does: 'Every night, the cards match a complete list; cards of former members are voided after an approval',
    forWhom: 'Gyms, clubs, offices',
  },
  {
    name: 'purchase-to-stamp',
    does: 'A purchase adds stamps, a refund removes them; a full card earns a coupon and starts over',
    forWhom: 'Cafés, bakeries, hair salons',
  },
  {
    name: 'purchase-to-points',
    does: "A purchase adds points to the customer's card, found by email; a refund takes them back",
    forWhom: 'Shops, cafés, restaurants',
  },
  {
    name: 'gift-card',
    does: 'A gift card is issued, topped up and redeemed',
    forWhom: 'Shops, restaurants',
  },
  {
    name: 'event-tickets',
    does: 'Tickets with a seat when an order is completed, voided when canceled or refunded',
    forWhom: 'Theaters, concert halls, conferences',
  },
  {
    name: 'ticket-check',
    onlyOnN8n: true,
    does: 'A ticket is scanned at the door: a green page once, and a red one from then on',
    forWhom: 'Theaters, clubs, conferences',
  },
  {
    name: 'shopify-to-pass',
    onlyOnN8n: true,
    does: 'A paid Shopify order with a membership gets a card, voided when the membership is refunded',
    forWhom: 'Shops that sell memberships',
  },
  {
    name: 'membership-renewal',
    does: 'On renewal, a membership card gets and shows its new expiration date; two weeks before it expires, a reminder',
    forWhom: 'Clubs, gyms, museums',
  },
  {
    name: 'renewal-notice',
    does: 'A message two weeks before a membership renews, by a date in a field',
    forWhom: 'Clubs, gyms, subscriptions',
  },
  {
    name: 'birthday-points',
    does: 'On a birthday, points on the loyalty card and a message',
    forWhom: 'Cafés, shops, restaurants',
  },
  {
    name: 'points-to-gold',
    does: 'At 500 points, a card becomes Gold; its holder and the CRM are informed',
    forWhom: 'Cafés, shops, hotels',
  },
  {
    name: 'add-reminder',
    does: 'An email to people who have not added their card to their phone',
    forWhom: 'Anyone who issues cards',
  },
  {
    name: 'win-back',
    does: 'An offer to people whose card has not changed for 90 days',
    forWhom: 'Cafés, shops, gyms',
  },
  {
    name: 'employee-badge',
    does: 'An access badge by invite on the first day; on the last, the badge is revoked and the staff card voided',
    forWhom: 'Offices with access badges',
  },
  {
    name: 'pass-to-crm',
    does: 'A pass from any source becomes a CRM contact that shows its status',
    forWhom: 'Marketing and sales',
  },
  {
    name: 'nightly-export',
    does: 'Every night, a file with all passes',
    forWhom: 'Anyone who keeps their own copy',
  },
  {
    name: 'pass-report',
    does: 'A weekly report: who has no pass, and who has two',
    forWhom: 'Membership offices',
  },
  {
    name: 'cards-out',
    onlyOnN8n: true,
    does: 'A weekly message: how many cards are out, and how many are on a phone',
    forWhom: 'Anyone who issues cards',
  },
  {
    name: 'everything-about-one-person',
    does: 'All passes and badges of a person, of all templates, in one file',
    forWhom: 'Support, and requests under data protection law',
  },
];

/** The examples with a page for Zapier. */
export const ZAPIER_EXAMPLES = EXAMPLES.filter(({ onlyOnN8n }) => !onlyOnN8n);
