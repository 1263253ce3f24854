import { MINUTE } from '../durations';
import { addBadgePass } from '../resources/badges/pass';
import { createPass } from '../resources/passes/pass';
import type { Account } from '../state/entities';
import type { Random } from '../state/random';
import type { State } from '../state/state';
import { addTemplates } from './templates';

/** IDs of another account, for tests of forbidden access. */
export interface Foreign {
  templateId: string;
  passId: string;
  fileId: string;
  badgeId: string;
  badgeUserId: string;
  badgePassId: string;
}

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Holder of the other account's passes and badge. */
const PERSON = 'somebody@else.example';

/** A template with three passes in another account. */
export function addForeignPasses(
  state: State,
  other: Account,
): Pick<Foreign, 'templateId' | 'passId'> {
  const template = addTemplates(state, other, ['generic']).generic;
  const owned = state.templates.get(template);
  if (owned === undefined) throw new Error('The foreign template was not created');
  const passes = ['F-001', 'F-002', 'F-003'].map((externalId, index) =>
    createPass(state, owned, {
      created: owned.updated + index * MINUTE,
      templateFields: {},
      customFields: { memberName: 'Somebody Else' },
      externalId,
      email: PERSON,
      walletADevices: 1,
    }),
  );
  state.passes.addMany(template, passes);
  return { templateId: template, passId: (passes[0] as { id: string }).id };
}

/** A file of another account. */
export function addForeignFile(
  state: State,
  other: Account,
  random: Random,
): Pick<Foreign, 'fileId'> {
  const id = `file_${random.hex(32)}`;
  const size = PIXEL.length;
  const image = { blob: state.files.putBlob(PIXEL), mime: 'image/png', size, width: 1, height: 1 };
  state.files.add({
    id,
    accountId: other.id,
    purpose: null,
    templateId: null,
    sourceUrl: null,
    image,
    variants: {},
    created: state.clock.now(),
  });
  return { fileId: id };
}

/** A published badge of another account, and a person holding it. */
export function addForeignBadge(
  state: State,
  other: Account,
  random: Random,
): Pick<Foreign, 'badgeId' | 'badgeUserId' | 'badgePassId'> {
  const created = state.clock.now();
  const badge = {
    id: random.id(),
    accountId: other.id,
    name: 'Somebody Else Tower',
    active: true,
    walletAStatus: 'APPROVED',
    color: '#5b2333',
    facilityCode: 71,
    keyset: 'tower-2026',
    nextCardNumber: 500,
    created,
    updated: created,
  };
  state.badges.templates.set(badge.id, badge);
  const names = { [other.id]: { firstName: 'Somebody', lastName: 'Else' } };
  const holder = { id: random.id(), email: PERSON, names };
  state.badges.holders.set(holder.id, holder);
  const pass = addBadgePass(state, badge, { id: random.id(), holderId: holder.id });
  return { badgeId: badge.id, badgeUserId: holder.id, badgePassId: pass.id };
}
