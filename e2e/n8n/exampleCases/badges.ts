/** Access badges. */

import { type Start, type Happening, member } from './happening';

export const BADGES: Record<string, Happening[]> = {
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
};

function joins(firstName: string, lastName: string, email: string): Start {
  return { by: 'webhook', node: 'Person Joins', body: { firstName, lastName, email } };
}

function leaves(email: string): Start {
  return { by: 'webhook', node: 'Person Leaves', body: { email } };
}
