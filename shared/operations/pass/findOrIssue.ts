/** What Issue and Create or Update share: one pass for one person, issued only if there is none. */

import { findPass } from '../../api/passes';
import { ServiceError } from '../../errors/serviceError';
import type { ExternalIdRef, PassRef, IssueRequest } from '../../service/requests';
import { passStatus } from '../../service/passStatus';
import type { PassLinks, PassRow } from '../../service/schemas';
import { quoted } from '../../service/text';
import { listed } from '../../service/wording';
import type { Context } from '../context';
import { type Decision, type Wanted, decide, lacksEnd } from './decision';
import { issueOnce, type Issued } from './issueOnce';

/** What is done about a pass, and which one it is. */
export interface DecidedPass {
  decision: Decision;
  /** How the service finds it. */
  pass: PassRef;
  /** Its row in the list, if that was read. */
  row: PassRow | undefined;
}

/**
 * Decides what to do about the pass with the external ID, from what the list of passes says. Unless it is `created`,
 * there may still be none: only a lookup, or the change itself, shows it.
 * @throws {ServiceError} see {@link rowMeant}
 */
export async function decideFor(
  { client, passes }: Context,
  ref: ExternalIdRef,
  wanted: Wanted,
): Promise<DecidedPass> {
  const now = client.clock.now();
  const index = passes.of(ref.templateId);
  const { isAbsent, rows, isCurrent } = await index.lookUp(ref.externalId);
  const row = rowMeant(rows, ref, wanted, now);
  return {
    decision: decide({ isAbsent, row: isCurrent ? row : undefined }, wanted, now),
    // Of several, the service would take the first that it finds.
    pass: row && rows.length > 1 ? { by: 'id', passId: row.id } : { by: 'externalId', ...ref },
    row,
  };
}

/**
 * The pass that an item means, of all that the list has with its external ID: the only one, or the only valid one.
 * @throws {ServiceError} `conflict` if it could be several, or if it has expired and is to be reactivated without an end
 */
export function rowMeant(
  rows: readonly PassRow[],
  { externalId }: ExternalIdRef,
  { reactivation }: Pick<Wanted, 'reactivation'>,
  now: number,
): PassRow | undefined {
  const valid = rows.filter((row) => passStatus(row, now) === 'valid');
  const [row, ...others] = valid.length === 1 ? valid : rows;
  if (others.length > 0) {
    const names = listed(rows, MAX_NAMED, (one) => `${one.id} (${passStatus(one, now)})`);
    throw new ServiceError({
      kind: 'conflict',
      field: 'externalId',
      message: `${rows.length} passes have the external ID ${quoted(externalId)}: ${names}`,
      hint: 'Void or reactivate them by their pass ID, so that exactly one of them is valid.',
    });
  }
  if (row && reactivation && valid.length === 0 && lacksEnd(row, reactivation, now)) {
    throw new ServiceError({
      kind: 'conflict',
      field: 'validUntil',
      message: `The pass with the external ID ${quoted(externalId)} has expired, and the item has no 'Valid Until'`,
      hint: "Enter a 'Valid Until' in the future, or set 'If the Pass Is Not Valid' to Leave.",
    });
  }
  return row;
}

const MAX_NAMED = 10;

/** A pass with its links. */
export async function findLinks(
  { client }: Context,
  pass: PassRef,
  { locale }: IssueRequest,
): Promise<PassLinks | undefined> {
  return await findPass(client, pass, { locale });
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
  const index = passes.of(ref.templateId);
  const lookup = () => findLinks(context, { by: 'externalId', ...ref }, request);
  const issued = await issueOnce(client, request, lookup, index.mayBeUnderWay(ref.externalId));
  index.issued(ref.externalId, issued.links.id);
  return issued;
}
