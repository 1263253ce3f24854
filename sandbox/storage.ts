/** Keeps the state in a JSON file across restarts. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { type Seeded, seeded } from './seed/seed';
import * as entities from './state/entities';
import type { State } from './state/state';

/** Raised when a file can no longer be read by newer code. */
const FORMAT = 2;

/** The maps of a state by name, with the schema of their records. */
const TABLES = {
  accounts: entities.account,
  keys: entities.apiKey,
  templates: entities.template,
  passes: entities.pass,
  groups: entities.passGroup,
  files: entities.storedFile,
  badges: entities.badgeTemplate,
  invites: entities.badgeInvite,
  holders: entities.badgeHolder,
  badgePasses: entities.badgePass,
} satisfies Partial<Record<keyof State, z.ZodTypeAny>>;
const TABLE_NAMES = Object.keys(TABLES) as (keyof typeof TABLES)[];
const tableOf = (state: State, name: keyof typeof TABLES) => state[name] as Map<string, unknown>;

const snapshot = z.object({
  format: z.literal(FORMAT),
  /** Base URL when this was written: links and image URLs begin with it. */
  baseUrl: z.string().regex(/^https?:\/\/[^/]+$/, 'must be a URL without a path'),
  seeded,
  /** State of the ID generator, so that no ID is reused. */
  randomSeed: z.number().int(),
  outbox: z.array(entities.outboxEntry),
  /** Records with their keys, in order of creation. */
  tables: z.object(
    Object.fromEntries(
      TABLE_NAMES.map((name) => [
        name,
        z.array(z.tuple([z.string(), TABLES[name] as z.ZodTypeAny])),
      ]),
    ),
  ),
});
type Snapshot = z.infer<typeof snapshot>;

/** Write a state. A crash leaves the old or the new one. */
export function saveState(file: string, state: State, seed: Seeded): void {
  const saved: Snapshot = {
    format: FORMAT,
    baseUrl: state.baseUrl,
    seeded: seed,
    randomSeed: state.random.seed,
    outbox: state.outbox,
    tables: Object.fromEntries(TABLE_NAMES.map((name) => [name, [...tableOf(state, name)]])),
  };
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, JSON.stringify(saved), { flush: true });
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
  for (const name of TABLE_NAMES) {
    for (const [key, record] of saved.tables[name] ?? []) tableOf(state, name).set(key, record);
  }
  // The Default key may have been rotated: show its current value.
  const { accountId, keys } = saved.seeded;
  const fullAccess = [...state.keys.values()].find(
    (key) => key.accountId === accountId && key.defaultValue !== undefined,
  );
  const current = fullAccess?.defaultValue ?? keys['Full access'];
  return { ...saved.seeded, keys: { ...keys, 'Full access': current } };
}

function read(file: string, baseUrl: string): Snapshot {
  try {
    const text = readFileSync(file, 'utf8');
    const before = check(JSON.parse(text)).baseUrl;
    return check(JSON.parse(text.replaceAll(`${before}/`, `${baseUrl}/`)));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file} is not valid sandbox data. ${message}. It was not changed.`);
  }
}

/** @returns the value itself: a parsed copy would lack properties that are not in the schema */
function check(value: unknown): Snapshot {
  const result = snapshot.safeParse(value);
  if (result.success) return value as Snapshot;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}
