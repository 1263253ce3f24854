import { z } from 'zod';

import type { ServiceClient } from '../http/client';
import { path } from '../http/url';
import { isServiceError } from '../errors/serviceError';
import type { Retry } from '../http/retryPolicy';
import type { Badge, BadgePass, Holder, Invite } from '../service/badgeSchemas';
import {
  badgeListSchema,
  badgePassListSchema,
  badgeSchema,
  holderListSchema,
  holderSchema,
  inviteListSchema,
  inviteSchema,
} from '../service/badgeSchemas';
import { outgoing } from '../service/requests';
import { nothing } from '../service/schemas';
import { quoted } from '../service/text';
import { LIMITS } from '../service/vocabulary';
import { notFound } from './notFound';
import type { ResourceType } from './notFound';

/** Calls to the access badge endpoints. */

export async function listBadges(client: ServiceClient): Promise<Badge[]> {
  const { templates } = await client.call({
    method: 'GET',
    path: '/badge/templates',
    parser: badgeListSchema,
  });
  return templates;
}

/** `GET /badge/templates/{id}`. Also returns a badge that is not published. */
export function getBadge(client: ServiceClient, badgeTemplateId: string): Promise<Badge> {
  return client
    .call({
      method: 'GET',
      path: path`/badge/templates/${badgeTemplateId}`,
      canBeMissing: ['badge'],
      parser: badgeSchema,
    })
    .catch(notFound(BADGE, badgeTemplateId));
}

/** Body of an invite. Both flags are always sent, so that no default applies. */
const inviteRequest = z
  .object({
    email: z.string().min(1).optional(),
    phone: z.string().min(1).optional(),
    firstName: z.string().min(1).optional(),
    lastName: z.string().min(1).optional(),
    days: z.number().int().min(1).max(LIMITS.inviteDaysMax).optional(),
    sendToEmail: z.boolean(),
    sendToPhone: z.boolean(),
  })
  .strict();
export type InviteBody = z.infer<typeof inviteRequest>;

/** `POST /badge/templates/{id}/invites`. Inviting the same person again returns the same active link. */
export function createInvite(
  client: ServiceClient,
  badgeTemplateId: string,
  body: InviteBody,
  retry: Retry,
): Promise<Invite> {
  return client
    .call({
      method: 'POST',
      path: path`/badge/templates/${badgeTemplateId}/invites`,
      json: outgoing(inviteRequest, body),
      retry,
      canBeMissing: ['badge'],
      parser: inviteSchema,
    })
    .catch(notFound(BADGE, badgeTemplateId));
}

/** `GET /badge/templates/{id}/invites`: newest first, including used and expired ones. */
export function listInvites(client: ServiceClient, badgeTemplateId: string): Promise<Invite[]> {
  return client
    .call({
      method: 'GET',
      path: path`/badge/templates/${badgeTemplateId}/invites`,
      canBeMissing: ['badge'],
      parser: inviteListSchema,
    })
    .catch(notFound(BADGE, badgeTemplateId));
}

/** `DELETE /badge/templates/{id}/invites` with a JSON body, which accepts only an email. */
export function cancelInvite(
  client: ServiceClient,
  badgeTemplateId: string,
  email: string,
  retry: Retry,
): Promise<void> {
  return client
    .call({
      method: 'DELETE',
      path: path`/badge/templates/${badgeTemplateId}/invites`,
      json: { email },
      retry,
      notFoundMeansDeleted: true,
      canBeMissing: ['badge'],
      parser: nothing,
    })
    .catch(noInvite(email, badgeTemplateId));
}

/** `GET /badge/users`. Not paginated: the response always lists everyone. */
export async function listHolders(
  client: ServiceClient,
  badgeTemplateId: string | undefined,
): Promise<Holder[]> {
  const { users } = await client
    .call({
      method: 'GET',
      path: '/badge/users',
      query: { badgeTemplateId },
      canBeMissing: ['badge'],
      parser: holderListSchema,
    })
    .catch(notFound(BADGE, badgeTemplateId ?? ''));
  return users;
}

