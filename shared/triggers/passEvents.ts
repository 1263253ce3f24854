import { findPass } from '../api/passes';
import { isServiceError } from '../errors/serviceError';
import * as field from '../fields';
import type { Output, OutputFields } from '../fields/output';
import type { ServiceClient } from '../http/client';
import { readEach } from '../runtime/concurrency';
import type { PollContext } from '../operations/context';
import { rowOutputs } from '../operations/pass/output';
import { eventFields } from '../operations/pass/outputFields';
import { compact } from '../runtime/records';
import type { PassRow } from '../service/schemas';

const LABEL = 'Include Pass Link';

export const includeLink = field.boolean({
  label: LABEL,
  section: 'options',
  default: false,
  description:
    "add the pass link to every event; a pass that can't be read, or that a poll has no time for, has none",
});

/** The output of an event with additional fields. They replace Created, because n8n's Simplify has ten fields. */
export function fieldsWith(own: OutputFields): OutputFields {
  return { ...eventFields, created: { ...eventFields.created, omitFromSimplified: true }, ...own };
}

/**
 * The events of these passes, with links if requested. A pass that the service lists but cannot read has no link. At
 * the time limit of the poll, the remaining passes have none, either: the next poll would get no further, so no event
 * would ever be output.
 * @throws {import('../errors/serviceError').ServiceError} if the service is unavailable: then the next poll finds the
 *   events again
 */
export async function passEvents(
  context: PollContext,
  rows: readonly PassRow[],
  { includeLink }: { includeLink: boolean },
): Promise<Output[]> {
  const events = await rowOutputs(context, rows);
  if (!includeLink) return events;
  const { client } = context;
  const links = await readEach(rows, async ({ id }) => [
    await readPassLink(client, id).catch(unlessTimeIsUp(client)),
  ]);
  return events.map((event, i) => compact({ ...event, link: links[i] }));
}

/**
 * For `.catch`: `undefined` at the time limit, or if the rate limit requests a longer wait than the time that is left.
 */
function unlessTimeIsUp(client: ServiceClient) {
  return (thrown: unknown): undefined => {
    if (!isServiceError(thrown)) throw thrown;
    if (thrown.kind === 'rateLimited' || !client.hasTimeToWait(0)) return undefined;
    throw thrown.with({
      message: `The links for '${LABEL}' could not be read: ${thrown.message}`,
      fix: `${thrown.fix} To get events without links, {turn off '${LABEL}'}.`,
    });
  };
}

/** The link of a pass; `undefined` if the pass cannot be found, because an event must not depend on it. */
export async function readPassLink(
  client: ServiceClient,
  passId: string,
): Promise<string | undefined> {
  const pass = await findPass(client, { by: 'id', passId });
  return pass?.link ?? undefined;
}
