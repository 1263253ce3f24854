import { findPass } from '../api/passes';
import { exceedsTimeLimit } from '../api/listBounds';
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
  description: "add the pass link to every event; a pass that can't be read has none",
});

/** The output of an event with fields of its own, which take the place of Created: n8n's Simplify has ten fields. */
export function fieldsWith(own: OutputFields): OutputFields {
  return { ...eventFields, created: { ...eventFields.created, omitFromSimplified: true }, ...own };
}

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
  let read = 0;
  const links = await readEach(rows, async ({ id }) => {
    const link = await readPassLink(context.client, id);
    read += 1;
    return [link];
  }).catch((thrown: unknown) => {
    if (!isServiceError(thrown)) throw thrown;
    const progress = { nouns: 'pass links', read, total: rows.length };
    const hint = `{Turn off '${LABEL}'}, or poll more often so that each poll finds fewer events.`;
    const named = thrown.with({
      message: `The links for '${LABEL}' could not be read: ${thrown.message}`,
      hint: `${thrown.hint} To get events without links, {turn off '${LABEL}'}.`,
    });
    return exceedsTimeLimit(context.client, { ...progress, hint })(named);
  });
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
