/** Issuing and updating cards, tickets and lists. */

import type { ServerState } from '../../../test/examples/serverState';
import type { Start, Happening } from './happening';

export const ISSUING: Record<string, Happening[]> = {
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
          { contactId: '1001', passStatus: 'unchanged' },
          { contactId: '1002', passStatus: 'unchanged' },
          { contactId: '1003', passStatus: 'unchanged' },
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
  'ticket-check': [
    {
      what: 'a ticket is scanned at the door',
      before: {
        issued: [
          { template: 'eventTicket', externalId: 'T-7001-1' },
          { template: 'eventTicket', externalId: 'T-7001-2' },
        ],
      },
      start: scanOf('T-7001-1'),
      outputs: { 'Let In': [{ completionTitle: 'Valid' }] },
      outputsAgain: {
        'Let In': [],
        'Not Valid': [{ completionTitle: 'Already used or voided' }],
      },
      serverState: {
        passes: {
          eventTicket: {
            'T-7001-1': { isValid: false, invalidatedReason: 'used' },
            'T-7001-2': { isValid: true },
          },
        },
      },
    },
    {
      what: 'something else is scanned',
      start: scanOf('4006381333931'),
      outputs: {
        'Let In': [],
        'Not Valid': [],
        'Not Checked': [{ completionTitle: 'Not checked' }],
      },
      serverState: {
        passes: { eventTicket: { 'T-7001-1': { isValid: false }, 'T-7001-2': { isValid: true } } },
      },
    },
  ],
};

function scanOf(code: string): Start {
  return { by: 'form', node: 'Ticket Scan', answers: { 'Ticket code': code } };
}

/** The card of a Shopify order, whose recipient gets one email. */
function shopifyCard(isValid: boolean): ServerState {
  const card = { isValid, customFields: { memberNumber: '#1001', memberName: 'Ana Souza' } };
  return {
    passes: { generic: { 'shopify-5940139491234': card } },
    emails: ['ana.souza@example.com'],
  };
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

function ticket(ticketId: string, name: string, email: string, seat: string) {
  return { ticketId, name, email, type: 'Standard', section: 'Circle', row: 'C', seat };
}
