import * as field from '../fields';
import { listHolders } from '../api/badges';
import { withReadableCredentials } from '../operations/badgeHolder/output';
import { ServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { OutputFields } from '../fields/output';
import { compact } from '../fields/output';
import type { Holder } from '../service/badgeSchemas';
import { hash } from './hash';
import type { Snapshot } from './snapshot';
import { afterScan, compare } from './snapshot';
import { assertStateSize } from './stateSize';
import type { TriggerContext } from './trigger';
import { SAMPLES, defineTrigger } from './trigger';

export interface BadgeAddedState {
  /** Badge passes; there is nothing to watch but that they are there. */
  badges: Snapshot;
  /** Hashes of holders whose badges were never read since the baseline: those are not new. */
  unread: string[];
}

const fields = {
  id: { label: 'Badge Pass ID', type: 'string', always: true },
  passId: { label: 'Badge Pass ID (as the Service Names It)', type: 'string', always: true },
  userId: { label: 'Holder ID', type: 'string', always: true },
  email: { label: 'Email', type: 'string' },
  phone: { label: 'Phone', type: 'string' },
  name: { label: 'Name', type: 'string' },
  active: { label: 'Active', type: 'boolean' },
  platform: { label: 'Platform', type: 'string' },
  credential: { label: 'Credential', type: 'object' },
} satisfies OutputFields;

/** One request, however many hold a badge; its answer grows with their number. */
export const badgeAdded = defineTrigger({
  key: 'badgeAdded',
  label: 'Badge Added',
  description:
    'When someone adds an access badge to their wallet. Events for a holder are delayed until the service can read their badges again; a badge that is added and removed between two polls is missed. A poll costs one request, whose answer lists every holder.',
  scopes: ['badges.viewAll'],
  flat: {
    key: 'badge_added',
    label: 'Badge Added',
    noun: 'Badge',
    description:
      'Triggers when someone adds an access badge to their wallet. Events for a holder are delayed until the service can read their badges again.',
    // Card numbers stay out of task history, as in Find Badge Holder.
    omit: ['credential'],
  },
  input: {
    badgeTemplateId: field.ref({
      of: 'badge',
      label: 'Badge',
      description: 'Only this badge; every badge if empty',
    }),
  },
  baseline: ['badgeTemplateId'],
  output: {
    fields,
    sample: {
      id: 'bps_7e02b4',
      passId: 'bps_7e02b4',
      userId: 'usr_19d3c0',
      email: 'ana@example.com',
      name: 'Ana Souza',
      active: true,
    },
  },

  async poll(context, { badgeTemplateId }, before: BadgeAddedState | undefined) {
    const holders = await read(context, badgeTemplateId);
    const found = holders.flatMap(badges).map((badge) => ({
      ...badge,
      id: badge.passId,
      created: 0,
      fingerprint: '1',
    }));
    const comparison = compare(before?.badges, found);
    const { read: listed, unread: unlisted } = comparison;
    // What cannot be read now may be among what was seen: then none of it counts as missing.
    const isWhole = !holders.some(isUnreadable);
    const known = isWhole
      ? comparison
      : { ...comparison, read: new Map([...unlisted, ...listed]), unread: new Map() };
    const idsOf = (some: Present[]) => some.map(({ id }) => hash(id));
    const unread = before?.unread ?? idsOf(holders.filter(isUnreadable));
    const readable = new Set(idsOf(holders.filter((holder) => !isUnreadable(holder))));
    const state: BadgeAddedState = {
      badges: afterScan(known, { knownSince: 0, now: context.client.clock.now() }),
      unread: unread.filter((holder) => !readable.has(holder)),
    };
    assertStateSize(state);
    const added = comparison.changes.filter(({ item }) => !unread.includes(hash(item.userId)));
    return { items: added.map(({ item }) => output(item)), state };
  },

  async samples(context, { badgeTemplateId }) {
    const holders = await read(context, badgeTemplateId);
    return holders.flatMap(badges).slice(0, SAMPLES).map(output);
  },

  async recent(context, { badgeTemplateId }, seeding) {
    const holders = await read(context, badgeTemplateId);
    // Given later, they would be taken for new ones.
    if (seeding && holders.some(isUnreadable)) throw unreadableNow();
    return holders.flatMap(badges).map(output);
  },
});

type Present = Holder & { id: string };

/** Holders, not those who are only invited; read again while credentials cannot be read. */
async function read(
  { client }: TriggerContext,
  badgeTemplateId: string | undefined,
): Promise<Present[]> {
  const all = await withReadableCredentials(client, () => listHolders(client, badgeTemplateId));
  return all.filter((holder): holder is Present => holder.id !== null);
}

function isUnreadable({ credentials }: Holder): boolean {
  return credentials === null;
}

interface Badge {
  passId: string;
  userId: string;
  holder: Present;
  credential: Record<string, unknown>;
}

function badges(holder: Present): Badge[] {
  return (holder.credentials ?? []).flatMap((credential) => {
    const { passId } = credential;
    return typeof passId === 'string' ? [{ passId, userId: holder.id, holder, credential }] : [];
  });
}

function output({ passId, userId, holder, credential }: Badge): Output {
  return compact({
    id: passId,
    passId,
    userId,
    email: holder.email ?? undefined,
    phone: holder.phone ?? undefined,
    name: holder.name ?? undefined,
    active: holder.active ?? undefined,
    platform: credential.platform ?? undefined,
    credential,
  });
}

function unreadableNow(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: 'The service cannot read the badges of every holder right now',
    hint: 'Turn this on again in a few minutes; started now, it would report old badges as new.',
  });
}
