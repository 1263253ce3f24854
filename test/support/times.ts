import type { OutputFields } from '../../shared/fields/output';
import { isRecord } from '../../shared/runtime/records';

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The years 2001 to 2128 in epoch milliseconds. */
const isEpoch = (value: unknown) => typeof value === 'number' && value > 1e12 && value < 5e12;

/** Declared times that are not ISO 8601 in UTC, and epoch numbers anywhere, by path. */
export function wrongTimes(output: unknown, fields: OutputFields = {}): string[] {
  if (isEpoch(output)) return [`${String(output)} is an epoch number`];
  if (Array.isArray(output)) return output.flatMap((entry) => wrongTimes(entry, fields));
  if (!isRecord(output)) return [];
  return Object.entries(output).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    const isWrong = field?.type === 'datetime' && !ISO_UTC.test(String(value));
    const wrong = isWrong ? [`${String(value)} is not ISO 8601 in UTC`] : [];
    return [...wrong, ...wrongTimes(value, field?.fields)].map((found) => `${key}: ${found}`);
  });
}

/** The calendar day of a timestamp in a zone, by `Intl`, not by Luxon. */
export function dayIn(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(ms);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
