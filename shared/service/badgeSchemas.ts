/** Responses about access badges. Platforms and statuses are open lists. */

import { z } from 'zod';

import { ownValue } from '../runtime/records';
import { inWords } from './wording';
import { WALLET_A_STATUS } from './vocabulary';
import { requiredWebUrl, webUrl, wrappedList } from './schemas';

export const badgeSchema = z
  .object({
    id: z.string().min(1),
    name: z.string(),
    active: z.boolean(),
    [WALLET_A_STATUS]: z.string(),
  })
  .passthrough();
export type Badge = z.infer<typeof badgeSchema>;

export const badgeListSchema = z.object({ templates: z.array(badgeSchema) }).passthrough();

const credentials = z.array(z.record(z.string(), z.unknown()));

/** `id` is null for a person who is only invited; `credentials: null` means temporarily unavailable, not "none". */
export const holderSchema = z
  .object({
    id: z.string().nullable(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
    name: z.string().nullish(),
    active: z.boolean(),
    credentials: credentials.nullable(),
    invited: z.boolean().nullish(),
    invitedAt: z.number().nullish(),
    expiresAt: z.number().nullish(),
    inviteUrl: webUrl,
  })
  .passthrough();
export type Holder = z.infer<typeof holderSchema>;

/** Whether the link of an invite has stopped working. @param now epoch ms */
export function hasExpired({ expiresAt }: Pick<Holder, 'expiresAt'>, now: number): boolean {
  return typeof expiresAt === 'number' && expiresAt <= now;
}

/** Whether somebody is only invited, and the invite can no longer be used. @param now epoch ms */
export function isExpiredInvite(person: Holder, now: number): boolean {
  return person.id === null && hasExpired(person, now);
}

/** Whether the card numbers can't be read now. That never means that there are none: a badge may have been added. */
export function isUnreadable({ credentials }: Pick<Holder | BadgePass, 'credentials'>): boolean {
  return credentials === null;
}

export const holderListSchema = z.object({ users: z.array(holderSchema) }).passthrough();

const badgePassSchema = z
  .object({
    id: z.string().min(1),
    status: z.string(),
    platform: z.string(),
    issuedAt: z.number(),
    credentials: credentials.or(z.record(z.string(), z.unknown())).nullable(),
  })
  .passthrough();
export type BadgePass = z.infer<typeof badgePassSchema>;

export const badgePassListSchema = wrappedList('passes', badgePassSchema);

/** An invite in a list, without its link, so that nobody can use it. */
const inviteSchema = z
  .object({
    url: requiredWebUrl,
    email: z.string().nullish(),
    phone: z.string().nullish(),
    expiresAt: z.number(),
  })
  .passthrough();
export type Invite = z.infer<typeof inviteSchema>;

/** Response of an invitation. */
export const createdInviteSchema = inviteSchema.extend({
  code: z.string(),
  days: z.number(),
  reused: z.boolean(),
  delivery: z.unknown(),
});

export const inviteListSchema = wrappedList('invites', inviteSchema);

const STATUS_WORDS: Partial<Record<string, string>> = {
  CREATED: 'Being added',
  ISSUE_INITIATED: 'Being added',
  ISSUING: 'Being added',
  USER_SUSPENDED: 'Suspended by holder',
  USER_REVOKED: 'Revoked by holder',
  CANCELLED: 'Canceled',
  ISSUE_FAILED: 'Adding failed',
};

/** A badge pass status in plain words, including an unknown status. */
export function statusInWords(status: string): string {
  return ownValue(STATUS_WORDS, status) ?? inWords(status);
}

/** The state that each status of a badge pass means (docs/service.md#badge-pass-status). */
const STATUSES_BY_STATE = {
  active: ['ACTIVE'],
  beingAdded: ['CREATED', 'ISSUE_INITIATED', 'ISSUING'],
  suspended: ['SUSPENDED', 'USER_SUSPENDED'],
  ended: ['REVOKED', 'USER_REVOKED', 'CANCELLED', 'EXPIRED'],
  failed: ['ISSUE_FAILED'],
} as const satisfies Record<string, readonly string[]>;

export type BadgePassState = keyof typeof STATUSES_BY_STATE | 'unknown';
const KNOWN_STATES = Object.keys(STATUSES_BY_STATE) as Exclude<BadgePassState, 'unknown'>[];
/** A closed list, unlike the statuses, which the service can extend. */
export const BADGE_PASS_STATES: readonly BadgePassState[] = [...KNOWN_STATES, 'unknown'];

/** Whether a badge pass with this status will never open a door again. */
export function isTerminal(status: string): boolean {
  const state = badgePassState(status);
  return state === 'ended' || state === 'failed';
}

/** The state of a badge pass with this status. */
export function badgePassState(status: string): BadgePassState {
  const state = KNOWN_STATES.find((known) =>
    (STATUSES_BY_STATE[known] as readonly string[]).includes(status),
  );
  return state ?? 'unknown';
}
