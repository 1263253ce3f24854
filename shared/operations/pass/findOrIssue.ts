/** What Issue and Create or Update share: one pass for one person, issued only if there is none. */

import { findPass } from '../../api/passes';
import { ServiceError } from '../../errors/serviceError';
import type { ExternalIdRef } from '../../service/passRef';
import type { IssueRequest } from '../../service/requests';
import type { PassLinks, PassRow } from '../../service/schemas';
import { quoted } from '../../service/text';
import type { Context } from '../context';
import { type Decision, type Wanted, decide } from './decision';
import { issueOnce, type Issued } from './issueOnce';

/**
 * Decides what to do about the pass with the external ID, from what the list of passes says. Unless it is `created`,
 * there may still be none: only a lookup, or the change itself, shows it.
 * @returns `row`: its row in the list, if that was read
 */
export async function decideFor(
  { client, passes }: Context,
  { templateId, externalId }: ExternalIdRef,
  wanted: Wanted,
): Promise<{ decision: Decision; row: PassRow | undefined }> {
  const known = await passes.of(templateId).claims.claim(externalId);
  return { decision: decide(known, wanted, client.clock.now()), row: known.row };
}

/** The pass with an external ID. */
export async function findByExternalId(
  { client }: Context,
  ref: ExternalIdRef,
  { locale }: IssueRequest,
): Promise<PassLinks | undefined> {
  return await findPass(client, { by: 'externalId', ...ref }, { locale });
}

/**
 * Call it where the service finds no pass: another one would be a second card of somebody who is on the list.
 * @param row in the list of passes
 * @throws {ServiceError} if there is one
 */
export function assertNotListed({ externalId }: ExternalIdRef, row: PassRow | undefined): void {
  if (!row) return;
  throw new ServiceError({
    kind: 'unavailable',
    field: 'externalId',
    message: `The list of passes has the external ID ${quoted(externalId)}, but the service does not find its pass`,
    hint: 'No pass was issued. Run this again later, or look at the pass in the dashboard.',
  });
}

/**
 * Issues a pass, once, if there is none.
 * @param ref `undefined` if nothing identifies it: it can then not be looked up after an unknown result
 */
export async function issue(
  context: Context,
  request: IssueRequest,
  ref: ExternalIdRef | undefined,
): Promise<Issued> {
  const { client, passes } = context;
  if (ref === undefined) return await issueOnce(client, request);
  const { claims } = passes.of(ref.templateId);
  const lookup = () => findByExternalId(context, ref, request);
  const issued = await issueOnce(client, request, lookup, claims.mayBeUnderWay(ref.externalId));
  claims.recordIssued(ref.externalId, issued.links.id);
  return issued;
}
