import { getPass } from '../api/passes';
import { exceedsTimeLimit } from '../api/timeLimit';
import * as field from '../fields';
import type { Output } from '../fields/output';
import type { PollContext } from '../operations/context';
import { rowOutputs } from '../operations/pass/output';
import { compact } from '../runtime/records';
import type { PassRow } from '../service/schemas';

const LABEL = 'Include Pass Link';
/** Requests for links that a poll sends at the same time. */
const LINKS_AT_ONCE = 10;

export const includeLink = field.boolean({
  label: LABEL,
  section: 'options',
  default: false,
  description: 'add the pass link to every event',
});

/**
 * The events of these passes, with links if wanted.
 * @throws {import('../errors/serviceError').ServiceError} if a link cannot be read: then the next poll finds
 *   the events again
 */
export async function passEvents(
  context: PollContext,
  rows: readonly PassRow[],
  { includeLink }: { includeLink: boolean },
): Promise<Output[]> {
  const events = await rowOutputs(context, rows);
  if (!includeLink) return events;
  const links: (string | undefined)[] = [];
  while (links.length < rows.length) {
    const next = rows.slice(links.length, links.length + LINKS_AT_ONCE);
    const read = Promise.all(next.map(({ id }) => readPassLink(context, id)));
    const progress = { nouns: 'pass links', read: links.length, total: rows.length };
    const hint = `Turn off '${LABEL}', or poll more often so that each poll finds fewer events.`;
    links.push(...(await read.catch(exceedsTimeLimit(context.client, { ...progress, hint }))));
  }
  return events.map((event, i) => compact({ ...event, link: links[i] }));
}

/** @throws {import('../errors/serviceError').ServiceError} `notFound` if there is no such pass */
export async function readPassLink(
  context: Pick<PollContext, 'client' | 'templates'>,
  passId: string,
): Promise<string | undefined> {
  return (await getPass(context, { by: 'id', passId })).link ?? undefined;
}
