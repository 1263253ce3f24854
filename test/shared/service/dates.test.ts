import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
  UnreadableDate,
  epochDayToIso,
  isTimeZone,
  latestAnniversary,
  readEpochDay,
  toEpochDay,
  toIsoTime,
  toUtcIso,
} from '../../../shared/service/dates';
import { DATES } from '../../support/long';
import { dayIn } from '../../support/times';

/** Zones with every oddity: half hours, 30-minute DST, DST that begins or ends at midnight. */
const ZONES = [
  ...['Etc/UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'],
  ...['Pacific/Kiritimati', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'America/Havana'],
  ...['Asia/Beirut', 'Africa/Cairo'],
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({
  min: new Date('2000-01-02T00:00:00Z'),
  max: new Date('2099-12-30T00:00:00Z'),
  noInvalidDate: true,
});
const bareDates = fc.constantFrom('startOfDay' as const, 'endOfDay' as const);

const endOf = (raw: unknown, timezone: string) => toUtcIso(raw, timezone, 'endOfDay');
const startOf = (raw: unknown, timezone: string) => toUtcIso(raw, timezone, 'startOfDay');

/** The day that a person wrote, in ISO 8601. */
function dayOf(written: string, timezone = 'Etc/UTC'): string | undefined {
  const day = readEpochDay(written, timezone);
  return day === undefined ? undefined : epochDayToIso(day);
}

test('A bare date means the first and the last millisecond of that day in the zone, on DST days, too', () => {
  fc.assert(
    fc.property(zone, instant, (timezone, date) => {
      const day = dayIn(date.getTime(), timezone);
      const start = Date.parse(startOf(day, timezone));
      const end = Date.parse(endOf(day, timezone));
      for (const at of [start, end]) expect(dayIn(at, timezone)).toBe(day);
      for (const at of [start - 1, end + 1]) expect(dayIn(at, timezone)).not.toBe(day);
    }),
    { numRuns: DATES },
  );
});

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.999Z'],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-18T02:59:59.999Z'],
  ['America/Havana', '2026-11-01', '2026-11-02T04:59:59.999Z'],
  ['America/Havana', '2018-11-03', '2018-11-04T03:59:59.999Z'],
  ['Etc/UTC', '2028-02-29', '2028-02-29T23:59:59.999Z'],
])('A bare date in %s, %s, ends at %s', (timezone, day, end) => {
  expect(endOf(day, timezone)).toBe(end);
});

test.each([
  ['2026-12-31T00:00', 'what a date picker makes of a bare date'],
  ['2026-12-31T00:00:00', 'the same with seconds'],
  ['2026-12-31T00:00:00.000+01:00', "the same with the zone's own offset"],
  ['2026-12-31 00:00:00', 'the same as a database writes it'],
])('Midnight as an expiration is the end of that day: %s is %s', (text) => {
  expect(endOf(text, 'Europe/Berlin')).toBe('2026-12-31T22:59:59.999Z');
  expect(startOf(text, 'Europe/Berlin')).toBe('2026-12-30T23:00:00.000Z');
});

test.each([
  ['Europe/Berlin', '31.12.2026 24:00', '2026-12-31T22:59:59.999Z'],
  ['Europe/Berlin', '2026-12-31 24:00:00', '2026-12-31T22:59:59.999Z'],
  ['Europe/Berlin', '2026-12-31T24:00+01:00', '2026-12-31T22:59:59.999Z'],
  // The clocks go back on this day, and at its end.
  ['Europe/Berlin', '25.10.2026 24:00', '2026-10-25T22:59:59.999Z'],
  ['America/Havana', '2026-10-31T24:00', '2026-11-01T03:59:59.999Z'],
])('24:00 as an expiration is the end of that day: in %s, %s is %s', (timezone, text, end) => {
  expect(endOf(text, timezone)).toBe(end);
  const start = Date.parse(startOf(text, timezone));
  expect(start).toBe(Date.parse(end) + 1);
});

