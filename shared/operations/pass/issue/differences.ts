import { undoMove } from '../../../design/rowValues';
import { omit, ownValue } from '../../../runtime/records';
import { isSameContact } from '../../../service/contacts';
import { readServiceDate } from '../../../service/dates';
import type { PassChanges } from '../../../service/requests';
import type { PassRow } from '../../../service/schemas';

/** A value that a request would change, as a preview shows it. */
export interface Difference {
  /** The input, or the ID of the field. */
  field: string;
  /** Absent if the list does not show it: the pass may have the same value. */
  from?: unknown;
  to: unknown;
}

/** What is compared of a row: contact, barcode value and stamps are beside the field values. */
type ComparedRow = Pick<PassRow, 'isValid' | 'templateFields' | 'customFields'>;

const DATES = new Set(['validFrom', 'validUntil']);

/**
 * Compares what would be sent to a pass with its row in the list (docs/keep-in-sync.md#what-is-sent). A value that
 * is sent in both groups is known if either shows it, and differs if either does. A value that the row does not show
 * differs, too.
 */
export function differences(row: ComparedRow, changes: PassChanges): Difference[] {
  const { templateFields = {}, customFields = {}, ...others } = changes;
  // The end of a pass that is not valid never counts as the same: sending it again can make the pass valid.
  const listed = row.isValid ? row.templateFields : omit(row.templateFields, 'validUntil');
  return [
    ...compared([{ changes: others, stored: row }], isSameBesideFields),
    ...compared(
      [
        // A value under its own key wins over a moved one.
        { changes: templateFields, stored: { ...undoMove(listed), ...listed } },
        { changes: customFields, stored: row.customFields ?? {} },
      ],
      isSameValue,
    ),
  ];
}

type Values = Readonly<Record<string, unknown>>;
type IsSame = (field: string, stored: Plain, sent: Plain) => boolean;

/**
 * Of `level`, which is sent as `Silver` in both groups:
 *
 *     neither group of the row shows it    differs, and what it was is unknown
 *     one shows `Silver`                   the same
 *     one shows `Silver`, one `Gold`       differs from `Gold`
 *
 * @param groups what would be sent, each with what the row shows of it
 */
function compared(
  groups: readonly { changes: Values; stored: Values }[],
  isSame: IsSame,
): Difference[] {
  const sent = new Map(groups.flatMap(({ changes }) => Object.entries(changes)));
  return [...sent].flatMap(([field, to]) => {
    if (to === undefined) return [];
    const shownValues = groups.flatMap(({ changes, stored }) => {
      const value = Object.hasOwn(changes, field) ? ownValue(stored, field) : undefined;
      return isPlain(value) ? [value] : [];
    });
    // What cannot be compared differs.
    const from = shownValues.find((value) => !isPlain(to) || !isSame(field, value, to));
    return from === undefined && shownValues.length > 0 ? [] : { field, from, to };
  });
}

type Plain = string | number | boolean;

function isPlain(value: unknown): value is Plain {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A number is the same as its text, a date of validity as the same moment. */
function isSameValue(field: string, stored: Plain, sent: Plain): boolean {
  if (DATES.has(field)) {
    const date = readServiceDate(sent);
    return date !== undefined && readServiceDate(stored) === date;
  }
  return String(stored).normalize('NFC') === String(sent).normalize('NFC');
}

/** The same for a value beside those of fields: contact, barcode value, stamps. */
function isSameBesideFields(field: string, stored: Plain, sent: Plain): boolean {
  const isContact = field === 'email' || field === 'phone';
  return isContact
    ? isSameContact(field, String(stored), String(sent))
    : isSameValue(field, stored, sent);
}
