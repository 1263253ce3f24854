/** People who are still listed for a badge although they no longer have it: they have to be invited again. */

import { listBadgePasses } from '../../api/badges';
import { ifThere } from '../../api/notFound';
import type { ServiceClient } from '../../http/client';
import { readEach } from '../../runtime/concurrency';
import { type Holder, isTerminal } from '../../service/badgeSchemas';

/**
 * Who is invited, has card numbers, or whose card numbers can't be read now stays. Who has none may be about to get one: a
 * request each asks for their passes of the badge, and they stay unless all have ended, or there are none. If those are
 * not found, they can't be read: the list of holders has the person.
 */
export async function withoutFormer(
  client: ServiceClient,
  people: readonly Holder[],
  badgeTemplateId: string,
): Promise<Holder[]> {
  return await readEach(people, async (person) => {
    const { id, credentials } = person;
    if (id === null || credentials?.length !== 0) return [person];
    const passes = await ifThere(listBadgePasses(client, id, badgeTemplateId));
    return passes?.every(({ status }) => isTerminal(status)) ? [] : [person];
  });
}
