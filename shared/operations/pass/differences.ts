import { isRecord, omit } from '../../runtime/records';
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
  const listed =
    row.isValid === true ? row.templateFields : omit(row.templateFields ?? {}, 'validUntil');
  return [
    ...compared(others, row),
    ...compared(templateFields ?? {}, listed),
    ...compared(customFields ?? {}, row.customFields),
  ];
}

function compared(changes: object, stored: unknown): Difference[] {
  const values = isRecord(stored) ? stored : {};
  return Object.entries(changes as Record<string, string | number | undefined>).flatMap(
    ([field, to]) => {
      const from = Object.hasOwn(values, field) ? values[field] : undefined;
      return to === undefined || isSame(field, from, to) ? [] : { field, from, to };
    },
  );
}

/** Numbers and texts are the same by value, dates of validity if they are the same moment. */
function isSame(field: string, from: unknown, to: string | number): boolean {
  if (typeof from !== 'string' && typeof from !== 'number') return false;
  if (DATES.has(field)) return readServiceDate(from) === (readServiceDate(to) ?? NaN);
  const [stored, sent] = [from, to].map((value) => String(value).normalize('NFC'));
  return field === 'email' ? stored?.toLowerCase() === sent?.toLowerCase() : stored === sent;
}
