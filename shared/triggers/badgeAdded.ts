import * as field from '../fields';
import { listHoldersOf } from '../api/badges';
import {
  badgePassFields,
  holderFields,
  withReadableCredentials,
} from '../operations/badgeHolder/output';
import { ServiceError } from '../errors/serviceError';
import { type Output, type OutputField, toOutput } from '../fields/output';
import { isUnreadable, type Holder } from '../service/badgeSchemas';
import { earliestEvent, shortHash } from './state';
import type { PollContext } from '../operations/context';
import { SAMPLE_COUNT, defineTrigger } from './trigger';

/** Grows with the number of badges; at most `MAX_STATE_SIZE` characters of JSON. */
interface BadgeAddedState {
  /** Epoch ms. */
  polledAt: number;
  /**
   * Hashed IDs of all badge passes that polls have listed, and of the holders whose badges have been unreadable since
   * the baseline: when their badges become readable, they are not new.
   */
  seen: string[];
}

const { id, userId, platform } = badgePassFields;
const { email, phone, name, active } = holderFields;
const credential: OutputField = { label: 'Credential', type: 'object', omitFromSimplified: true };
const fields = { id, userId, email, phone, name, active, platform, credential };

export const badgeAdded = defineTrigger({
  key: 'badgeAdded',
  label: 'Badge Added to Wallet',
  description: 'When someone adds an access badge to their wallet',
  misses:
    'A badge pass that is added and removed between two polls, and on n8n those added during a pause of more than two days: the service does not say when',
  requests: 'one, whose response lists every holder; while a chosen badge has none, one more',
  details:
    "If the badge passes of a holder can't be read, their events are delayed until they can be read again.",
  scopes: ['badges.viewAll'],
  zapier: {
    key: 'badge_added',
    label: 'Badge Added to Wallet',
    noun: 'Badge',
    description: 'Triggers when someone adds an access badge to their wallet.',
    // Keep card numbers out of task history, as in Find Badge Holder.
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
    const { badges, readable, unreadable } = await readBadges(context, badgeTemplateId);
    const now = context.client.clock.now();
    const known = new Set(last ? last.seen : unreadable.map(hashOf));
    // The service does not show when a badge was added. After a long pause, it may have been long ago.
    const isInTime = last !== undefined && earliestEvent(now, last.polledAt) === 0;
    const isNew = (badge: Badge) => !known.has(hashOf(badge)) && !known.has(hashOf(badge.holder));
    const items = isInTime ? badges.filter(isNew).map(toEvent) : [];
    for (const holder of readable) known.delete(hashOf(holder));
    // Never forget a badge: if it is not listed now, its holder may be unreadable.
    for (const badge of badges) known.add(hashOf(badge));
    return { items, state: { polledAt: now, seen: [...known] } };
  },

  async samples(context, { badgeTemplateId }) {
    const { badges } = await readBadges(context, badgeTemplateId);
    return badges.slice(0, SAMPLE_COUNT).map(toEvent);
  },

  async pollStateless(context, { badgeTemplateId }, isBaseline) {
    const { badges, unreadable } = await readBadges(context, badgeTemplateId);
    if (!isBaseline || unreadable.length === 0) return badges.map(toEvent);
    // In a later poll, their badges would look new.
    throw new ServiceError({
      kind: 'unavailable',
      message: "The service can't read the badge passes of every holder right now",
      fix: 'Turn the {workflow} on again in a few minutes.',
    });
  },
});

type JoinedHolder = Holder & { id: string };

interface Badge {
  id: string;
  holder: JoinedHolder;
  credential: Record<string, unknown>;
}

/** Holders, without people who were only invited and have no ID yet. Retries while credentials are unreadable. */
async function readBadges({ client }: PollContext, badgeTemplateId: string | undefined) {
  const all = await withReadableCredentials(client, () => listHoldersOf(client, badgeTemplateId));
  const holders = all.filter((holder): holder is JoinedHolder => holder.id !== null);
  const badges = holders.flatMap((holder) =>
    (holder.credentials ?? []).flatMap((credential): Badge[] => {
      const { passId } = credential;
      return typeof passId === 'string' ? [{ id: passId, holder, credential }] : [];
    }),
  );
  const readable = holders.filter((holder) => !isUnreadable(holder));
  return { badges, readable, unreadable: holders.filter(isUnreadable) };
}

const hashOf = ({ id }: { id: string }) => shortHash(id);

function toEvent({ id, holder, credential }: Badge): Output {
  const { email, phone, name, active } = holder;
  const { platform } = credential;
  const values = { id, userId: holder.id, email, phone, name, active, platform, credential };
  return toOutput(values, fields);
}
