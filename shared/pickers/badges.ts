import type { ServiceClient } from '../http/client';
import { listBadgePasses, listBadges, listHolders } from '../operations/badge/calls';
import type { PickerPage, PickerQuery } from './picker';
import { matching } from './picker';

/** Published badges only: nobody can be invited to the others (trap 106). A typed ID still works. */
export async function pickBadges(
  client: ServiceClient,
  { filter }: PickerQuery,
): Promise<PickerPage> {
  const badges = await listBadges(client);
  const choices = badges
    .filter(({ active }) => active === true)
    .map(({ id, name }) => ({ id, label: name ?? id }));
  return { choices: matching(choices, filter) };
}

/** People who hold a badge; somebody who is only invited has no ID to choose (trap 113). */
export async function pickBadgeHolders(
  client: ServiceClient,
  { filter }: PickerQuery,
): Promise<PickerPage> {
  const holders = await listHolders(client, undefined);
  const choices = holders.flatMap(({ id, name, email, phone }) => {
    if (id === null) return [];
    const label = [name, email ?? phone].filter(Boolean).join(' · ');
    return [{ id, label: label || id }];
  });
  return { choices: matching(choices, filter) };
}

/** The badge passes of the chosen holder; without one there is nothing to list them by. */
export async function pickBadgePasses(
  client: ServiceClient,
  { filter, parents }: PickerQuery,
): Promise<PickerPage> {
  const userId = parents?.userId;
  if (!userId) return { choices: [] };
  const passes = await listBadgePasses(client, userId);
  const choices = passes.map(({ id, status, platform }) => ({
    id,
    label: [status, platform, id].filter(Boolean).join(' · '),
  }));
  return { choices: matching(choices, filter) };
}
