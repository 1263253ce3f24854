import * as field from '../fields';
import { listHolders } from '../operations/badge/calls';
import { withReadableCredentials } from '../operations/badgeHolder/output';
import { ServiceFailure } from '../http/failures';
import type { Output } from '../operations/operation';
import type { OutputFields } from '../operations/output';
import { compact } from '../operations/output';
import type { Holder } from '../service/badgeSchemas';
import { ID_DIGITS, hash } from './hash';
import { fitting } from './templates';
import type { TriggerContext } from './trigger';
import { SAMPLES, defineTrigger } from './trigger';

export interface BadgeAddedState {
  /** Hashes of the badge passes seen, one after the other. */
  seen: string;
  /** Hashes of holders whose badges could not be read since the baseline: those are no news. */
  unread: string;
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

/** traps.md, polling triggers: one request, however many hold a badge; it grows with their number. */
export const badgeAdded = defineTrigger({
  key: 'badgeAdded',
  label: 'Badge Added',
  description:
    'When somebody adds an access badge to a wallet. While the service cannot read the badges of a holder, their news waits; a badge that is added and taken away between two polls is missed. A poll costs one request, whose answer lists every holder.',
  scopes: ['badges.viewAll'],
  zapier: {
    key: 'badge_added',
    label: 'Badge Added',
    noun: 'Badge',
    description:
      'Triggers when somebody adds an access badge to a wallet. While the service cannot read the badges of a holder, their news waits.',
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
    const unreadable = holders.filter(isUnreadable).map(({ id }) => hash(id));
    const added = holders.flatMap(badges);
    const now = added.map(({ passId }) => hash(passId));
    if (!before) {
      return { items: [], state: fitting({ seen: now.join(''), unread: unreadable.join('') }) };
    }
    const seen = parts(before.seen);
    const unread = parts(before.unread);
    const fresh = added.filter(
      ({ passId, userId }) => !seen.has(hash(passId)) && !unread.has(hash(userId)),
    );
    // What cannot be read now may be among what was seen: nothing is forgotten meanwhile.
    const kept = unreadable.length > 0 ? [...seen, ...now] : now;
    const state = {
      seen: [...new Set(kept)].join(''),
      unread: unreadable.filter((holder) => unread.has(holder)).join(''),
    };
    return { items: fresh.map(output), state: fitting(state) };
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

/** Holders, not those who are only invited; read again while credentials cannot be read (trap 114). */
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

function parts(text: string): Set<string> {
  const found = new Set<string>();
  for (let i = 0; i < text.length; i += ID_DIGITS) found.add(text.slice(i, i + ID_DIGITS));
  return found;
}

function unreadableNow(): ServiceFailure {
  return new ServiceFailure({
    kind: 'unavailable',
    what: 'The service cannot read the badges of every holder now',
    fix: 'Turn this on again in a few minutes: begun now, it would take old badges for new ones.',
  });
}
