/** A list of members, and reports on passes. */

import type { IssuedBefore } from '../../../test/examples/serverState';
import type { Start, Happening } from './happening';

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

export const LISTS: Record<string, Happening[]> = {
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
  'cards-out': [
    {
      what: 'the schedule fires',
      before: {
        issued: [
          { template: 'generic', externalId: 'L-1', onPhone: true },
          { template: 'generic', externalId: 'L-2' },
          { template: 'giftCard', externalId: 'G-1' },
        ],
        changed: [{ template: 'generic', externalId: 'L-2', change: 'voided' }],
      },
      start: { by: 'schedule', node: 'Every Monday' },
      outputs: {
        'Weekly Message': [
          {
            message: expect.stringMatching(
              /^(.+\n)*Harbor Library Card: 1 valid, 1 of them on a phone; 1 voided or expired(\n.+)*$/,
            ),
          },
        ],
      },
      serverState: {
        passes: { generic: { 'L-1': {}, 'L-2': {} }, giftCard: { 'G-1': {} } },
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

function card(externalId: string, email: string): IssuedBefore {
  return { template: 'generic', externalId, email };
}