/** `GET /badge/users/{id}/passes`: a holder's passes of one badge or of all. */
export function listBadgePasses(
  client: ServiceClient,
  userId: string,
  badgeTemplateId?: string,
): Promise<BadgePass[]> {
  return client
    .call({
      method: 'GET',
      path: path`/badge/users/${userId}/passes`,
      query: { badgeTemplateId },
      canBeMissing: ['badge'],
      parser: badgePassListSchema,
    })
    .catch(noHolderOrBadge(userId, badgeTemplateId));
}

const LIFECYCLE_ACTIONS = ['suspend', 'resume', 'revoke', 'refresh'] as const;
export type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

const lifecycleRequest = z
  .object({ action: z.enum(LIFECYCLE_ACTIONS), reason: z.string().min(1).optional() })
  .strict();

/** `POST /badge/passes/{id}/lifecycle`. Responds with 202: the change takes effect a moment later. */
export function changeLifecycle(
  client: ServiceClient,
  passId: string,
  action: LifecycleAction,
  reason: string | undefined,
  retry: Retry,
): Promise<void> {
  return client
    .call({
      method: 'POST',
      path: path`/badge/passes/${passId}/lifecycle`,
      json: outgoing(lifecycleRequest, { action, reason }),
      retry,
      canBeMissing: ['badge'],
      parser: nothing,
    })
    .catch(notFound(BADGE_PASS, passId));
}

const renameRequest = z
  .object({ firstName: z.string().min(1).optional(), lastName: z.string().min(1).optional() })
  .strict();

const renamed = holderSchema.partial().passthrough();

/** `PATCH /badge/users/{id}`: the new name is pushed to every badge of the person. */
export function renameHolder(
  client: ServiceClient,
  userId: string,
  name: { firstName?: string; lastName?: string },
  retry: Retry,
) {
  return client
    .call({
      method: 'PATCH',
      path: path`/badge/users/${userId}`,
      json: outgoing(renameRequest, name),
      retry,
      canBeMissing: ['badge'],
      parser: renamed,
    })
    .catch(notFound(HOLDER, userId));
}

/** `DELETE /badge/users/{id}`: revokes all badges of the person and cancels all invites. Has a response body. */
export function removeHolder(client: ServiceClient, userId: string, retry: Retry) {
  return client
    .call({
      method: 'DELETE',
      path: path`/badge/users/${userId}`,
      retry,
      notFoundMeansDeleted: true,
      canBeMissing: ['badge'],
      parser: renamed.optional(),
    })
    .catch(notFound(HOLDER, userId));
}

const BADGE = badgeResource('Badge', 'Badge', 'badgeTemplateId');
const HOLDER = badgeResource(
  'Badge holder',
  'Holder',
  'userId',
  'A person who is only invited has no holder ID yet.',
);
const BADGE_PASS = badgeResource('Badge pass', 'Badge Pass', 'passId');

function badgeResource(noun: string, label: string, field: string, note = ''): ResourceType {
  const hint = `Choose it again in '${label}'. It may have been deleted, or belong to a different account than the API key. ${note}`;
  return { noun, field, hint: hint.trim() };
}

/** A 404 means that either is missing; a badge of another account results in 403. */
function noHolderOrBadge(userId: string, badgeTemplateId: string | undefined) {
  return (thrown: unknown): never => {
    if (badgeTemplateId === undefined) return notFound(HOLDER, userId)(thrown);
    if (isServiceError(thrown) && thrown.status === 403)
      return notFound(BADGE, badgeTemplateId)(thrown);
    const holderOrBadge = {
      noun: 'Badge holder or badge',
      field: 'userId',
      hint: "Choose them again in 'Holder' and 'Badge'.",
    };
    return notFound(holderOrBadge, `${userId} / ${badgeTemplateId}`)(thrown);
  };
}

/** A 404 means that either is missing. */
function noInvite(email: string, badgeTemplateId: string) {
  return (thrown: unknown): never => {
    if (isServiceError(thrown) && thrown.status === 403)
      return notFound(BADGE, badgeTemplateId)(thrown);
    if (!isServiceError(thrown, 'notFound')) throw thrown;
    throw thrown.with({
      field: 'email',
      message: `Invite not found: ${quoted(email)} on badge ${quoted(badgeTemplateId)}`,
      hint: "Check 'Email' and 'Badge'. An invite that was created with a phone number alone cannot be canceled.",
    });
  };
}
