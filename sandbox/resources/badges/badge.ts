import { WALLET_A_PLATFORM } from '../../../shared/service/vocabulary';
import { notFound, ServiceError } from '../../errors';
import type { Call } from '../../http/endpoint';
import type {
  BadgeInvite,
  BadgePass,
  BadgePassStatus,
  BadgeTemplate,
  HolderName,
} from '../../state/entities';
import { newestFirst, type State } from '../../state/state';

/** Ended for good. */
const ENDED: readonly BadgePassStatus[] = ['REVOKED', 'USER_REVOKED', 'CANCELLED', 'EXPIRED'];
/** In a wallet, opening doors or paused: only these have card numbers. */
const IN_WALLET: readonly BadgePassStatus[] = ['ACTIVE', 'SUSPENDED', 'USER_SUSPENDED'];

/**
 * The caller's badge.
 * @throws ServiceError 403 `forbidden` for another account's, 404 `not found`
 */
export function ownBadge({ state, account, id }: Call, badgeId = id): BadgeTemplate {
  const badge = state.badges.get(badgeId);
  if (badge === undefined) throw notFound();
  if (badge.accountId !== account.id) throw new ServiceError(403, 'forbidden');
  return badge;
}

/** The badge a pass was issued from; badges are never deleted. */
export function badgeOf(state: State, { badgeTemplateId }: BadgePass): BadgeTemplate {
  return state.badges.get(badgeTemplateId) as BadgeTemplate;
}

export const isEnded = ({ status }: BadgePass) => ENDED.includes(status);

/** Issue a badge pass with a new card number. */
export function addBadgePass(
  state: State,
  badge: BadgeTemplate,
  known: Pick<BadgePass, 'id' | 'holderId'> & Partial<BadgePass>,
): BadgePass {
  const issuedAt = known.issuedAt ?? state.clock.now();
  const pass: BadgePass = {
    accountId: badge.accountId,
    badgeTemplateId: badge.id,
    status: 'ACTIVE',
    cardNumber: badge.nextCardNumber,
    issuedAt,
    pending: [],
    audit: [{ action: 'added', at: issuedAt }],
    ...known,
  };
  badge.nextCardNumber += 1;
  state.badgePasses.set(pass.id, pass);
  return pass;
}

/** Every badge pass in order of issue, after the lifecycle changes that are due have been applied. */
export function settledBadgePasses(state: State): BadgePass[] {
  const now = state.clock.now();
  const passes = [...state.badgePasses.values()];
  for (const pass of passes) {
    for (const { action, at } of pass.pending) if (at <= now) takeEffect(pass, action);
    pass.pending = pass.pending.filter(({ at }) => at > now);
  }
  return passes;
}

/** The transitions of the states table; an action that does not apply to the status changes nothing. */
function takeEffect(pass: BadgePass, action: BadgePass['pending'][number]['action']): void {
  if (action === 'suspend' && pass.status === 'ACTIVE') pass.status = 'SUSPENDED';
  // Only the holder can end a pause by the holder.
  if (action === 'resume' && pass.status === 'SUSPENDED') pass.status = 'ACTIVE';
  if (action === 'revoke' && !isEnded(pass)) pass.status = 'REVOKED';
}

/** A holder's badge passes from one account, newest first. @param badgeTemplateId only of this badge */
export function badgePassesOf(
  state: State,
  holderId: string,
  accountId: string,
  badgeTemplateId?: string,
): BadgePass[] {
  const held = settledBadgePasses(state).filter(
    (pass) =>
      pass.holderId === holderId &&
      pass.accountId === accountId &&
      (badgeTemplateId ?? pass.badgeTemplateId) === pass.badgeTemplateId,
  );
  return newestFirst(held, ({ issuedAt }) => issuedAt);
}

/** First and last name as one text; `null` when neither is known. */
export function fullName(name: HolderName | undefined): string | null {
  const parts = [name?.firstName, name?.lastName].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(' ');
}

/** Contact details of a person. */
type Contact = Pick<BadgeInvite, 'email' | 'phone'>;

/** Whether two contacts are the same person: compares the email or, without one in the first, the phone. */
export function isSamePerson({ email, phone }: Contact, other: Contact): boolean {
  return email === undefined ? other.phone === phone : other.email === email;
}

/** The credential a door reader sees; none if the badge pass is not in a wallet. */
export function credentialsOf(state: State, pass: BadgePass) {
  if (!IN_WALLET.includes(pass.status)) return [];
  const { facilityCode, keyset } = badgeOf(state, pass);
  return [
    {
      passId: pass.id,
      platform: WALLET_A_PLATFORM,
      format: 'W26',
      bits: 26,
      facilityCode: String(facilityCode),
      cardNumber: String(pass.cardNumber),
      wiegandHex: wiegandHex(facilityCode, pass.cardNumber),
      keyset,
    },
  ];
}

/** The 26-bit Wiegand word: even parity of the first half, the numbers, odd parity of the second. */
function wiegandHex(facilityCode: number, cardNumber: number): string {
  const bits = ((facilityCode << 16) | cardNumber).toString(2).padStart(24, '0');
  const isOdd = (half: string) => half.replaceAll('0', '').length % 2;
  const word = `${isOdd(bits.slice(0, 12))}${bits}${1 - isOdd(bits.slice(12))}`;
  return parseInt(word, 2).toString(16).toUpperCase().padStart(7, '0');
}
