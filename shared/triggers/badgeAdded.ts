import * as field from '../fields';
import { listHoldersOf } from '../api/badges';
import { withReadableCredentials } from '../operations/badgeHolder/output';
import { ServiceError } from '../errors/serviceError';
import type { Output, OutputFields } from '../fields/output';
import { compact } from '../runtime/records';
import { isUnreadable, type Holder } from '../service/badgeSchemas';
import { assertStateSize, earliestEvent, shortHash } from './state';
import type { PollContext } from '../operations/context';
import { SAMPLE_COUNT, defineTrigger } from './trigger';

/** Grows with the number of badges; at most `MAX_STATE_SIZE` characters of JSON. */
interface BadgeAddedState {
  /** Epoch ms. */
  polledAt: number;
  /** Hashed IDs of the badge passes that polls have seen. */
  seen: string[];
  /**
   * Hashed IDs of holders whose badges have been unreadable since the baseline: when they become
   * readable, they are not new.
   */
  unreadable: string[];
}

const fields = {
  id: { label: 'Badge Pass ID', type: 'string', always: true },
  userId: { label: 'Holder ID', type: 'string', always: true },
  email: { label: 'Email', type: 'string' },
  phone: { label: 'Phone', type: 'string' },
  name: { label: 'Name', type: 'string' },
  active: { label: 'Active', type: 'boolean' },
  platform: { label: 'Platform', type: 'string' },
  credential: { label: 'Credential', type: 'object', omitFromSimplified: true },
} satisfies OutputFields;

export const badgeAdded = defineTrigger({
  key: 'badgeAdded',
  label: 'Badge Added',
  description: 'When someone adds an access badge to their wallet',
  misses:
    'A badge pass that is added and removed between two polls, and on n8n those added during a pause of more than two days: the service does not say when',
  requests: 'one, whose response lists every holder; while a chosen badge has none, one more',
  details:
    "If the badge passes of a holder can't be read, their events are delayed until they can be read again.",
  scopes: ['badges.viewAll'],
  zapier: {
    key: 'badge_added',
    label: 'Badge Added',
    noun: 'Badge',
    description: 'Triggers when someone adds an access badge to their wallet.',
    // Card numbers stay out of task history, as in Find Badge Holder.
    omit: ['credential'],
  },
  input: {
    badgeTemplateId: field.ref({
      of: 'badge',
      label: 'Badge',
      description: 'Only this badge. Defaults to all badges.',
    }),
  },
  resetsBaseline: ['badgeTemplateId'],
  output: {
    fields,
    sample: {
      id: 'bps_7e02b4',
      userId: 'usr_19d3c0',
      email: 'ana@example.com',
      name: 'Ana Souza',
      active: true,
    },
  },

  async poll(context, { badgeTemplateId }, last: BadgeAddedState | undefined) {
    const holders = await listJoinedHolders(context, badgeTemplateId);
    const now = context.client.clock.now();
    const known = new Set(last?.seen);
    const notNew = last ? new Set(last.unreadable) : hashes(holders.filter(isUnreadable));
    const readable = hashes(holders.filter((holder) => !isUnreadable(holder)));
    const badges = holders.flatMap(getBadges);
    const state: BadgeAddedState = {
      polledAt: now,
      // For good: a badge that is not listed may belong to an unreadable holder.
      seen: [...new Set([...known, ...hashes(badges)])],
      unreadable: [...notNew].filter((id) => !readable.has(id)),
    };
    assertStateSize(state);
    // Nothing shows when a badge was added. After a long pause, it may have been long ago.
    if (!last || earliestEvent(now, last.polledAt) > 0) return { items: [], state };
    const isNew = ({ id, holder }: Badge) =>
      !known.has(shortHash(id)) && !notNew.has(shortHash(holder.id));
    return { items: badges.filter(isNew).map(toEvent), state };
  },

  async samples(context, { badgeTemplateId }) {
    const holders = await listJoinedHolders(context, badgeTemplateId);
    return holders.flatMap(getBadges).slice(0, SAMPLE_COUNT).map(toEvent);
  },

  async pollStateless(context, { badgeTemplateId }, isBaseline) {
    const holders = await listJoinedHolders(context, badgeTemplateId);
    // In a later poll, their badges would look new.
    if (isBaseline && holders.some(isUnreadable)) throw credentialsUnreadable();
    return holders.flatMap(getBadges).map(toEvent);
  },
});

const hashes = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => shortHash(id)));

type JoinedHolder = Holder & { id: string };

/** Holders without those who were only invited and have no ID yet; retries while credentials are unreadable. */
async function listJoinedHolders(
  { client }: PollContext,
  badgeTemplateId: string | undefined,
): Promise<JoinedHolder[]> {
  const all = await withReadableCredentials(client, () => listHoldersOf(client, badgeTemplateId));
  return all.filter((holder): holder is JoinedHolder => holder.id !== null);
}

interface Badge {
  id: string;
  holder: JoinedHolder;
  credential: Record<string, unknown>;
}

function getBadges(holder: JoinedHolder): Badge[] {
  return (holder.credentials ?? []).flatMap((credential) => {
    const { passId } = credential;
    return typeof passId === 'string' ? [{ id: passId, holder, credential }] : [];
  });
}

function toEvent({ id, holder, credential }: Badge): Output {
  return compact({
    id,
    userId: holder.id,
    email: holder.email ?? undefined,
    phone: holder.phone ?? undefined,
    name: holder.name ?? undefined,
    active: holder.active,
    platform: credential.platform ?? undefined,
    credential,
  });
}

function credentialsUnreadable(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: "The service can't read the badge passes of every holder right now",
    hint: 'Turn the {workflow} on again in a few minutes.',
  });
}