test('24:00 is the bare date as an expiration, and the start of the next day as a beginning', () => {
  fc.assert(
    fc.property(zone, instant, (timezone, date) => {
      const day = dayIn(date.getTime(), timezone);
      const end = endOf(day, timezone);
      expect(endOf(`${day}T24:00`, timezone)).toBe(end);
      const start = Date.parse(startOf(`${day}T24:00`, timezone));
      expect(start).toBe(Date.parse(end) + 1);
    }),
    { numRuns: DATES },
  );
});

test('A date with an offset keeps its instant in every zone', () => {
  fc.assert(
    fc.property(zone, zone, instant, (written, timezone, date) => {
      const text = DateTime.fromJSDate(date, { zone: written }).toISO() ?? '';
      // Midnight means a whole day and has separate tests.
      fc.pre(/Z$/.test(text) || !isMidnight(date, timezone));
      expect(Date.parse(endOf(text, timezone))).toBe(date.getTime());
      expect(Date.parse(startOf(text, timezone))).toBe(date.getTime());
    }),
  );
});

test('A date may be a Date or a Luxon date-time', () => {
  const date = new Date('2026-07-01T18:00:00Z');
  expect(endOf(date, 'Asia/Tokyo')).toBe('2026-07-01T18:00:00.000Z');
  const luxon = DateTime.fromJSDate(date, { zone: 'Asia/Tokyo' });
  expect(endOf(luxon, 'Asia/Tokyo')).toBe('2026-07-01T18:00:00.000Z');
});

test('A date that is sent ends in Z and reads back as itself', () => {
  const text = fc.oneof(
    instant.map((date) => date.toISOString().slice(0, 10)),
    instant.map((date) => date.toISOString().slice(0, 19)),
    instant.map((date) => `${date.toISOString().slice(0, 19)}-03:30`),
  );
  fc.assert(
    fc.property(text, zone, bareDates, (raw, timezone, bareDate) => {
      const sent = toUtcIso(raw, timezone, bareDate);
      expect(sent).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      expect(toUtcIso(sent, timezone, bareDate)).toBe(sent);
    }),
  );
});

