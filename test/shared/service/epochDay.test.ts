import fc from 'fast-check';

import {
  UnreadableDate,
  toUtcIso,
  epochDayToIso,
  isTimeZone,
  latestAnniversary,
  readEpochDay,
  toEpochDay,
} from '../../../shared/service/dates';
import { dayIn } from '../../support/times';

const ZONES = ['Etc/UTC', 'America/Havana', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kolkata'];
const zone = fc.constantFrom(...ZONES);
const two = (max: number) => fc.nat(max).map((part) => String(part).padStart(2, '0'));
const part = fc.oneof(two(13), two(32), fc.nat(99).map(String));
/** Dates as people write them, many of them impossible. */
const text = fc
  .tuple(
    fc.oneof(
      fc
        .tuple(fc.constantFrom('1999', '2026', '2028', '26'), part, part)
        .map((all) => all.join('-')),
      fc.tuple(part, part, fc.constantFrom('1999', '2028', '28')).map((all) => all.join('.')),
      fc.tuple(part, part, fc.constantFrom('1999', '2028')).map((all) => all.join('/')),
    ),
    fc.constantFrom(
      '',
      'T18:00',
      ' 09:30',
      'T23:59:59.999Z',
      'T01:00+14:00',
      'T25:00',
      ', 7:15',
      'T18:00[Asia/Tokyo]',
    ),
  )
  .map(([day, time]) => day + time);

describe('the day that a person wrote', () => {
  it('is that of the same text as an exact time, and missing if that is unreadable', () => {
    fc.assert(
      fc.property(text, zone, (written, timezone) => {
        const day = readEpochDay(written, timezone);
        expect(day === undefined ? undefined : epochDayToIso(day)).toBe(
          expected(written, timezone),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it.each([' 2026-12-31 ', '31. 12. 2026', '2026-12-31T18:00'])(
    'may be written as %j',
    (written) => {
      expect(epochDayToIso(readEpochDay(written, 'Etc/UTC') ?? NaN)).toBe('2026-12-31');
    },
  );

  it.each(ZONES)('ends at 24:00, in %s as well', (timezone) => {
    for (const written of ['31.10.2026 24:00', '2026-10-31T24:00', '2026-10-31 24:00:00']) {
      expect(epochDayToIso(readEpochDay(written, timezone) ?? NaN)).toBe('2026-10-31');
    }
    expect(epochDayToIso(readEpochDay('2026-10-31T24:00+01:00', 'Europe/Berlin') ?? NaN)).toBe(
      '2026-10-31',
    );
  });

  it('is missing in a text that is too long for a date', () => {
    expect(readEpochDay(`2026-12-31${' '.repeat(65_536)}`, 'Etc/UTC')).toBeUndefined();
  });
});

function expected(written: string, timezone: string): string | undefined {
  try {
    return dayIn(Date.parse(toUtcIso(written, timezone, 'startOfDay')), timezone);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(UnreadableDate);
    return undefined;
  }
}

it('the day of a time is that of the calendar in the zone', () => {
  const instant = fc.date({
    min: new Date('1900-01-02T00:00:00Z'),
    max: new Date('2199-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(zone, instant, (timezone, date) => {
      const at = date.getTime();
      expect(epochDayToIso(toEpochDay(at, timezone))).toBe(dayIn(at, timezone));
    }),
    { numRuns: 500 },
  );
  expect(toEpochDay(1e300, 'Etc/UTC')).toBeNaN();
});

it.each([
  // February 29 is February 28 in a year without it.
  ['2024-02-29', '2027-02-28', '2027-02-28'],
  ['2024-02-29', '2028-02-28', '2027-02-28'],
  ['2024-02-29', '2028-02-29', '2028-02-29'],
  ['2024-02-29', '2100-03-01', '2100-02-28'],
  ['2024-12-31', '2027-01-01', '2026-12-31'],
  ['2024-12-31', '2024-12-31', '2024-12-31'],
  ['2024-12-31', '2023-12-31', '2024-12-31'],
])('the latest anniversary of %s by %s is %s', (day, until, latest) => {
  const read = (text: string) => readEpochDay(text, 'Etc/UTC') ?? NaN;
  expect(epochDayToIso(latestAnniversary(read(day), read(until)))).toBe(latest);
});

it('a time zone exists, or does not', () => {
  expect(ZONES.filter((one) => !isTimeZone(one))).toEqual([]);
  expect(['Mars/Olympus', 'Europe', 'x'].filter(isTimeZone)).toEqual([]);
});
