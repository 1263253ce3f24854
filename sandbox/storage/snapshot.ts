import type { Seeded } from '../seed/seed';
import type { KeptBadges } from '../state/badgeStore';
import type { Account, ApiKey, PassGroup } from '../state/entities';
import type { StoredFile } from '../state/fileEntities';
import type { OutboxEntry } from '../state/outbox';
import type { KeptPasses } from '../state/passStore';
import type { State } from '../state/state';
import type { KeptTemplates } from '../state/templateStore';

/** Raised when a snapshot can no longer be read by newer code. */
export const FORMAT = 1;

/** All data of the service as plain JSON; the contents of files are stored separately. */
export interface Snapshot {
  format: typeof FORMAT;
  /** Base URL when this was written: links and image URLs begin with it. */
  baseUrl: string;
  seeded: Seeded;
  /** State of the ID generator, so that no ID is reused. */
  randomSeed: number;
  accounts: Account[];
  keys: [fingerprint: string, key: ApiKey][];
  templates: KeptTemplates;
  passes: KeptPasses;
  groups: PassGroup[];
  outbox: OutboxEntry[];
  files: StoredFile[];
  badges: KeptBadges;
}

/** The current state. It shares its records with the state: serialize it immediately. */
export function takeSnapshot(state: State, seeded: Seeded): Snapshot {
  return {
    format: FORMAT,
    baseUrl: state.baseUrl,
    seeded,
    randomSeed: state.random.seed,
    accounts: [...state.accounts.values()],
    keys: state.keys.entries(),
    templates: state.templates.keep(),
    passes: state.passes.keep(),
    groups: [...state.groups.values()],
    outbox: state.outbox.keep(),
    files: state.files.all(),
    badges: state.badges.keep(),
  };
}

/** Load a snapshot into a fresh state. @param contents the contents of its files */
export function restoreSnapshot(
  state: State,
  snapshot: Snapshot,
  contents: Iterable<Buffer>,
): Seeded {
  state.random.seed = snapshot.randomSeed;
  for (const account of snapshot.accounts) state.accounts.set(account.id, account);
  for (const [fingerprint, key] of snapshot.keys) state.keys.restore(fingerprint, key);
  state.templates.restore(snapshot.templates);
  state.passes.restore(snapshot.passes);
  for (const group of snapshot.groups) state.groups.set(group.id, group);
  state.outbox.restore(snapshot.outbox);
  for (const file of snapshot.files) state.files.add(file);
  for (const content of contents) state.files.putBlob(content);
  state.badges.restore(snapshot.badges);

  // The Default key may have been rotated: show its current value.
  const { seeded } = snapshot;
  const own = state.keys.ofAccount(seeded.accountId);
  const current = own.find(({ defaultValue }) => defaultValue !== undefined)?.defaultValue;
  const fullAccess = current ?? seeded.keys['Full access'];
  return { ...seeded, keys: { ...seeded.keys, 'Full access': fullAccess } };
}
