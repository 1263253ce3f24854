import { addBadgePass } from '../resources/badges/badge';
import { addBadgeByInvite, addInvite } from '../resources/badges/invites';
import { DAY } from '../state/clock';
import {
  type Account,
  BADGE_PASS_STATUSES,
  type BadgeTemplate,
  type HolderName,
} from '../state/entities';
import { Random } from '../state/random';
import type { State } from '../state/state';
import { drawPerson } from './people';

const PERSON_SEED = 88;
/** Numbers of people start here, so that nobody shares an email address with a pass holder. */
const FIRST_NUMBER = 901;

type BadgeDraft = Pick<BadgeTemplate, 'name' | 'active' | 'color' | 'keyset' | 'nextCardNumber'>;

function addBadge(state: State, account: Account, ids: Random, age: number, draft: BadgeDraft) {
  const created = state.clock.now() - age * DAY;
  const badge: BadgeTemplate = {
    id: ids.id(),
    accountId: account.id,
    walletAStatus: draft.active ? 'APPROVED' : 'DRAFT',
    facilityCode: 42,
    created,
    updated: created,
    ...draft,
  };
  state.badges.set(badge.id, badge);
  return badge;
}

/** Add a published and an unpublished badge to an account. */
export function addBadges(state: State, account: Account, ids: Random) {
  const staff = { name: 'Pier House Staff Badge', color: '#12343b', keyset: 'pier-2026' };
  const visitor = { name: 'Workshop Visitor Badge', color: '#6b5b2e', keyset: 'workshop-draft' };
  return {
    published: addBadge(state, account, ids, 300, {
      ...staff,
      active: true,
      nextCardNumber: 20_001,
    }),
    unpublished: addBadge(state, account, ids, 3, {
      ...visitor,
      active: false,
      nextCardNumber: 30_001,
    }),
  };
}

/** A published badge of another account, and a person holding it. @returns their IDs */
export function addForeignBadge(state: State, other: Account, ids: Random) {
  const tower = { name: 'Somebody Else Tower', color: '#5b2333', keyset: 'tower-2026' };
  const badge = addBadge(state, other, ids, 0, { ...tower, active: true, nextCardNumber: 500 });
  const names = { [other.id]: { firstName: 'Somebody', lastName: 'Else' } };
  const holder = { id: ids.id(), email: 'somebody@else.example', names };
  state.holders.set(holder.id, holder);
  const pass = addBadgePass(state, badge, { id: ids.id(), holderId: holder.id });
  return { badgeId: badge.id, badgeUserId: holder.id, badgePassId: pass.id };
}

/**
 * People on a badge: one in every status, one of them with a second badge, and the one with a badge of the other
 * account; and invites that are live, used and expired.
 */
export function addBadgeHolders(state: State, badge: BadgeTemplate): void {
  const people = new Random(PERSON_SEED);
  let number = FIRST_NUMBER;
  const person = () => {
    const { name, email, phone } = drawPerson(people, number);
    number += 1;
    const [firstName = name, ...rest] = name.split(' ');
    return { firstName, lastName: rest.join(' '), email, phone };
  };
  const invite = (
    age: number,
    days: number,
    known: HolderName & { email?: string; phone?: string },
  ) =>
    addInvite(state, badge, state.random.id(), {
      ...known,
      days,
      createdAt: state.clock.now() - age * DAY,
    });

  BADGE_PASS_STATUSES.forEach((status, index) => {
    const holder = person();
    const { code } = invite(200 - index * 15, 365, holder);
    addBadgeByInvite(state, code).pass.status = status;
    if (status === 'ACTIVE') addBadgeByInvite(state, invite(9, 30, holder).code);
  });
  const shared = { firstName: 'Somebody', lastName: 'Else', email: 'somebody@else.example' };
  addBadgeByInvite(state, invite(9, 30, shared).code);
  invite(40, 14, person());
  invite(1, 30, { ...person(), email: undefined });
  invite(2, 30, person());
}
