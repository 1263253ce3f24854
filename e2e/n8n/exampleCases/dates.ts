/** What is due on a date. */

import type { IssuedBefore } from '../../../test/examples/serverState';
import { type Happening, customer, member } from './happening';

/** Time zone of the workflows. */
const ZONE = 'America/New_York';

/** The date that a renewed card shows. */
const RENEWED = { memberUntil: '2031-12-31' };

export const DATES: Record<string, Happening[]> = {
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
};

function memberFor(days: number): IssuedBefore['dates'] {
  return { memberUntil: { days, zone: ZONE } };
}
