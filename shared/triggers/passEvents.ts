import { findPass } from '../api/passes';
import { exceedsTimeLimit } from '../api/timeLimit';
import { isServiceError } from '../errors/serviceError';
import * as field from '../fields';
import type { Output } from '../fields/output';
import type { ServiceClient } from '../http/client';
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
  description: "add the pass link to every event; a pass that can't be read has none",
});

/**
 * The events of these passes, with links if wanted. A pass that the service lists but cannot read has none.
 * @throws {import('../errors/serviceError').ServiceError} if the service is unavailable: then the next poll
 *   finds the events again
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
    const progress = { nouns: 'pass links', read: links.length, total: rows.length };
    const hint = `{Turn off '${LABEL}'}, or poll more often so that each poll finds fewer events.`;
    const read = Promise.all(next.map(({ id }) => readPassLink(context.client, id)))
      .catch(namingTheOption)
      .catch(exceedsTimeLimit(context.client, { ...progress, hint }));
    for (const link of await read) links.push(link);
  }
  return events.map((event, i) => compact({ ...event, link: links[i] }));
}

/** The link of a pass; `undefined` if the pass cannot be found: an event must not depend on it. */
export async function readPassLink(
  client: ServiceClient,
  passId: string,
): Promise<string | undefined> {
  const pass = await findPass(client, { by: 'id', passId });
  return pass?.link ?? undefined;
}

/** For `.catch`: without the option, the poll would not need the request. */
function namingTheOption(thrown: unknown): never {
  if (!isServiceError(thrown)) throw thrown;
  throw thrown.with({
    message: `The links for '${LABEL}' could not be read: ${thrown.message}`,
    hint: `${thrown.hint} To get events without links, {turn off '${LABEL}'}.`,
  });
}
