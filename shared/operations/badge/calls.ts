import { z } from 'zod';

import type { ServiceClient } from '../../http/client';
import { path } from '../../http/client';
import { isFailure } from '../../http/failures';
import type { ServiceFailure } from '../../http/failures';
import type { Badge, BadgePass, Holder, Invite } from '../../service/badgeSchemas';
import {
  badgeListSchema,
  badgePassListSchema,
  badgeSchema,
  holderListSchema,
  holderSchema,
  inviteListSchema,
  inviteSchema,
} from '../../service/badgeSchemas';
import { outgoing } from '../../service/requests';
import { nothing } from '../../service/schemas';
import { LIMITS } from '../../service/vocabulary';

/** The service's access badge endpoints as calls. */

export async function listBadges(client: ServiceClient): Promise<Badge[]> {
  const { templates } = await client.call({
    method: 'GET',
    path: '/badge/templates',
    repeat: 'free',
    answer: badgeListSchema,
  });
  return templates;
}

/** `GET /badge/templates/{id}`: one badge, also one that is not published. */
export function getBadge(client: ServiceClient, badgeTemplateId: string): Promise<Badge> {
  return client
    .call({
      method: 'GET',
      path: path`/badge/templates/${badgeTemplateId}`,
      repeat: 'free',
      answer: badgeSchema,
    })
    .catch(notYours(BADGE));
}

/** Body of an invite; both flags always go along, so that nothing depends on a default (trap 89). */
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

/** Inviting again gives the same live link, so it is repeated only where nothing is sent. */
export function createInvite(
  client: ServiceClient,
  badgeTemplateId: string,
  body: InviteBody,
): Promise<Invite> {
  return client
    .call({
      method: 'POST',
      path: path`/badge/templates/${badgeTemplateId}/invites`,
      json: outgoing(inviteRequest, body),
      repeat: body.sendToEmail || body.sendToPhone ? 'never' : 'free',
      answer: inviteSchema,
    })
    .catch(notYours(BADGE));
}

/** `GET /badge/templates/{id}/invites`: newest first; used and expired ones stay (trap 112). */
export function listInvites(client: ServiceClient, badgeTemplateId: string): Promise<Invite[]> {
  return client
    .call({
      method: 'GET',
      path: path`/badge/templates/${badgeTemplateId}/invites`,
      repeat: 'free',
      answer: inviteListSchema,
    })
    .catch(notYours(BADGE));
}

/** A DELETE with a JSON body (trap 17); goes by email only (trap 110). */
export function cancelInvite(
  client: ServiceClient,
  badgeTemplateId: string,
  email: string,
): Promise<void> {
  return client
    .call({
      method: 'DELETE',
      path: path`/badge/templates/${badgeTemplateId}/invites`,
      json: { email },
      repeat: 'free',
      goneIsDone: true,
      answer: nothing,
    })
    .catch(noInvite);
}

/** Unpaged (trap 121). */
export async function listHolders(
  client: ServiceClient,
  badgeTemplateId: string | undefined,
): Promise<Holder[]> {
  const { users } = await client
    .call({
      method: 'GET',
      path: '/badge/users',
      query: { badgeTemplateId },
      repeat: 'free',
      answer: holderListSchema,
    })
    .catch(notYours(BADGE));
  return users;
}

/** `GET /badge/users/{id}/passes`: a holder's badge passes, of one badge or of all. */
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
      repeat: 'free',
      answer: badgePassListSchema,
    })
    .catch((thrown: unknown) =>
      notYours(isFailure(thrown) && thrown.status === 403 ? BADGE : HOLDER)(thrown),
    );
}

const LIFECYCLE_ACTIONS = ['suspend', 'resume', 'revoke', 'refresh'] as const;
export type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

const lifecycleRequest = z
  .object({ action: z.enum(LIFECYCLE_ACTIONS), reason: z.string().min(1).optional() })
  .strict();

/** Answers 202: accepted, in effect a moment later (trap 117). All four converge, so they may be repeated. */
export function changeLifecycle(
  client: ServiceClient,
  passId: string,
  action: LifecycleAction,
  reason?: string,
): Promise<void> {
  return client
    .call({
      method: 'POST',
      path: path`/badge/passes/${passId}/lifecycle`,
      json: outgoing(lifecycleRequest, { action, reason }),
      repeat: 'free',
      answer: nothing,
    })
    .catch(notYours(BADGE_PASS));
}

const renameRequest = z
  .object({ firstName: z.string().min(1).optional(), lastName: z.string().min(1).optional() })
  .strict();

const renamed = holderSchema.partial().passthrough();

/** `PATCH /badge/users/{id}`: the new name is pushed to every badge of the person (trap 120). */
export function renameHolder(
  client: ServiceClient,
  userId: string,
  name: { firstName?: string; lastName?: string },
) {
  return client
    .call({
      method: 'PATCH',
      path: path`/badge/users/${userId}`,
      json: outgoing(renameRequest, name),
      repeat: 'free',
      answer: renamed,
    })
    .catch(notYours(HOLDER));
}

/** Revokes every badge of the person and withdraws every invite; answers with a body (trap 16). */
export function removeHolder(client: ServiceClient, userId: string) {
  return client
    .call({
      method: 'DELETE',
      path: path`/badge/users/${userId}`,
      repeat: 'free',
      goneIsDone: true,
      answer: renamed.optional(),
    })
    .catch(notYours(HOLDER));
}

/** What a badge, holder or pass is called that the service does not know in this account. */
interface Missing {
  noun: string;
  label: string;
  field: string;
}
const BADGE: Missing = { noun: 'badge', label: 'Badge', field: 'badgeTemplateId' };
const HOLDER: Missing = { noun: 'badge holder', label: 'Holder', field: 'userId' };
const BADGE_PASS: Missing = { noun: 'badge pass', label: 'Badge Pass', field: 'passId' };

/** What belongs to another account answers 403 or 404: one message for both (trap 121). */
function notYours({ noun, label, field }: Missing) {
  return (thrown: unknown): never => {
    if (!isNotYours(thrown)) throw thrown;
    throw thrown.retold({
      field,
      what: `There is no such ${noun} in this account`,
      fix: `Choose it again in '${label}'. It may belong to another account than the API key.`,
    });
  };
}

function isNotYours(thrown: unknown): thrown is ServiceFailure {
  if (!isFailure(thrown, 'notFound') || thrown.message.includes('not enabled')) return false;
  return [403, 404].includes(thrown.status ?? 0);
}

/** Whether it is the badge or the invite that is not there cannot be told (trap 110). */
function noInvite(thrown: unknown): never {
  if (!isNotYours(thrown) || thrown.status !== 404) return notYours(BADGE)(thrown);
  throw thrown.retold({
    field: 'email',
    what: 'There is no invite for this email address on the badge',
    fix: "Check 'Email' and 'Badge'. An invite that was made with a phone number alone cannot be cancelled.",
  });
}
