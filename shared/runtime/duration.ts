export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * A duration in words: `90 seconds`, `10 minutes`, `1 day`.
 * @param ms rounded up to seconds; longer durations are rounded to minutes, hours or days
 */
export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120 && seconds !== 60) return withUnit(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 120 && minutes !== 60) return withUnit(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours < 48 && hours !== 24) return withUnit(hours, 'hour');
  return withUnit(Math.round(hours / 24), 'day');
}

function withUnit(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
