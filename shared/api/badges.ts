/** Calls to the access badge endpoints. */

import type { ServiceClient } from '../http/client';
import { isServiceError, undefinedOn } from '../errors/serviceError';
import {
  type Badge,
  type BadgePass,
  type Holder,
  type Invite,
  badgeListSchema,
  badgePassListSchema,
  badgeSchema,
  createdInviteSchema,
  holderListSchema,
  holderSchema,
  inviteListSchema,
} from '../service/badgeSchemas';
import { nothing } from '../service/schemas';
import { quoted } from '../service/text';
import { endpoint } from './endpoints';
import { BADGE, missingObject } from './missing';

export async function listBadges(client: ServiceClient): Promise<Badge[]> {
  const { templates } = await client.call({
    ...endpoint('GET /badge/templates'),
    schema: badgeListSchema,
  });
  return templates;
}

/** `GET /badge/templates/{id}`. Also returns a badge that is not published. */
export function getBadge(client: ServiceClient, badgeTemplateId: string): Promise<Badge> {
  return client.call({
    ...endpoint('GET /badge/templates/{id}', badgeTemplateId),
    schema: badgeSchema,
  });
}

/** Body of an invite. Both flags are always sent, so that no default applies. */
export interface InviteBody {
  email?: string;
  phone?: string;
  firstName?: string;
  lastName?: string;
  days?: number;
  sendToEmail: boolean;
  sendToPhone: boolean;
}

/** The endpoint of an invite. Inviting again returns the same link, but sends a second message. */
export function inviteEndpoint({ sendToEmail, sendToPhone }: InviteBody) {
  return sendToEmail || sendToPhone
    ? 'POST /badge/templates/{id}/invites with a message'
    : 'POST /badge/templates/{id}/invites';
}

/** `POST /badge/templates/{id}/invites`. Inviting the same person again returns the same active link. */
export function createInvite(
  client: ServiceClient,
  badgeTemplateId: string,
  body: InviteBody,
): Promise<Invite> {
  return client.call({
    ...endpoint(inviteEndpoint(body), badgeTemplateId),
    json: body,
    schema: createdInviteSchema,
  });
}

/** `GET /badge/templates/{id}/invites`: newest first, including used and expired invites. */
export function listInvites(client: ServiceClient, badgeTemplateId: string): Promise<Invite[]> {
  return client.call({
    ...endpoint('GET /badge/templates/{id}/invites', badgeTemplateId),
    schema: inviteListSchema,
  });
}

/** `DELETE /badge/templates/{id}/invites` with a JSON body, which accepts only an email. */
export function cancelInvite(
  client: ServiceClient,
  badgeTemplateId: string,
  email: string,
): Promise<void> {
  return client
    .call({
      ...endpoint('DELETE /badge/templates/{id}/invites', badgeTemplateId),
      json: { email },
      schema: nothing,
    })
    .catch(noInvite(email, badgeTemplateId));
}

/** `GET /badge/users`. Not paginated: the response always lists everyone. */
export async function listHolders(
  client: ServiceClient,
  badgeTemplateId: string | undefined,
): Promise<Holder[]> {
  const { users } = await client.call({
    ...endpoint('GET /badge/users', badgeTemplateId),
    query: { badgeTemplateId },
    schema: holderListSchema,
  });
  return users;
}

/**
 * Like {@link listHolders}, but fails for an unknown badge. The service may return an empty list for it, as for a badge
 * that nobody has.
 */
export async function listHoldersOf(
  client: ServiceClient,
  badgeTemplateId: string | undefined,
): Promise<Holder[]> {
  const holders = await listHolders(client, badgeTemplateId);
  const isCertain = holders.length > 0 || badgeTemplateId === undefined;
  if (!isCertain) await getBadge(client, badgeTemplateId);
  return holders;
}

/** `GET /badge/users/{id}/passes`: a holder's passes of one badge or of all. */
export function listBadgePasses(
  client: ServiceClient,
  userId: string,
  badgeTemplateId?: string,
): Promise<BadgePass[]> {
  return client
    .call({
      ...endpoint('GET /badge/users/{userId}/passes', userId),
      query: { badgeTemplateId },
      schema: badgePassListSchema,
    })
    .catch(noHolderOrBadge(userId, badgeTemplateId));
}

/**
 * Badge names by badge pass ID. A badge pass does not have the ID of its badge; only a list filtered by badge shows it.
 * @param passes of the holder
 * @param badges all badges of the account
 */
export async function badgeNames(
  client: ServiceClient,
  userId: string,
  passes: readonly BadgePass[],
  badges: readonly Badge[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const badge of badges) {
    if (passes.every(({ id }) => names.has(id))) break;
    // The holder or the badge may have been deleted since the list was read.
    const read = () => undefinedOn(listBadgePasses(client, userId, badge.id), 'notFound');
    const ofBadge = badges.length === 1 ? passes : await read();
    for (const { id } of ofBadge ?? []) names.set(id, badge.name);
  }
  return names;
}

export type LifecycleAction = 'suspend' | 'resume' | 'revoke' | 'refresh';

/** `POST /badge/passes/{id}/lifecycle`. Responds with 202: the change takes effect a moment later. */
export function changeLifecycle(
  client: ServiceClient,
  passId: string,
  action: LifecycleAction,
  reason: string | undefined,
): Promise<void> {
  const key =
    action === 'refresh'
      ? 'POST /badge/passes/{passId}/lifecycle with refresh'
      : 'POST /badge/passes/{passId}/lifecycle';
  return client.call({ ...endpoint(key, passId), json: { action, reason }, schema: nothing });
}

const renamed = holderSchema.partial().passthrough();

/** `PATCH /badge/users/{id}`: the new name is pushed to every badge of the person. */
export function renameHolder(
  client: ServiceClient,
  userId: string,
  name: { firstName?: string; lastName?: string },
) {
  return client.call({
    ...endpoint('PATCH /badge/users/{id}', userId),
    json: name,
    schema: renamed,
  });
}

/** `DELETE /badge/users/{id}`: revokes all badges of the person and cancels all invites. Has a response body. */
export function removeHolder(client: ServiceClient, userId: string) {
  return client.call({
    ...endpoint('DELETE /badge/users/{id}', userId),
    schema: renamed.optional(),
  });
}

/** A 404 means that the holder or the badge is missing. A badge of another account results in 403. */
function noHolderOrBadge(userId: string, badgeTemplateId: string | undefined) {
  return (thrown: unknown): never => {
    if (badgeTemplateId === undefined || !isServiceError(thrown, 'notFound')) throw thrown;
    if (thrown.status === 403) {
      const { field, message, fix } = missingObject(BADGE, badgeTemplateId);
      throw thrown.with({ field, message, fix });
    }
    throw thrown.with({
      message: `Badge holder or badge not found: ${quoted(`${userId} / ${badgeTemplateId}`)}`,
      fix: "Choose them again in 'Holder' and 'Badge'.",
    });
  };
}

/** A 404 means that the invite or the badge is missing. */
function noInvite(email: string, badgeTemplateId: string) {
  return (thrown: unknown): never => {
    if (!isServiceError(thrown, 'notFound') || thrown.status !== 404) throw thrown;
    throw thrown.with({
      field: 'email',
      message: `Invite not found: ${quoted(email)} on badge ${quoted(badgeTemplateId)}`,
      fix: "Check 'Email' and 'Badge'. Invites with only a phone number can't be canceled; they end when they expire.",
    });
  };
}
