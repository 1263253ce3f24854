import {
  type BareDateMeans,
  UnknownZone,
  UnreadableDate,
  isDate,
  toUtcIso,
} from '../service/dates';
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
  const hint = 'Enter the date as year-month-day, e.g. 2026-12-31 or 2026-12-31T18:00.';
  // Only a person knows the order of 01/02/2026.
  const isOtherFormat = typeof value === 'string' && /\d/.test(value);
  return new InvalidValue(
    `${thrown.problem}: ${formatValue(isDate(value) ? value.toJSON() : value)}`,
    isOtherFormat ? `${hint} {dateConversion}` : hint,
  );
}
