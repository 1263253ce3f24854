import type { ServiceClient } from '../http/client';
import { badgeNames, listBadgePasses, listBadges, listHolders } from '../api/badges';
import { statusInWords } from '../service/badgeSchemas';
import { dayInWords } from '../service/dates';
import { type PickerPage, type PickerQuery, choice, notChosen, onePage } from './picker';

/** Published badges by name. Others are omitted because nobody can be invited to them. */
export async function pickBadges(
  client: ServiceClient,
  { filter }: PickerQuery,
): Promise<PickerPage> {
  const badges = await listBadges(client);
  const choices = badges.filter(({ active }) => active).map(({ id, name }) => choice(id, name));
  return onePage(choices, filter);
}

/** Badge holders by name and contact. People who are only invited have no ID yet. */
export async function pickBadgeHolders(
  client: ServiceClient,
  { filter }: PickerQuery,
): Promise<PickerPage> {
  const holders = await listHolders(client, undefined);
  const choices = holders.flatMap(({ id, name, email, phone }) =>
    id === null ? [] : [choice(id, name, email ?? phone)],
  );
  return onePage(choices, filter);
}

/**
 * The badge passes of the chosen holder (`parents.userId`). The label has badge, person, status and
 * date, so that nobody permanently revokes the wrong one.
 * @throws {import('../errors/serviceError').ServiceError} `invalidInput` if no holder is chosen: the
 *   service lists badge passes by holder only
 */
export async function pickBadgePasses(
  client: ServiceClient,
  { filter, parents, timezone = 'UTC' }: PickerQuery,
): Promise<PickerPage> {
  const userId = parents?.userId;
  if (!userId) {
    throw notChosen(
      'userId',
      'Holder',
      'The list shows the badge passes of that person. You can also enter the ID of the badge pass.',
    );
  }
  const [passes, holders] = await Promise.all([
    listBadgePasses(client, userId),
    listHolders(client, undefined),
  ]);
  const holder = holders.find(({ id }) => id === userId);
  const person = holder?.name ?? holder?.email ?? holder?.phone;
  const badges = await badgeNames(client, userId, passes, await listBadges(client));
  const choices = passes.map(({ id, status, issuedAt }) => {
    const day = dayInWords(issuedAt, timezone);
    return choice(id, badges.get(id), person, statusInWords(status), day && `issued ${day}`);
  });
  return onePage(choices, filter);
}
