/** Whether a pass that exists is that of an item: a link goes only to whom the pass belongs. */

import { isSameContact } from '../../../service/contacts';
import { type ExternalIdRef, NOT_ISSUED_YET } from '../../../service/requests';
import type { PassRow } from '../../../service/schemas';
import type { Context } from '../../context';

/** Why the links of a pass are not returned; text of the output. */
const WITHHELD = {
  otherEmail:
    "The pass has another email than this item, so it may be someone else's, and its link is not returned. If it is the same person, write the email with Update Pass; otherwise, use the right External ID.",
  unknown:
    'Its link is not returned, because the service could not be asked whether the pass has the email of this item.',
};

/** What the email of an item says about a pass. */
export interface EmailComparison {
  /** Set if the links must not be returned. */
  withheldReason?: string;
  /** Whether the pass has another email. */
  contactDiffers?: true;
  /** The row of the pass, if it is known now. */
  row?: PassRow | undefined;
}

/**
 * Compares the email of an item with that of its pass. A lookup returns no email, so where no row of the pass is known, one
 * search shows whether the email leads to it. A phone number decides nothing: lists do not show it, and it is searched as
 * it was stored.
 * @param row current
 */
export async function compareEmail(
  { passes }: Context,
  ref: ExternalIdRef,
  passId: string,
  row: PassRow | undefined,
  email: string | undefined,
): Promise<EmailComparison> {
  // Items with one external ID have the same email, or they would have been refused.
  const isOwn = passes.list(ref.templateId).hasIssued(ref.externalId) || passId === NOT_ISSUED_YET;
  if (email === undefined || isOwn) return { row };
  if (row) {
    return !row.email || isSameContact('email', row.email, email) ? { row } : otherEmail(row);
  }
  const found = await passes.searchIfPossible(ref.templateId, email);
  if (!found) return { withheldReason: WITHHELD.unknown };
  const listed = found.find(({ id }) => id === passId);
  return listed ? { row: listed } : otherEmail();
}

function otherEmail(row?: PassRow): EmailComparison {
  return { withheldReason: WITHHELD.otherEmail, contactDiffers: true, row };
}
