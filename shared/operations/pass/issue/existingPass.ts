/** Checks whether an existing pass belongs to the person of an item: nobody else may get its link. */

import { isSameContact } from '../../../service/contacts';
import { type ExternalIdRef, NOT_ISSUED_YET } from '../../../service/requests';
import type { PassRow } from '../../../service/schemas';
import type { Context } from '../../context';

/** Reasons not to return the links of a pass; shown in the output. */
const WITHHELD = {
  otherEmail:
    "The pass has another email than this item, so it may be someone else's, and its link is not returned. If it is the same person, write the email with Update Pass; otherwise, use the right External ID.",
  unknown:
    'Its link is not returned, because the service could not be asked whether the pass has the email of this item.',
};

/** Whether an existing pass seems to belong to the person of an item, judged by email. */
export interface EmailComparison {
  /** Why the links are missing. */
  linksNote?: string;
  /** Whether the pass has another email than the item. */
  contactDiffers?: true;
  /** The row of the pass, if it is known. */
  row?: PassRow | undefined;
}

/**
 * Compares the email of an item with the email of its pass. A lookup returns no email, so without a row, a search shows
 * whether the pass has the email. The phone number is not compared, because lists do not show it, and a search finds it
 * only in the format in which it was stored.
 * @param row of the pass, if it is known and current
 */
export async function compareEmail(
  { passes }: Context,
  ref: ExternalIdRef,
  passId: string,
  row: PassRow | undefined,
  email: string | undefined,
): Promise<EmailComparison> {
  // This run issued the pass, so it has the email of this item: items with the same external ID and different emails
  // are refused.
  const isOwn =
    passes.list(ref.templateId).cache.hasIssued(ref.externalId) || passId === NOT_ISSUED_YET;
  if (email === undefined || isOwn) return { row };
  if (row) {
    return !row.email || isSameContact('email', row.email, email) ? { row } : otherEmail(row);
  }
  const found = await passes.searchIfPossible(ref.templateId, email);
  if (!found) return { linksNote: WITHHELD.unknown };
  const listed = found.find(({ id }) => id === passId);
  return listed ? { row: listed } : otherEmail();
}

function otherEmail(row?: PassRow): EmailComparison {
  return { linksNote: WITHHELD.otherEmail, contactDiffers: true, row };
}
