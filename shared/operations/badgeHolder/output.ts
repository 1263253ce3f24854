import type { ServiceClient } from '../../http/client';
import {
  BADGE_PASS_STATES,
  badgePassState,
  isExpiredInvite,
  isUnreadable,
  type BadgePass,
  type Holder,
} from '../../service/badgeSchemas';
import { backoffMs } from '../../http/retryPolicy';
import { type Output, type OutputFields, toOutput } from '../../fields/output';
import { omit } from '../../runtime/records';
import { contactKey } from './byContact';

const MAX_ATTEMPTS = 3;

/**
 * Retries while any `credentials` are temporarily unreadable. Credentials that stay unreadable for {@link MAX_ATTEMPTS}
 * attempts are reported as unknown, never as none.
 */
export async function withReadableCredentials<T extends Holder | BadgePass>(
  client: ServiceClient,
  read: () => Promise<T[]>,
): Promise<T[]> {
  for (let attempt = 1; ; attempt += 1) {
    const entries = await read();
    if (attempt === MAX_ATTEMPTS || !entries.some(isUnreadable)) return entries;
    await client.clock.sleep(backoffMs(attempt, client.clock.random()));
  }
}

/**
 * Output of a holder. `key` also identifies a person who is only invited and has no ID yet.
 * @param options `now` in epoch ms; `includeLinks`: whether to output the invite link, which is a secret
 */
export function holderOutput(
  holder: Holder,
  { now, includeLinks = false }: { now: number; includeLinks?: boolean },
): Output {
  const { inviteUrl } = holder;
  return toOutput(
    {
      ...omit(holder, 'inviteUrl', 'credentials'),
      key: holder.id ?? contactKey(holder),
      invited: holder.invited ?? false,
      inviteExpired: holder.id === null ? isExpiredInvite(holder, now) : undefined,
      inviteUrl: includeLinks ? inviteUrl : undefined,
      ...credentialsOutput(holder),
    },
    holderFields,
  );
}

/**
 * Output of a badge pass, without properties that are `null`.
 * @param userId the holder, whom the service does not name in a badge pass
 */
export function badgePassOutput(pass: BadgePass, userId: string): Output {
  const state = badgePassState(pass.status);
  const rest = omit(pass, 'credentials');
  return toOutput({ ...rest, userId, state, ...credentialsOutput(pass) }, badgePassFields);
}

/** Always a list, because the service does not document whether a badge pass has one or several credentials. */
function credentialsOutput(entry: Holder | BadgePass): Output {
  if (isUnreadable(entry)) return { credentialsUnknown: true };
  const { credentials } = entry;
  const list = credentials && (Array.isArray(credentials) ? credentials : [credentials]);
  return { credentialsUnknown: false, credentials: list };
}

export const holderFields = {
  key: { label: 'Contact Key', type: 'string', always: true },
  id: { label: 'Holder ID', type: 'string' },
  email: { label: 'Email', type: 'string' },
  phone: { label: 'Phone', type: 'string' },
  name: { label: 'Name', type: 'string' },
  active: { label: 'Active', type: 'boolean' },
  invited: { label: 'Only Invited', type: 'boolean', always: true },
  inviteExpired: { label: 'Invite Expired', type: 'boolean' },
  credentialsUnknown: {
    label: 'Card Numbers Unavailable',
    type: 'boolean',
    always: true,
    omitFromSimplified: true,
  },
  credentials: { label: 'Card Numbers', type: 'list', omitFromSimplified: true },
  invitedAt: { label: 'Invited At', type: 'datetime', omitFromSimplified: true },
  expiresAt: { label: 'Invite Expires At', type: 'datetime' },
  inviteUrl: { label: 'Invite Link (Secret)', type: 'string' },
} satisfies OutputFields;

export const holderSample = {
  key: 'usr_19d3c0',
  id: 'usr_19d3c0',
  email: 'ana@example.com',
  name: 'Ana Souza',
  active: true,
  invited: false,
  credentialsUnknown: false,
};

export const badgePassFields = {
  id: { label: 'Badge Pass ID', type: 'string', always: true },
  userId: { label: 'Holder ID', type: 'string', always: true },
  state: { label: 'State', type: 'string', oneOf: BADGE_PASS_STATES, always: true },
  status: { label: 'Status', type: 'string', always: true },
  platform: { label: 'Platform', type: 'string' },
  issuedAt: { label: 'Issued', type: 'datetime' },
  credentialsUnknown: { label: 'Card Numbers Unavailable', type: 'boolean', always: true },
  credentials: { label: 'Card Numbers', type: 'list' },
} satisfies OutputFields;

export const badgePassSample = {
  id: 'bps_7e02b4',
  userId: 'usr_19d3c0',
  state: 'active',
  status: 'ACTIVE',
  issuedAt: '2026-03-12T10:20:00.000Z',
  credentialsUnknown: false,
};
