import { undoMove } from '../../../design/rowValues';
import { omit, ownValue } from '../../../runtime/records';
import { isSameContact } from '../../../service/contacts';
import { readServiceDate } from '../../../service/dates';
import type { PassChanges } from '../../../service/requests';
import type { PassRow } from '../../../service/schemas';

/** A value that a request would change, as a preview shows it. */
interface Difference {
  /** Key of the input, or ID of the field. */
  field: string;
  /** Absent if the list does not show the value; the pass may already have it. */
  from?: unknown;
  to: unknown;
}

/** The parts of a row that must be present. Contact, barcode value and stamps are compared if the row has them. */
type ComparedRow = Pick<PassRow, 'isValid' | 'templateFields' | 'customFields'>;

const DATES = new Set(['validFrom', 'validUntil']);

/**
 * Compares the values to send to a pass with its row in the list (docs/keep-in-sync.md#what-is-sent). A value that is
 * sent in both groups differs if one of them shows another value. A value that no group shows differs, too.
 */
export function differences(row: ComparedRow, changes: PassChanges): Difference[] {
  const { templateFields = {}, customFields = {}, ...others } = changes;
  // Sending the same end to an invalid pass can make it valid, so its end always differs.
  const listed = row.isValid ? row.templateFields : omit(row.templateFields, 'validUntil');
  return [
    ...compareGroups([{ changes: others, stored: row }], isSameBesideFields),
    ...compareGroups(
      [
        // A value under its own key overrides a moved value.
        { changes: templateFields, stored: { ...undoMove(listed), ...listed } },
        { changes: customFields, stored: row.customFields ?? {} },
      ],
      isSameValue,
    ),
  ];
}

type Values = Readonly<Record<string, unknown>>;
type IsSame = (field: string, stored: Primitive, sent: Primitive) => boolean;

/**
 * For example, if `level` is sent as `Silver` in both groups:
 *
 *     neither group of the row shows it    differs; the old value is unknown
 *     one shows `Silver`                   the same
 *     one shows `Silver`, one `Gold`       differs from `Gold`
 *
 * @param groups the values to send, each with the values that the row shows
 */
function compareGroups(
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
    // A value that cannot be compared differs.
    const from = shownValues.find((value) => !isPlain(to) || !isSame(field, value, to));
    return from === undefined && shownValues.length > 0 ? [] : { field, from, to };
  });
}

type Primitive = string | number | boolean;

function isPlain(value: unknown): value is Primitive {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A number equals its text, and a validity date equals any other text for the same moment. */
function isSameValue(field: string, stored: Primitive, sent: Primitive): boolean {
  if (DATES.has(field)) {
    const date = readServiceDate(sent);
    return date !== undefined && readServiceDate(stored) === date;
  }
  return String(stored).normalize('NFC') === String(sent).normalize('NFC');
}

/** Like {@link isSameValue}, for values beside the field values: contact, barcode value, stamps. */
function isSameBesideFields(field: string, stored: Primitive, sent: Primitive): boolean {
  const isContact = field === 'email' || field === 'phone';
  return isContact
    ? isSameContact(field, String(stored), String(sent))
    : isSameValue(field, stored, sent);
}
