import { z } from 'zod';

import { PRESETS } from '../../shared/service/scopes';
import * as record from '../state/records';
import { FORMAT, type Snapshot } from './snapshot';

const text = z.string().min(1);
const sequence = z.number().int().min(1);
/** The IDs of a seed by name; the seed defines the names. */
const ids = z.record(text);

const shape = z.object({
  format: z.literal(FORMAT),
  // Every occurrence in the file is replaced by the new base URL.
  baseUrl: z.string().regex(/^https?:\/\/[^/]+$/, 'must be a URL without a path'),
  seeded: z.object({
    accountId: text,
    keys: z.object(named(Object.keys(PRESETS))),
    templates: ids,
    badges: ids,
    foreign: ids,
  }),
  randomSeed: z.number().int(),
  accounts: z.array(record.account),
  keys: z.array(z.tuple([text, record.apiKey])),
  templates: z.object({
    templates: z.array(record.template),
    deleted: z.array(record.template),
    nextSequence: sequence,
  }),
  passes: z.object({ passes: z.array(record.pass), nextSequence: sequence }),
  groups: z.array(record.passGroup),
  outbox: z.array(record.outboxEntry),
  files: z.array(record.storedFile),
  badges: z.object({
    templates: z.array(record.badgeTemplate),
    invites: z.array(record.badgeInvite),
    holders: z.array(record.badgeHolder),
    passes: z.array(record.badgePass),
    nextSequence: sequence,
  }),
});

function named(keys: readonly string[]): Record<string, z.ZodString> {
  return Object.fromEntries(keys.map((key) => [key, text]));
}

/** A snapshot with consistent references. */
const snapshot = shape.superRefine((given, context) => {
  const accounts = new Set(given.accounts.map(({ id }) => id));
  const badges = new Set(given.badges.templates.map(({ id }) => id));
  const holders = new Set(given.badges.holders.map(({ id }) => id));
  const mustExist = (known: Set<string>, id: string, ...path: (string | number)[]) => {
    if (known.has(id)) return;
    context.addIssue({ code: z.ZodIssueCode.custom, path, message: `${id} does not exist` });
  };
  const ofAccounts = (records: readonly { accountId: string }[], ...path: string[]) =>
    records.forEach(({ accountId }, at) =>
      mustExist(accounts, accountId, ...path, at, 'accountId'),
    );

  mustExist(accounts, given.seeded.accountId, 'seeded', 'accountId');
  given.keys.forEach(([, { accountId }], at) =>
    mustExist(accounts, accountId, 'keys', at, 1, 'accountId'),
  );
  ofAccounts(given.templates.templates, 'templates', 'templates');
  ofAccounts(given.templates.deleted, 'templates', 'deleted');
  ofAccounts(given.passes.passes, 'passes', 'passes');
  ofAccounts(given.groups, 'groups');
  ofAccounts(given.files, 'files');
  ofAccounts(given.badges.templates, 'badges', 'templates');
  ofAccounts(given.badges.invites, 'badges', 'invites');
  ofAccounts(given.badges.passes, 'badges', 'passes');
  given.badges.invites.forEach(({ badgeTemplateId }, at) =>
    mustExist(badges, badgeTemplateId, 'badges', 'invites', at, 'badgeTemplateId'),
  );
  given.badges.passes.forEach(({ badgeTemplateId, holderId }, at) => {
    mustExist(badges, badgeTemplateId, 'badges', 'passes', at, 'badgeTemplateId');
    mustExist(holders, holderId, 'badges', 'passes', at, 'holderId');
  });
});

/**
 * Check that a value read from a file is a snapshot.
 * @returns the value itself: a parsed copy would lack properties that are not in the schema
 * @throws Error naming the first problem
 */
export function checkSnapshot(value: unknown): Snapshot {
  const result = snapshot.safeParse(value);
  if (result.success) return value as Snapshot;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}
