import {
  type BareDateMeans,
  UnknownZone,
  UnreadableDate,
  isDate,
  toUtcIso,
} from '../service/dates';
import { trimmed } from '../service/text';
import type { Optional, Texts } from './kinds';
import { InvalidValue, formatValue } from './problem';

/**
 * A point in time, as ISO 8601 in UTC. `bareDate`: whether a date without a time means the start or the end of that
 * day.
 */
export function dateTime(texts: Texts & { bareDate: BareDateMeans }): Optional<string> {
  return {
    kind: 'dateTime',
    required: false,
    placeholder: 'e.g. 2026-12-31',
    ...texts,
    parse(value, { timezone }) {
      try {
        return toUtcIso(value, timezone, texts.bareDate);
      } catch (thrown) {
        throw dateProblem(thrown, value);
      }
    },
  };
}

function dateProblem(thrown: unknown, value: unknown): unknown {
  if (thrown instanceof UnknownZone) {
    return new InvalidValue(
      `has no time zone, and the one in the settings is unknown: ${formatValue(thrown.zone)}`,
      'Choose a time zone in the {workflow} settings, or enter a date and time that ends in Z.',
    );
  }
  if (!(thrown instanceof UnreadableDate)) return thrown;
  if (isDateNumber(value)) {
    return new InvalidValue(
      `is a spreadsheet's date number: ${formatValue(value)}`,
      'Format the column as plain text with dates like 2026-12-31, or read its values as they are shown.',
    );
  }
  const fix = 'Enter the date as year-month-day, e.g. 2026-12-31 or 2026-12-31T18:00.';
  // Only a person knows the order of 01/02/2026.
  const isOtherFormat = typeof value === 'string' && /\d/.test(value);
  return new InvalidValue(
    `${thrown.problem}: ${formatValue(isDate(value) ? value.toJSON() : value)}`,
    isOtherFormat ? `${fix} {dateConversion}` : fix,
  );
}

/** What a sheet stores for a day from 1927 to 2119, also with a time: `46387`, `46387.75`. */
function isDateNumber(value: unknown): boolean {
  const text = typeof value === 'number' || typeof value === 'string' ? trimmed(String(value)) : '';
  return /^[1-7]\d{4}(?:\.\d+)?$/.test(text);
}
