/** Keeps the state in a JSON file across restarts. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Seeded } from './seed/seed';
import type { OutboxEntry } from './state/entities';
import type { State } from './state/state';

/** Raised when a file can no longer be read by newer code. */
const FORMAT = 3;
/** The maps of a state. */
const TABLES = [
  ...(['accounts', 'keys', 'templates', 'passes', 'groups', 'files'] as const),
  ...(['badges', 'invites', 'holders', 'badgePasses'] as const),
];

interface Snapshot {
  format: number;
  /** Base URL when this was written: links and image URLs begin with it. */
  baseUrl: string;
  seeded: Seeded;
  /** State of the ID generator, so that no ID is reused. */
  randomSeed: number;
  outbox: OutboxEntry[];
  /** Records with their keys, in order of creation. */
  tables: Record<string, [string, unknown][]>;
}

const tableOf = (state: State, name: (typeof TABLES)[number]) =>
  state[name] as Map<string, unknown>;

/** Write a state. A crash leaves the old or the new one. */
export function saveState(file: string, state: State, seeded: Seeded): void {
  const snapshot: Snapshot = {
    format: FORMAT,
    baseUrl: state.baseUrl,
    seeded,
    randomSeed: state.random.seed,
    outbox: state.outbox,
    tables: Object.fromEntries(TABLES.map((name) => [name, [...tableOf(state, name)]])),
  };
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(snapshot), { flush: true });
  renameSync(temporary, file);
}

/**
 * Load a saved state into a fresh one, with its links changed to the current base URL.
 * @returns what was seeded; `undefined` if nothing was saved yet
 * @throws Error if the file is not a state of this format; it is left unchanged
 */
export function loadState(file: string, state: State): Seeded | undefined {
  if (!existsSync(file)) return undefined;
  const saved = read(file, state.baseUrl);
  state.random.seed = saved.randomSeed;
  state.outbox.push(...saved.outbox);
  for (const name of TABLES) {
    for (const [key, record] of saved.tables[name] ?? []) tableOf(state, name).set(key, record);
  }
  // The Default key may have been rotated: show its current value.
  const { accountId, keys } = saved.seeded;
  const current = [...state.keys.values()].find(
    (key) => key.accountId === accountId && key.defaultValue !== undefined,
  );
  return {
    ...saved.seeded,
    keys: { ...keys, 'Full access': current?.defaultValue ?? keys['Full access'] },
  };
}

function read(file: string, baseUrl: string): Snapshot {
  const text = readFileSync(file, 'utf8');
  let saved: Partial<Snapshot> | undefined;
  try {
    saved = JSON.parse(text) as Partial<Snapshot>;
  } catch {
    // Refused below, like JSON of another format.
  }
  if (saved?.format !== FORMAT || !saved.baseUrl) {
    throw new Error(
      `${file} is not data of this version of the sandbox. It was not changed; delete it, or choose another file.`,
    );
  }
  return JSON.parse(text.replaceAll(`${saved.baseUrl}/`, `${baseUrl}/`)) as Snapshot;
}
