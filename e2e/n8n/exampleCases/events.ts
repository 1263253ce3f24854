/** What happens to a pass, or has not happened for days. */

import type { ChangedBefore } from '../../../test/examples/serverState';
import { type Start, type Outputs, type Happening, customer, member, points } from './happening';

export const EVENTS: Record<string, Happening[]> = {
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
};

function changed(node: string, externalId: string, change: ChangedBefore['change']): Start {
  return { by: 'poll', node, changed: [{ template: 'loyalty', externalId, change }] };
}

function contact(status: object): Outputs {
  return { 'Update Contact': [{ externalId: 'crm-1001', ...status }] };
}
