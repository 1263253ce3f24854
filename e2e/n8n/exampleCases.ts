/**
 * Events of each example workflow, and the expected state of the server after each. Every event is repeated, and
 * must change nothing the second time.
 */
import type { ChangedBefore, IssuedBefore, ServerState } from '../../test/examples/serverState';

/** The start of a workflow: `node` is the name of its trigger. */
export type Start =
  | { by: 'schedule'; node: string }
  /** The pinned sample of another app. The tests have no account there, so the workflow is not published. */
  | { by: 'sample'; node: string }
  /** A submitted form; answers by the labels of its fields. */
  | { by: 'form'; node: string; answers: Record<string, string | UploadedFile> }
  /** A POST with a JSON body. */
  | { by: 'webhook'; node: string; body: Record<string, unknown> }
  /** A poll after these passes were issued or changed; the previous poll was before. */
  | { by: 'poll'; node: string; issued?: IssuedBefore[]; changed?: ChangedBefore[] };

export interface UploadedFile {
  name: string;
  text: string;
}

/** Items on the first output of nodes; compared by the given keys. */
export type Outputs = Record<string, object[]>;

export interface Happening {
  what: string;
  start: Start;
  /** What happened before it, e.g. a person added the badge of an invite. */
  before?:
    | { badgeAddedBy: string }
    | { invitedToOtherBadge: string; isAdded: boolean }
    | { issued?: IssuedBefore[]; changed?: ChangedBefore[] };
  outputs: Outputs;
  /** The output of the repetition, if it differs from the first time. */
  outputsAgain?: Outputs;
  serverState: ServerState;
}

/** Time zone of the workflows. */
const ZONE = 'America/New_York';
/** Members of the list, who get one email each. */
const MEMBERS = [
  'ana.souza@example.com',
  'bjorn@example.com',
  'mei@example.com',
  'zoe.lind@example.com',
];
/** Cards of the list, and of another one on the same template. */
const KEPT = {
  'gym-2001': { isValid: true },
  'gym-2002': { customFields: { memberName: 'Björn Ångström', membershipLevel: 'Friend' } },
  'gym-2003': { isValid: true },
  'gym-2004': { isValid: true },
  'spa-1': { isValid: true },
};

/** The date that a renewed card shows. */
const RENEWED = { memberUntil: '2031-12-31' };

