import { DAY } from '../durations';
import { addInvite } from '../resources/badges/invites';
import { addBadgePass } from '../resources/badges/pass';
import { BADGE_PASS_STATUSES, type BadgeTemplate } from '../state/badgeEntities';
import type { Account } from '../state/entities';
import { Random } from '../state/random';
import type { State } from '../state/state';
import type { Foreign } from './foreign';
import { drawPerson } from './people';

const PERSON_SEED = 88;
/** Numbers of people start here, so that nobody shares an email address with a pass holder. */
const FIRST_NUMBER = 901;

/** The badges of the demo account. */
export type SeedBadge = 'published' | 'unpublished';

/** Add a published and an unpublished badge to an account. @returns their IDs */
export function addBadges(
  state: State,
  account: Account,
  random: Random,
): Record<SeedBadge, string> {
  const add = (name: string, active: boolean, age: number): string => {
    const created = state.clock.now() - age * DAY;
    const badge: BadgeTemplate = {
      id: random.id(),
      accountId: account.id,
      name,
      active,
      walletAStatus: active ? 'APPROVED' : 'DRAFT',
      color: active ? '#12343b' : '#6b5b2e',
      facilityCode: 42,
      keyset: active ? 'pier-2026' : 'workshop-draft',
      nextCardNumber: active ? 20_001 : 30_001,
      created,
      updated: created,
    };
    state.badges.templates.set(badge.id, badge);
    return badge.id;
  };
  return {
    published: add('Pier House Staff Badge', true, 300),
    unpublished: add('Workshop Visitor Badge', false, 3),
  };
}

/**
 * People on the published badge: one in every status, one with a second badge, one who also holds a
 * badge of the other account; and invites that are live, used and expired.
 */
export function addBadgeHolders(
  state: State,
  account: Account,
  badgeId: string,
  foreign: Pick<Foreign, 'badgeUserId'>,
  ids: Random,
): void {
  const badge = state.badges.templates.get(badgeId);
  if (badge === undefined) throw new Error('The demo badge was not created');
  const people = new Random(PERSON_SEED);
  const now = state.clock.now();
  let number = FIRST_NUMBER;
  const person = () => {
    const { name, email, phone } = drawPerson(people, number);
    number += 1;
    const [firstName = name, ...rest] = name.split(' ');
    return { firstName, lastName: rest.join(' '), email, phone };
  };

  BADGE_PASS_STATUSES.forEach((status, index) => {
    const { email, phone, ...name } = person();
    const holder = { id: ids.id(), email, phone, names: { [account.id]: name } };
    state.badges.holders.set(holder.id, holder);
    const issuedAt = now - (200 - index * 15) * DAY;
    addBadgePass(state, badge, { id: ids.id(), holderId: holder.id, status, issuedAt });
    if (status === 'ACTIVE') {
      addBadgePass(state, badge, { id: ids.id(), holderId: holder.id, issuedAt: issuedAt + DAY });
    }
    const days = 30;
    const invited = { ...name, email, phone, days, createdAt: issuedAt - DAY, usedAt: issuedAt };
    addInvite(state, badge, ids.id(), invited);
  });
  const shared = state.badges.holders.get(foreign.badgeUserId);
  if (shared !== undefined) {
    shared.names[account.id] = { firstName: 'Somebody', lastName: 'Else' };
    addBadgePass(state, badge, { id: ids.id(), holderId: shared.id, issuedAt: now - 9 * DAY });
  }

  const { phone, ...byPhone } = person();
  addInvite(state, badge, ids.id(), { ...person(), days: 14, createdAt: now - 40 * DAY });
  addInvite(state, badge, ids.id(), { ...byPhone, email: undefined, phone, days: 30 });
  addInvite(state, badge, ids.id(), { ...person(), days: 30, createdAt: now - 2 * DAY });
}
