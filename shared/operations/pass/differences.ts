import { movedValues } from '../../design/routing';
import { isRecord, omit } from '../../runtime/records';
import { isSameContact } from '../../service/contacts';
import { readServiceDate } from '../../service/dates';
import type { PassChanges } from '../../service/requests';
import type { PassRow } from '../../service/schemas';

/** A value that a request would change, as a preview shows it. */
export interface Difference {
  /** The input, or the ID of the field. */
  field: string;
  /** Absent if the list does not contain it. */
  from?: unknown;
  to: string | number;
}

const DATES = new Set(['validFrom', 'validUntil']);

/**
 * Compares what would be sent to a pass with its row in the list (docs/many-items.md#only-what-changed). A value that
 * the row does not show differs: only what is certainly the same may be skipped.
 */
export function differences(row: PassRow, changes: PassChanges): Difference[] {
  const { templateFields, customFields, ...others } = changes;
  // Sent again, the end of a voided pass can make it valid.
  const all = row.templateFields ?? {};
  const listed = row.isValid === true ? all : omit(all, 'validUntil');
  return [
    ...compared(others, row, isSameContactValue),
    ...compared(templateFields ?? {}, { ...movedValues(listed), ...listed }),
    ...compared(customFields ?? {}, row.customFields),
  ];
}

type IsSame = (field: string, from: string | number, to: string | number) => boolean;

function compared(changes: object, stored: unknown, isSame: IsSame = isSameValue): Difference[] {
  const values = isRecord(stored) ? stored : {};
  return Object.entries(changes as Record<string, string | number | undefined>).flatMap(
    ([field, to]) => {
      const from = Object.hasOwn(values, field) ? values[field] : undefined;
      const isListed = typeof from === 'string' || typeof from === 'number';
      return to === undefined || (isListed && isSame(field, from, to)) ? [] : { field, from, to };
    },
  );
}

/** Numbers and texts are the same by value, dates of validity if they are the same moment. */
function isSameValue(field: string, from: string | number, to: string | number): boolean {
  if (DATES.has(field)) return readServiceDate(from) === (readServiceDate(to) ?? NaN);
  return String(from).normalize('NFC') === String(to).normalize('NFC');
}

/** What is beside the values of fields, e.g. a contact. */
function isSameContactValue(field: string, from: string | number, to: string | number): boolean {
  const isContact = field === 'email' || field === 'phone';
  return isContact ? isSameContact(field, String(from), String(to)) : isSameValue(field, from, to);
}