test('A time of the service becomes ISO 8601 in UTC, and other values stay as they are', () => {
  expect(toIsoTime(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(toIsoTime('2026-12-31')).toBe('2026-12-31T00:00:00.000Z');
  expect(toIsoTime('2026-12-31T20:00:00+02:00')).toBe('2026-12-31T18:00:00.000Z');
  for (const other of ['soon', 1e300, true]) expect(toIsoTime(other)).toBe(other);
});

test('A date with dots is the same as in ISO 8601, with the day first, with and without leading zeros', () => {
  fc.assert(
    fc.property(
      zone,
      instant,
      bareDates,
      fc.constantFrom('dd.MM.yyyy', 'd.M.yyyy', 'dd. MM. yyyy', 'd. M. yyyy'),
      fc.constantFrom('', ' HH:mm', ' H:mm', '  HH:mm', ', HH:mm:ss'),
      (timezone, date, bareDate, day, time) => {
        const moment = DateTime.fromJSDate(date, { zone: timezone });
        const inDots = moment.toFormat(`${day}${time}`);
        const iso = moment.toFormat(`yyyy-MM-dd${time.replace(/^,? +H+/, "'T'HH")}`);
        expect(toUtcIso(inDots, timezone, bareDate)).toBe(toUtcIso(iso, timezone, bareDate));
      },
    ),
    { numRuns: DATES },
  );
});

test.each([
  ['31.12.2026', '2026-12-31T22:59:59.999Z'],
  ['1.5.2031', '2031-05-01T21:59:59.999Z'],
  [' 01. 05. 2031 ', '2031-05-01T21:59:59.999Z'],
  ['31.12.2026 18:00', '2026-12-31T17:00:00.000Z'],
  ['31.12.2026, 8:30:15', '2026-12-31T07:30:15.000Z'],
])('A date with dots has the day first: %s is %s', (text, sent) => {
  expect(endOf(text, 'Europe/Berlin')).toBe(sent);
});

test.each([
  ['2029\u201112\u201131', '2029-12-31'],
  ['2029-12-31\u00a018:00', '2029-12-31T18:00'],
  ['２０２９－１２－３１', '2029-12-31'],
  ['٢٠٢٩-١٢-٣١', '2029-12-31'],
  ['31.\u200912.\u20092029', '2029-12-31'],
])('A date is what a person reads: %j is %s', (written, read) => {
  expect(endOf(written, 'Etc/UTC')).toBe(endOf(read, 'Etc/UTC'));
  expect(dayOf(written)).toBe('2029-12-31');
});

test.each([
  ...['31/12/2026', '12/31/2026', '31.2.2026', '12.31.2026', '31.12.26', '2026.12.31', '0.1.2026'],
  ...['31.12.2026 25:00', '31.12.2026 24:01', '31.12.2026 later', '2026-13-01', '2026-02-29'],
  ...['2026-12-31T25:00', '2026-12-31 later', 'tomorrow', '2026', '18:00', '', '   ', 46_387],
  ...[1_798_671_600_000, true, null, undefined, {}, []],
  ...[new Date(NaN), DateTime.invalid('made up')],
  // Years that the service cannot read.
  ...[new Date(8.64e15), new Date(-8.64e15)],
  ...['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+14:00'],
])('The value %p is refused as a date', (raw) => {
  expect(() => startOf(raw, 'Etc/UTC')).toThrow(UnreadableDate);
});

function isMidnight(date: Date, timezone: string): boolean {
  return dayIn(date.getTime(), timezone) !== dayIn(date.getTime() - 1, timezone);
}

test.each(ZONES)('December 31, 9999, which means never, is a date in %s', (timezone) => {
  const endInZone = DateTime.fromISO('9999-12-31', { zone: timezone }).endOf('day').toMillis();
  const end = Math.min(endInZone, Date.parse('9999-12-31T23:59:59.999Z'));
  expect(Date.parse(endOf('9999-12-31', timezone))).toBe(end);
});

const STAND_INS = ['1899-12-30', '0001-01-01T00:00:00Z', new Date('1899-12-31T22:00:00Z')];
test.each(STAND_INS)('The date %p of a sheet or a database without one is refused', (raw) => {
  const error = expect.objectContaining({ problem: 'is before the year 1900' }) as Error;
  expect(() => endOf(raw, 'Europe/Berlin')).toThrow(error);
  expect(startOf('1900-01-01', 'Europe/Berlin')).toBe('1899-12-31T23:00:00.000Z');
});

test.each(ZONES)('An object at midnight of %s, or of UTC, is a bare date', (timezone) => {
  const inZone = DateTime.fromISO('2026-12-31', { zone: timezone });
  const inUtc = DateTime.fromISO('2026-12-31', { zone: 'utc' });
  for (const midnight of [inZone, inZone.toUTC(), inUtc, inUtc.setZone(timezone)]) {
    for (const raw of [midnight, midnight.toJSDate()]) {
      expect(endOf(raw, timezone)).toBe(endOf('2026-12-31', timezone));
    }
  }
  expect(startOf(inUtc, timezone)).toBe(startOf('2026-12-31', timezone));
});

test('An object at midnight elsewhere is not a bare date, and neither is a text with an offset', () => {
  const tokyo = DateTime.fromISO('2026-12-31', { zone: 'Asia/Tokyo' });
  for (const raw of [tokyo, tokyo.toJSDate()]) {
    expect(endOf(raw, 'Europe/Berlin')).toBe('2026-12-30T15:00:00.000Z');
  }
  for (const text of ['2026-12-31T00:00:00Z', '2026-12-31T00:00:00+09:00']) {
    const exact = DateTime.fromISO(text).toMillis();
    expect(Date.parse(endOf(text, 'Europe/Berlin'))).toBe(exact);
  }
});

const two = (max: number) => fc.nat(max).map((part) => String(part).padStart(2, '0'));
const year = fc.constantFrom('1999', '2026', '2028', '26');
const part = fc.oneof(two(13), two(32), fc.nat(99).map(String));
/** Dates as people write them, many of them impossible. */
const writtenDate = fc
  .tuple(
    fc.oneof(
      fc.tuple(year, part, part).map((all) => all.join('-')),
      fc.tuple(part, part, year).map((all) => all.join('.')),
      fc.tuple(part, part, year).map((all) => all.join('/')),
    ),
    fc.constantFrom(
      ...['', 'T18:00', ' 09:30', ', 7:15', 'T25:00'],
      ...['T23:59:59.999Z', 'T01:00+14:00', 'T18:00[Asia/Tokyo]'],
    ),
  )
  .map(([day, time]) => day + time);

test('The day that a person wrote is that of the same text as an exact time, or missing', () => {
  fc.assert(
    fc.property(writtenDate, zone, (written, timezone) => {
      expect(dayOf(written, timezone)).toBe(dayOfTime(written, timezone));
    }),
    { numRuns: DATES },
  );
});

test('The day that a person wrote may have spaces or a time, but not be too long for a date', () => {
  for (const written of [' 2026-12-31 ', '31. 12. 2026', '2026-12-31T18:00']) {
    expect(dayOf(written)).toBe('2026-12-31');
  }
  expect(dayOf(`2026-12-31${' '.repeat(65_536)}`)).toBeUndefined();
});

test.each(ZONES)('The day that a person wrote ends at 24:00, in %s as well', (timezone) => {
  for (const written of ['31.10.2026 24:00', '2026-10-31T24:00', '2026-10-31 24:00:00']) {
    expect(dayOf(written, timezone)).toBe('2026-10-31');
  }
  expect(dayOf('2026-10-31T24:00+01:00', 'Europe/Berlin')).toBe('2026-10-31');
});

function dayOfTime(written: string, timezone: string): string | undefined {
  try {
    return dayIn(Date.parse(startOf(written, timezone)), timezone);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(UnreadableDate);
    return undefined;
  }
}

test('The day of a time is that of the calendar in the zone', () => {
  fc.assert(
    fc.property(zone, instant, (timezone, date) => {
      const at = date.getTime();
      expect(epochDayToIso(toEpochDay(at, timezone))).toBe(dayIn(at, timezone));
    }),
    { numRuns: DATES },
  );
  expect(toEpochDay(1e300, 'Etc/UTC')).toBeNaN();
});

test.each([
  // February 29 is February 28 in a year without it.
  ['2024-02-29', '2027-02-28', '2027-02-28'],
  ['2024-02-29', '2028-02-28', '2027-02-28'],
  ['2024-02-29', '2028-02-29', '2028-02-29'],
  ['2024-02-29', '2100-03-01', '2100-02-28'],
  ['2024-12-31', '2027-01-01', '2026-12-31'],
  ['2024-12-31', '2024-12-31', '2024-12-31'],
  ['2024-12-31', '2023-12-31', '2024-12-31'],
])('The latest anniversary of %s by %s is %s', (day, until, latest) => {
  const read = (text: string) => readEpochDay(text, 'Etc/UTC') ?? NaN;
  expect(epochDayToIso(latestAnniversary(read(day), read(until)))).toBe(latest);
});

test('A time zone counts only if it exists', () => {
  expect(ZONES.filter((one) => !isTimeZone(one))).toEqual([]);
  expect(['Mars/Olympus', 'Europe', 'x'].filter(isTimeZone)).toEqual([]);
});