/** Events by name of the example, in order. */
export const CASES: Record<string, Happening[]> = {
  'form-to-pass': [
    {
      what: 'somebody submits the form',
      start: {
        by: 'form',
        node: 'Sign-Up Form',
        answers: { Name: 'Ana Souza', Email: 'Ana.Souza@example.com', 'Home branch': 'Harbor' },
      },
      outputs: { 'Show the Link': [{ completionTitle: 'Your card is ready' }] },
      outputsAgain: {
        'Show the Link': [],
        'Card Already Exists': [{ completionTitle: 'You already have a card' }],
      },
      serverState: {
        passes: {
          generic: {
            'F-7FD726011AA0': {
              email: 'ana.souza@example.com',
              customFields: { memberName: 'Ana Souza', homeBranch: 'Harbor' },
            },
          },
        },
        emails: ['ana.souza@example.com'],
      },
    },
  ],

  'crm-to-pass': [
    {
      what: 'the schedule fires',
      start: { by: 'schedule', node: 'Every Hour' },
      outputs: {
        'Write Link Back': [
          { contactId: '1001', passStatus: 'created' },
          { contactId: '1002', passStatus: 'created' },
          { contactId: '1003', passStatus: 'created' },
        ],
        'Write Reason Back': [{ contactId: '1004', passStatus: 'not issued' }],
      },
      outputsAgain: {
        'Write Link Back': [
          { contactId: '1001', passStatus: 'updated' },
          { contactId: '1002', passStatus: 'updated' },
          { contactId: '1003', passStatus: 'updated' },
        ],
        'Write Reason Back': [{ contactId: '1004' }],
      },
      serverState: {
        passes: {
          generic: {
            'crm-1001': { customFields: { memberName: 'Ana Souza', membershipLevel: 'Patron' } },
            'crm-1002': { customFields: { memberName: 'Björn Ångström' } },
            'crm-1003': { customFields: { memberName: 'Mei Tanaka' } },
          },
        },
        emails: ['ana.souza@example.com', 'bjorn@example.com', 'mei@example.com'],
      },
    },
  ],

  'hubspot-to-pass': [
    {
      what: 'the schedule fires',
      start: { by: 'sample', node: 'Every Hour' },
      outputs: {
        'Create or Update Card': [
          { externalId: 'hubspot-30101', outcome: 'created' },
          { externalId: 'hubspot-30102', outcome: 'created' },
        ],
        'Link Is New': [{ externalId: 'hubspot-30101' }, { externalId: 'hubspot-30102' }],
        'Card Not Issued': [{ contactId: '30103' }],
      },
      outputsAgain: {
        'Create or Update Card': [{ outcome: 'updated' }, { outcome: 'updated' }],
        'Card Not Issued': [{ contactId: '30103' }],
      },
      serverState: {
        passes: {
          generic: {
            'hubspot-30101': { customFields: { memberName: 'Ana Souza' } },
            'hubspot-30102': { customFields: { memberName: 'Björn Ångström' } },
          },
        },
        emails: ['ana.souza@example.com', 'bjorn@example.com'],
      },
    },
  ],

  'card-import': [
    {
      what: 'a person looks at the preview',
      start: importOf('Preview'),
      outputs: {
        Imported: ['000731', '000732'].map((cardNumber) => ({
          cardNumber,
          result: 'would be created',
        })),
        'Not Imported': [{ cardNumber: '000734', reason: expect.stringContaining('Email') }],
      },
      serverState: {},
    },
    {
      what: 'the person issues the cards',
      start: importOf('Issue the cards'),
      outputs: {
        Imported: ['000731', '000732'].map((cardNumber) => ({ cardNumber, result: 'created' })),
        'Not Imported': [{ cardNumber: '000734' }],
      },
      outputsAgain: {
        Imported: ['000731', '000732'].map((cardNumber) => ({ cardNumber, result: 'existing' })),
        'Not Imported': [{ cardNumber: '000734' }],
      },
      serverState: {
        passes: {
          loyalty: {
            '000731': {
              redemptionValue: '2000000000015',
              templateFields: { accountName: 'Ana Souza', accountId: '000731', balance: '120' },
            },
            '000732': { templateFields: { accountName: 'Björn Ångström', balance: '45' } },
          },
        },
        emails: ['ana.souza@example.com', 'bjorn@example.com'],
      },
    },
  ],

  'keep-list': [
    {
      what: 'the nightly schedule fires, and everybody has a card of their own',
      start: { by: 'schedule', node: 'Every Night' },
      outputs: { 'Sync Cards': synced('created'), 'Ask for Approval': [], Problem: [] },
      outputsAgain: { 'Sync Cards': synced('unchanged'), 'Ask for Approval': [], Problem: [] },
      serverState: {
        passes: {
          generic: {
            'gym-2001': { customFields: { memberName: 'Ana Souza', membershipLevel: 'Patron' } },
            'gym-2002': { isValid: true },
            'gym-2003': { isValid: true },
            'gym-2004': { isValid: true },
          },
        },
        emails: MEMBERS,
      },
    },
    {
      what: 'the nightly schedule fires after one has another level, one has left and one comes back',
      before: {
        issued: [
          {
            ...{ template: 'generic', externalId: 'gym-1999', daysAgo: 2 },
            values: { memberName: 'Eva Stein' },
          },
          { template: 'generic', externalId: 'spa-1', daysAgo: 2 },
        ],
        changed: [
          {
            ...{ template: 'generic', externalId: 'gym-2002' },
            change: { values: { membershipLevel: 'Standard' } },
          },
          { template: 'generic', externalId: 'gym-2004', change: 'voided' },
        ],
      },
      start: { by: 'schedule', node: 'Every Night' },
      outputs: {
        'Sync Cards': [
          ...synced('unchanged', 'updated', 'unchanged', 'reactivated'),
          { outcome: 'notInList', externalId: 'gym-1999' },
        ],
        'Ask for Approval': [{ cards: 1, people: 'Eva Stein' }],
        Problem: [],
      },
      outputsAgain: {
        'Sync Cards': [...synced('unchanged'), { outcome: 'notInList', externalId: 'gym-1999' }],
        'Ask for Approval': [{ cards: 1, people: 'Eva Stein' }],
      },
      serverState: {
        passes: { generic: { ...KEPT, 'gym-1999': { isValid: true } } },
        emails: MEMBERS,
      },
    },
    {
      what: 'somebody syncs without waiting for the night',
      start: { by: 'form', node: 'Sync Now', answers: {} },
      outputs: {
        'Sync Cards': [...synced('unchanged'), { outcome: 'notInList', externalId: 'gym-1999' }],
        'Ask for Approval': [{ cards: 1, people: 'Eva Stein' }],
        Problem: [],
      },
      serverState: {
        passes: { generic: { ...KEPT, 'gym-1999': { isValid: true } } },
        emails: MEMBERS,
      },
    },
    {
      what: 'fewer are approved than there are',
      start: { by: 'form', node: 'Approval Form', answers: { 'How many': '0' } },
      outputs: {
        Problem: [
          {
            reason: expect.stringContaining(
              'nothing was voided: 1 of 5 passes are not in the list',
            ),
          },
        ],
      },
      serverState: {
        passes: { generic: { ...KEPT, 'gym-1999': { isValid: true } } },
        emails: MEMBERS,
      },
    },
    {
      what: 'voiding is approved',
      start: { by: 'form', node: 'Approval Form', answers: { 'How many': '1' } },
      outputs: {
        'Sync Cards': [...synced('unchanged'), { outcome: 'voided', externalId: 'gym-1999' }],
        'Ask for Approval': [],
        Problem: [],
      },
      outputsAgain: { 'Sync Cards': synced('unchanged') },
      serverState: {
        passes: { generic: { ...KEPT, 'gym-1999': { isValid: false } } },
        emails: MEMBERS,
      },
    },
  ],

  'purchase-to-stamp': [
    {
      what: 'a first purchase',
      start: purchase('R-20417', 3),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 3, cardSize: 10 } }] },
      serverState: {
        passes: { stampCard: { 'C-1042': { collectedStamps: 3 } } },
        emails: ['ana@example.com'],
      },
    },
    {
      what: 'a purchase that fills the card',
      start: purchase('R-20533', 7),
      outputs: { 'Respond: Reward': [{ responseBody: { stamps: 0, cardSize: 10 } }] },
      outputsAgain: {
        'Respond: Reward': [],
        'Respond: Stamps': [{ responseBody: { stamps: 0, cardSize: 10 } }],
      },
      serverState: {
        passes: {
          stampCard: { 'C-1042': { collectedStamps: 0, totalCollected: 10 } },
          offer: {
            'C-1042-reward-10': {
              redemptionValue: '2000000000015',
              customFields: { discount: '1 free coffee' },
            },
          },
        },
        emails: ['ana@example.com', 'ana@example.com'],
      },
    },
    {
      what: 'a purchase on the next round',
      start: purchase('R-20610', 1),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 1, cardSize: 10 } }] },
      serverState: {
        passes: {
          stampCard: { 'C-1042': { collectedStamps: 1, totalCollected: 11 } },
          offer: { 'C-1042-reward-10': {} },
        },
        emails: ['ana@example.com', 'ana@example.com'],
      },
    },
    {
      what: 'a purchase without drinks',
      start: purchase('R-20611', 0),
      outputs: {
        'Respond: Problem': [{ options: { responseCode: 422 } }],
      },
      serverState: stampedCard(1),
    },
    {
      what: 'a purchase of which a part is refunded later',
      start: purchase('R-20612', 4),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 5 } }] },
      serverState: stampedCard(5),
    },
    {
      what: 'a refund',
      start: refund('RF-1', 'C-1042', 2),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 3, cardSize: 10 } }] },
      serverState: stampedCard(3),
    },
    {
      what: 'another refund of the same purchase',
      start: refund('RF-2', 'C-1042', 2),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 1 } }] },
      serverState: stampedCard(1),
    },
    {
      what: 'a refund of more drinks than there are stamps',
      start: refund('RF-3', 'C-1042', 3),
      outputs: { 'Respond: Stamps': [{ responseBody: { stamps: 0 } }] },
      serverState: stampedCard(0),
    },
    {
      what: 'a refund to a customer without a card',
      start: refund('RF-4', 'C-9999', 1),
      outputs: { 'Respond: Problem': [{ options: { responseCode: 422 } }] },
      serverState: stampedCard(0),
    },
  ],

  'purchase-to-points': [
    {
      what: 'an order of somebody with a card, whose email has another case',
      before: { issued: [points('RR-5001', '100'), points('RR-5002', '5')] },
      start: order('R-1', 'RR-5001@Example.com', '18.50'),
      outputs: answered('Done', { done: true, balance: 118 }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 118, 'RR-5002': '5' }),
    },
    {
      what: 'a part of it is refunded',
      start: refundOf('RF-1', 'rr-5001@example.com', '8.50'),
      outputs: answered('Done', { done: true, balance: 110 }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': '5' }),
    },
    {
      what: 'a refund of more than the balance',
      start: refundOf('RF-2', 'rr-5002@example.com', '30.00'),
      outputs: answered('Done', { done: true, balance: 0, stoppedAtZero: true }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': 0 }),
    },
    {
      what: 'an order of somebody without a card',
      start: order('R-2', 'noah@example.com', '20.00'),
      outputs: answered('Not Done', {
        done: false,
        error: expect.stringContaining('noah@example.com'),
      }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': 0 }),
    },
    {
      what: 'an order of a family that shares an address',
      before: { issued: [{ ...points('RR-5003', '1'), email: 'rr-5001@example.com' }] },
      start: order('R-3', 'rr-5001@example.com', '20.00'),
      outputs: answered('Not Done', {
        done: false,
        error: expect.stringMatching(/RR-5003.*RR-5001/),
      }),
      outputsAgain: answered('Repeated', { done: false, repeated: true }),
      serverState: pointsCards({ 'RR-5001': 110, 'RR-5002': 0, 'RR-5003': '1' }),
    },
  ],

  'gift-card': [
    {
      what: 'a card is ordered',
      start: {
        by: 'webhook',
        node: 'Ordered or Topped Up',
        body: {
          orderId: 'ORD-9001',
          cardNumber: '006100000042',
          amount: 50,
          email: 'mei@example.com',
          name: 'Mei Tanaka',
        },
      },
      outputs: {
        'Respond: Done': [{ responseBody: { balance: 50, link: expect.stringMatching(/^http/) } }],
      },
      outputsAgain: repeated(),
      serverState: giftCardWith(50),
    },
    {
      what: 'it is topped up',
      start: {
        by: 'webhook',
        node: 'Ordered or Topped Up',
        body: {
          orderId: 'ORD-9002',
          cardNumber: '006100000042',
          amount: 12.5,
          email: 'mei@example.com',
          name: 'Mei Tanaka',
        },
      },
      outputs: { 'Respond: Done': [{ responseBody: { balance: 62.5 } }] },
      outputsAgain: repeated(),
      serverState: giftCardWith(62.5),
    },
    {
      what: 'somebody uses it',
      start: redemption('ORD-9003', 20),
      outputs: { 'Respond: Done': [{ responseBody: { done: true, balance: 42.5 } }] },
      outputsAgain: repeated(),
      serverState: giftCardWith(42.5),
    },
    {
      what: 'somebody tries to use more than the balance',
      start: redemption('ORD-9004', 100),
      outputs: notDone({ balance: 42.5 }),
      outputsAgain: repeated(),
      serverState: giftCardWith(42.5),
    },
    {
      what: 'somebody uses an unknown card',
      start: {
        by: 'webhook',
        node: 'Card Used',
        body: { orderId: 'ORD-9005', cardNumber: '0', amount: 5 },
      },
      outputs: notDone({}),
      outputsAgain: repeated(),
      serverState: giftCardWith(42.5),
    },
  ],

  'shopify-to-pass': [
    {
      what: 'an order with a membership is paid',
      start: { by: 'sample', node: 'Order Paid' },
      outputs: {
        'Card Issued': [{ order: '#1001', outcome: 'created' }],
        'Card Not Issued': [],
      },
      outputsAgain: { 'Card Issued': [{ order: '#1001', outcome: 'existing' }] },
      serverState: shopifyCard(true),
    },
    {
      what: 'the membership is refunded',
      start: { by: 'sample', node: 'Order Refunded' },
      outputs: {
        'Card Voided': [{ orderId: 5940139491234, voided: true }],
        'Card Not Voided': [],
      },
      serverState: shopifyCard(false),
    },
  ],

  'event-tickets': [
    {
      what: 'an order is completed',
      start: {
        by: 'webhook',
        node: 'Order Completed',
        body: {
          orderId: 'ORD-7001',
          event: {
            date: 'Dec 12, 2035, 8 PM',
            doorsOpen: '7 PM',
            endsAt: '2035-12-12T23:30:00-05:00',
          },
          tickets: [
            ticket('T-7001-1', 'Ana Souza', 'ana@example.com', '11'),
            ticket('T-7001-2', 'Björn Ångström', 'bjorn@example.com', '12'),
            ticket('T-7001-3', 'Noah Berg', 'noah(at)example.com', '13'),
          ],
        },
      },
      outputs: {
        'Ticket Issued': [
          { ticketId: 'T-7001-1', outcome: 'created' },
          { ticketId: 'T-7001-2', outcome: 'created' },
        ],
        'Ticket Not Issued': [{ ticketId: 'T-7001-3' }],
      },
      outputsAgain: {
        'Ticket Issued': [
          { ticketId: 'T-7001-1', outcome: 'existing' },
          { ticketId: 'T-7001-2', outcome: 'existing' },
        ],
        'Ticket Not Issued': [{ ticketId: 'T-7001-3' }],
      },
      serverState: {
        passes: {
          eventTicket: {
            'T-7001-1': {
              isValid: true,
              templateFields: {
                ticketHolderName: 'Ana Souza',
                seat: '11',
                validUntil: '2035-12-13T04:30:00.000Z',
              },
            },
            'T-7001-2': { isValid: true, templateFields: { seat: '12' } },
          },
        },
        emails: ['ana@example.com', 'bjorn@example.com'],
      },
    },
    {
      what: 'one ticket is canceled',
      start: {
        by: 'webhook',
        node: 'Tickets Canceled',
        body: { orderId: 'ORD-7001', ticketIds: ['T-7001-2', 'T-unknown'] },
      },
      outputs: {
        'Ticket Voided': [{ ticketId: 'T-7001-2', voided: true }],
        'Ticket Not Voided': [{ ticketId: 'T-unknown' }],
      },
      serverState: {
        passes: {
          eventTicket: {
            'T-7001-1': { isValid: true },
            'T-7001-2': { isValid: false, invalidatedReason: 'refunded' },
          },
        },
        emails: ['ana@example.com', 'bjorn@example.com'],
      },
    },
  ],

  'membership-renewal': [
    {
      what: 'two memberships are about to expire',
      start: {
        by: 'poll',
        node: 'Ends Soon',
        issued: [
          member('HP-000006', { onPhone: true, expiresInDays: 10, dates: memberFor(10) }),
          member('L-1002', { expiresInDays: 10, dates: memberFor(10) }),
          member('L-1003', { expiresInDays: 100, dates: memberFor(100) }),
        ],
      },
      outputs: {
        'Remind on the Card': [{ delivered: true }, { delivered: false }],
        'Remind by Email': [{ to: 'l-1002@example.com' }],
      },
      outputsAgain: {},
      serverState: {
        passes: { generic: { 'HP-000006': {}, 'L-1002': {}, 'L-1003': {} } },
        emails: [],
        notifications: 1,
      },
    },
    {
      what: 'one of them is renewed',
      start: {
        by: 'webhook',
        node: 'Membership Renewed',
        body: { memberNumber: 'HP-000006', validUntil: '2031-12-31' },
      },
      outputs: {
        'Respond: Renewed': [{ responseBody: { renewed: true } }],
      },
      serverState: {
        passes: {
          generic: {
            'HP-000006': {
              templateFields: { validUntil: '2032-01-01T04:59:59.999Z', ...RENEWED },
              customFields: RENEWED,
            },
            'L-1002': {},
            'L-1003': {},
          },
        },
        emails: [],
        notifications: 1,
      },
    },
    {
      what: 'somebody without a card renews',
      start: {
        by: 'webhook',
        node: 'Membership Renewed',
        body: { memberNumber: 'L-9999', validUntil: '2031-12-31' },
      },
      outputs: {
        'Respond: Not Renewed': [
          { responseBody: { renewed: false }, options: { responseCode: 422 } },
        ],
      },
      serverState: {
        passes: { generic: { 'HP-000006': {}, 'L-1002': {}, 'L-1003': {} } },
        emails: [],
        notifications: 1,
      },
    },
  ],

  'renewal-notice': [
    {
      what: 'two memberships renew in two weeks',
      start: {
        by: 'poll',
        node: 'Renews Soon',
        issued: [
          member('L-1001', { onPhone: true, dates: memberFor(14) }),
          member('L-1002', { dates: memberFor(14) }),
          member('L-1003', { dates: memberFor(100) }),
        ],
      },
      outputs: {
        'Announce on the Card': [{ delivered: true }, { delivered: false }],
        'Announce by Email': [
          { to: 'l-1002@example.com', text: expect.stringMatching(/renews on \w+ \d+, \d{4}\./) },
        ],
      },
      outputsAgain: { 'Announce on the Card': [], 'Announce by Email': [] },
      serverState: {
        passes: { generic: { 'L-1001': {}, 'L-1002': {}, 'L-1003': {} } },
        notifications: 1,
      },
    },
  ],

  'birthday-points': [
    {
      what: 'somebody has a birthday',
      start: {
        by: 'poll',
        node: 'Birthday',
        issued: [
          { ...customer('RR-3001'), dates: { birthday: { years: -28, zone: ZONE } } },
          { ...customer('RR-3002'), dates: { birthday: { years: -28, days: 40, zone: ZONE } } },
        ],
      },
      outputs: { 'Wish on the Card': [{ delivered: false }], Problem: [] },
      outputsAgain: { 'Once a Year': [] },
      serverState: {
        passes: {
          loyalty: {
            'RR-3001': { templateFields: { balance: 10 } },
            'RR-3002': { templateFields: { accountName: 'Ana Souza' } },
          },
        },
      },
    },
    {
      what: 'they correct the year of their birth',
      start: {
        by: 'poll',
        node: 'Birthday',
        changed: [
          {
            template: 'loyalty',
            externalId: 'RR-3001',
            change: { dates: { birthday: { years: -32, zone: ZONE } } },
          },
        ],
      },
      outputs: { Birthday: [{ externalId: 'RR-3001' }], 'Once a Year': [], 'Add Points': [] },
      outputsAgain: { Birthday: [] },
      serverState: {
        passes: { loyalty: { 'RR-3001': { templateFields: { balance: 10 } }, 'RR-3002': {} } },
      },
    },
  ],

  'points-to-gold': [
    {
      what: 'a card reaches 500 points',
      before: { issued: [points('RR-4001', '499', true), points('RR-4002', '499')] },
      start: changed('500 Points', 'RR-4001', { values: { balance: '500' } }),
      outputs: {
        'Tell the Holder': [{ delivered: true }],
        'Update Contact': [{ email: 'rr-4001@example.com', externalId: 'RR-4001', level: 'Gold' }],
        Problem: [],
      },
      outputsAgain: { '500 Points': [] },
      serverState: {
        passes: {
          loyalty: {
            'RR-4001': { templateFields: { rewards: 'Gold' } },
            'RR-4002': { templateFields: { rewards: 'Silver' } },
          },
        },
        notifications: 1,
      },
    },
  ],

  'add-reminder': [
    {
      what: 'a card is in no wallet after three days',
      start: {
        by: 'poll',
        node: 'Not Added',
        issued: [
          member('L-1001', { daysAgo: 4 }),
          member('L-1002', { daysAgo: 4, onPhone: true }),
          member('L-1003', { daysAgo: 2 }),
        ],
      },
      outputs: { 'Send the Link Again': [{ emailRequested: 'yes' }], 'Not Reminded': [] },
      outputsAgain: { 'Once per Card': [] },
      serverState: {
        passes: { generic: { 'L-1001': {}, 'L-1002': {}, 'L-1003': {} } },
        emails: ['l-1001@example.com'],
      },
    },
  ],

  'win-back': [
    {
      what: 'two cards have not been used for a long time',
      start: {
        by: 'poll',
        node: 'Not Used',
        issued: [
          member('C-2001', { template: 'stampCard', daysAgo: 91, onPhone: true }),
          member('C-2002', { template: 'stampCard', daysAgo: 91 }),
          member('C-2003', { template: 'stampCard', daysAgo: 30 }),
        ],
      },
      outputs: {
        'Offer on the Card': [{ delivered: true }, { delivered: false }],
        'Offer by Email': [{ to: 'c-2002@example.com' }],
      },
      outputsAgain: { 'Offer on the Card': [], 'Offer by Email': [] },
      serverState: {
        passes: { stampCard: { 'C-2001': {}, 'C-2002': {}, 'C-2003': {} } },
        notifications: 1,
      },
    },
  ],

  'employee-badge': [
    {
      what: 'somebody joins',
      start: joins('Ana', 'Souza', 'Ana.Souza@example.com'),
      outputs: { Invite: [{ email: 'ana.souza@example.com', days: 14, reused: false }] },
      outputsAgain: { Invite: [], 'Already Known?': [{ email: 'ana.souza@example.com' }] },
      serverState: {
        emails: ['ana.souza@example.com'],
        invites: { 'ana.souza@example.com': 'live' },
        badgePasses: [],
      },
    },
    {
      what: 'HR sends it again when the badge is on the phone',
      before: { badgeAddedBy: 'ana.souza@example.com' },
      start: joins('Ana', 'Souza', 'ana.souza@example.com'),
      outputs: { 'Already Known?': [{ email: 'ana.souza@example.com', active: true }] },
      serverState: {
        emails: ['ana.souza@example.com'],
        invites: { 'ana.souza@example.com': 'used' },
        badgePasses: ['ACTIVE'],
      },
    },
    {
      what: 'somebody else joins',
      start: joins('Noah', 'Berg', 'noah@example.com'),
      outputs: { Invite: [{ email: 'noah@example.com' }] },
      outputsAgain: { Invite: [], 'Already Known?': [{ email: 'noah@example.com' }] },
      serverState: {
        emails: ['ana.souza@example.com', 'noah@example.com'],
        invites: { 'ana.souza@example.com': 'used', 'noah@example.com': 'live' },
        badgePasses: ['ACTIVE'],
      },
    },
    {
      what: 'the person with a badge leaves',
      start: leaves('Ana.Souza@example.com'),
      outputs: { 'Remove Holder': [{ outcome: 'removed' }] },
      outputsAgain: {
        'Remove Holder': [],
        'Report: Not Removed': [{ email: 'Ana.Souza@example.com' }],
      },
      serverState: {
        emails: ['ana.souza@example.com', 'noah@example.com'],
        invites: { 'ana.souza@example.com': 'used', 'noah@example.com': 'live' },
        badgePasses: ['REVOKED'],
      },
    },
    {
      what: 'the person who was only invited leaves',
      start: leaves('noah@example.com'),
      outputs: { 'Remove Holder': [{ outcome: 'invitesCanceled' }], 'Report: Not Removed': [] },
      outputsAgain: {
        'Remove Holder': [],
        'Report: Not Removed': [{ email: 'noah@example.com' }],
      },
      serverState: {
        emails: ['ana.souza@example.com', 'noah@example.com'],
        invites: { 'ana.souza@example.com': 'used' },
        badgePasses: ['REVOKED'],
      },
    },
    {
      what: 'somebody with another badge leaves',
      before: { invitedToOtherBadge: 'mei@example.com', isAdded: true },
      start: leaves('mei@example.com'),
      outputs: { 'Remove Holder': [{ outcome: 'removed' }] },
      outputsAgain: {
        'Remove Holder': [],
        'Report: Not Removed': [{ email: 'mei@example.com' }],
      },
      serverState: {
        emails: ['ana.souza@example.com', 'noah@example.com'],
        invites: { 'ana.souza@example.com': 'used', 'mei@example.com': 'used' },
        badgePasses: ['REVOKED', 'REVOKED'],
      },
    },
    {
      what: 'somebody who was only invited to another badge leaves',
      before: { invitedToOtherBadge: 'eva@example.com', isAdded: false },
      start: leaves('eva@example.com'),
      outputs: { 'Remove Holder': [{ outcome: 'invitesCanceled' }], 'Report: Not Removed': [] },
      outputsAgain: {
        'Remove Holder': [],
        'Report: Not Removed': [{ email: 'eva@example.com' }],
      },
      serverState: {
        emails: ['ana.souza@example.com', 'noah@example.com'],
        invites: { 'ana.souza@example.com': 'used', 'mei@example.com': 'used' },
        badgePasses: ['REVOKED', 'REVOKED'],
      },
    },
    {
      what: 'somebody with a staff card leaves',
      before: { issued: [member('S-1001', {}), member('S-1002', {})] },
      start: leaves('S-1001@Example.com'),
      outputs: {
        'Void Staff Card': [{ externalId: 'S-1001', voided: true }],
        'Report: Card Not Voided': [],
        'Report: Not Removed': [{ email: 'S-1001@Example.com' }],
      },
      serverState: {
        passes: { generic: { 'S-1001': { isValid: false }, 'S-1002': { isValid: true } } },
        emails: ['ana.souza@example.com', 'noah@example.com'],
        invites: { 'ana.souza@example.com': 'used', 'mei@example.com': 'used' },
        badgePasses: ['REVOKED', 'REVOKED'],
      },
    },
    {
      what: 'a notice of leaving without an email matches nobody',
      start: leaves(' '),
      outputs: {
        'Remove Holder': [],
        'Report: Not Removed': [{ email: ' ' }],
        'Void Staff Card': [],
        'Report: Card Not Voided': [{ email: ' ' }],
      },
      serverState: {
        passes: { generic: { 'S-1001': { isValid: false }, 'S-1002': { isValid: true } } },
        emails: ['ana.souza@example.com', 'noah@example.com'],
        invites: { 'ana.souza@example.com': 'used', 'mei@example.com': 'used' },
        badgePasses: ['REVOKED', 'REVOKED'],
      },
    },
  ],

  'pass-to-crm': [
    {
      what: 'passes are issued elsewhere',
      start: {
        by: 'poll',
        node: 'New Pass',
        issued: [
          { ...customer('RR-2001'), elsewhere: true },
          // From the CRM itself, so it is skipped.
          { ...customer('crm-1001'), elsewhere: true },
        ],
      },
      outputs: {
        'Create or Update Contact': [
          {
            email: 'rr-2001@example.com',
            name: 'Ana Souza',
            passLink: expect.stringMatching(/^http/),
          },
        ],
      },
      outputsAgain: {},
      serverState: { passes: { loyalty: { 'RR-2001': {}, 'crm-1001': {} } }, emails: [] },
    },
    {
      what: 'one of them is added to a wallet',
      start: changed('Added to Wallet', 'crm-1001', 'added'),
      outputs: contact({ inWallet: true, passStatus: 'valid' }),
      outputsAgain: { 'Update Contact': [] },
      serverState: { passes: { loyalty: { 'RR-2001': {}, 'crm-1001': { deviceCount: 1 } } } },
    },
    {
      what: 'it is removed from the wallet',
      start: changed('Removed From Wallet', 'crm-1001', 'removed'),
      outputs: contact({ inWallet: false, passStatus: 'valid' }),
      outputsAgain: { 'Update Contact': [] },
      serverState: { passes: { loyalty: { 'RR-2001': {}, 'crm-1001': { deviceCount: 0 } } } },
    },
    {
      what: 'it is voided',
      start: changed('Voided', 'crm-1001', 'voided'),
      outputs: contact({ inWallet: false, passStatus: 'voided' }),
      outputsAgain: { 'Update Contact': [] },
      serverState: { passes: { loyalty: { 'RR-2001': {}, 'crm-1001': { isValid: false } } } },
    },
  ],

  'nightly-export': [
    {
      what: 'the nightly schedule fires',
      start: { by: 'schedule', node: 'Every Night' },
      outputs: {
        'Store the File': Array.from({ length: 6 }, () => ({ passCount: 0 })),
      },
      serverState: { emails: [] },
    },
  ],

  'pass-report': [
    {
      what: 'the schedule fires before anyone has a pass',
      start: { by: 'schedule', node: 'Every Monday' },
      outputs: {
        'No Pass': ['1001', '1002', '1003', '1004'].map((contactId) => ({ contactId })),
        'Several Passes': [],
        'Pass Without Contact': [],
      },
      serverState: {},
    },
    {
      what: 'the schedule fires when some have one, and somebody has two',
      before: {
        issued: [
          card('L-1', 'ana.souza@example.com'),
          card('L-2', 'mei@example.com'),
          card('L-3', 'mei@example.com'),
          card('L-4', 'zoe@example.com'),
          { template: 'generic', externalId: 'L-5' },
        ],
      },
      start: { by: 'schedule', node: 'Every Monday' },
      outputs: {
        'No Pass': [{ contactId: '1002' }, { contactId: '1004' }],
        'Several Passes': [
          {
            email: 'mei@example.com',
            passes: 2,
            passIds: expect.stringMatching(/^\w+, \w+$/),
            externalIds: 'L-3, L-2',
          },
        ],
        'Pass Without Contact': [{ email: 'zoe@example.com', externalIds: 'L-4' }],
      },
      serverState: {
        passes: { generic: { 'L-1': {}, 'L-2': {}, 'L-3': {}, 'L-4': {}, 'L-5': {} } },
      },
    },
  ],

  'everything-about-one-person': [
    {
      what: 'a person without any pass asks',
      start: asks('ana.souza@example.com'),
      outputs: {
        'Store the File': [],
        'Report: Nothing Found': [{ contact: 'ana.souza@example.com' }],
      },
      serverState: { emails: [] },
    },
    {
      what: 'a person with passes of two templates asks',
      before: {
        issued: [
          { template: 'generic', externalId: 'L-1', email: 'ana.souza@example.com' },
          { template: 'giftCard', externalId: 'G-1', email: 'ana.souza@example.com' },
          { template: 'giftCard', externalId: 'G-2', email: 'mei@example.com' },
        ],
      },
      start: asks('Ana.Souza@example.com'),
      outputs: {
        'Find Everything': [
          { object: 'pass', externalId: 'G-1', templateName: expect.any(String) },
          { object: 'pass', externalId: 'L-1', templateName: expect.any(String) },
        ],
        'Store the File': [{}],
        'Report: Nothing Found': [],
      },
      serverState: {
        passes: { generic: { 'L-1': {} }, giftCard: { 'G-1': {}, 'G-2': {} } },
        emails: [],
      },
    },
  ],
};

/** The card of a Shopify order, whose recipient gets one email. */
function shopifyCard(isValid: boolean): ServerState {
  const card = { isValid, customFields: { memberNumber: '#1001', memberName: 'Ana Souza' } };
  return {
    passes: { generic: { 'shopify-5940139491234': card } },
    emails: ['ana.souza@example.com'],
  };
}

/** Results of the members of the list; with one outcome, all have it. */
function synced(...outcomes: [string, ...string[]]): object[] {
  return ['gym-2001', 'gym-2002', 'gym-2003', 'gym-2004'].map((externalId, index) => ({
    outcome: outcomes[index] ?? outcomes[0],
    externalId,
  }));
}

function asks(contact: string): Start {
  return { by: 'webhook', node: 'Person Asks', body: { contact } };
}

function purchase(orderId: string, drinks: number): Start {
  return {
    by: 'webhook',
    node: 'New Purchase',
    body: { orderId, customerId: 'C-1042', name: 'Ana Souza', email: 'ana@example.com', drinks },
  };
}

function refund(refundId: string, customerId: string, drinks: number): Start {
  return { by: 'webhook', node: 'Purchase Refunded', body: { refundId, customerId, drinks } };
}

function order(orderId: string, email: string, total: string): Start {
  return { by: 'webhook', node: 'New Order', body: { orderId, email, total } };
}

function refundOf(refundId: string, email: string, amount: string): Start {
  return { by: 'webhook', node: 'Order Refunded', body: { refundId, email, amount } };
}

/** The only response of purchase-to-points: always 200, so that no shop turns the webhook off. */
function answered(by: 'Done' | 'Not Done' | 'Repeated', body: object): Outputs {
  const none = ['Done', 'Not Done', 'Repeated'].map((one) => [`Respond: ${one}`, []]);
  const answer = { responseBody: body, options: { responseCode: 200 } };
  return { ...(Object.fromEntries(none) as Outputs), [`Respond: ${by}`]: [answer] };
}

/** Loyalty cards with these balances. */
function pointsCards(balances: Record<string, unknown>): ServerState {
  const cards = Object.entries(balances).map(([externalId, balance]) => [
    externalId,
    { templateFields: { balance } },
  ]);
  return { passes: { loyalty: Object.fromEntries(cards) as Record<string, object> } };
}

/** The stamp card after its first round, with the coupon of that round. */
function stampedCard(collectedStamps: number): ServerState {
  return {
    passes: {
      stampCard: { 'C-1042': { collectedStamps } },
      offer: { 'C-1042-reward-10': { isValid: true } },
    },
    emails: ['ana@example.com', 'ana@example.com'],
  };
}

function redemption(orderId: string, amount: number): Start {
  const body = { orderId, cardNumber: '006100000042', amount };
  return { by: 'webhook', node: 'Card Used', body };
}

function importOf(run: string): Start {
  const rows = [
    'card_number,name,email,points,barcode',
    '000731,Ana Souza,ana.souza@example.com,120,2000000000015',
    '000732,Björn Ångström,bjorn@example.com,45,2000000000022',
    '000734,Noah Berg,noah(at)example.com,300,2000000000046',
  ];
  const file = { name: 'cards.csv', text: rows.join('\n') };
  return { by: 'form', node: 'Import Form', answers: { Cards: file, Run: run } };
}

function card(externalId: string, email: string): IssuedBefore {
  return { template: 'generic', externalId, email };
}

function repeated(): Outputs {
  const answer = { responseBody: { done: false, repeated: true }, options: { responseCode: 409 } };
  return { 'Respond: Done': [], 'Respond: Repeated': [answer] };
}

function notDone(body: object): Outputs {
  const answer = { responseBody: { done: false, ...body }, options: { responseCode: 422 } };
  return { 'Respond: Done': [], 'Respond: Not Done': [answer] };
}

function giftCardWith(balance: number): ServerState {
  return {
    passes: { giftCard: { '006100000042': { templateFields: { balance } } } },
    emails: ['mei@example.com'],
  };
}

function ticket(ticketId: string, name: string, email: string, seat: string) {
  return { ticketId, name, email, type: 'Standard', section: 'Circle', row: 'C', seat };
}

function member(externalId: string, more: Partial<IssuedBefore>): IssuedBefore {
  return {
    template: 'generic',
    externalId,
    email: `${externalId.toLowerCase()}@example.com`,
    ...more,
  };
}

function memberFor(days: number): IssuedBefore['dates'] {
  return { memberUntil: { days, zone: ZONE } };
}

function customer(externalId: string): IssuedBefore {
  return {
    template: 'loyalty',
    externalId,
    email: `${externalId.toLowerCase()}@example.com`,
    values: { accountName: 'Ana Souza' },
  };
}

function points(externalId: string, balance: string, onPhone?: true): IssuedBefore {
  const values = { accountName: 'Ana Souza', balance, rewards: 'Silver' };
  return { ...customer(externalId), values, onPhone };
}

function changed(node: string, externalId: string, change: ChangedBefore['change']): Start {
  return { by: 'poll', node, changed: [{ template: 'loyalty', externalId, change }] };
}

function contact(status: object): Outputs {
  return { 'Update Contact': [{ externalId: 'crm-1001', ...status }] };
}

function joins(firstName: string, lastName: string, email: string): Start {
  return { by: 'webhook', node: 'Person Joins', body: { firstName, lastName, email } };
}

function leaves(email: string): Start {
  return { by: 'webhook', node: 'Person Leaves', body: { email } };
}
