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
  'Etc/UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Beirut',
  'Africa/Cairo',
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({
  min: new Date('2000-01-02T00:00:00Z'),
  max: new Date('2099-12-30T00:00:00Z'),
  noInvalidDate: true,
});

describe('a bare date', () => {
  it('means the first and the last millisecond of that day in the zone, on DST days, too', () => {
    fc.assert(
      fc.property(zone, instant, (timezone, date) => {
        const day = dayIn(date.getTime(), timezone);
        const start = Date.parse(toUtcIso(day, timezone, 'startOfDay'));
        const end = Date.parse(toUtcIso(day, timezone, 'endOfDay'));
        expect([start - 1, start, end, end + 1].map((at) => dayIn(at, timezone) === day)).toEqual([
          false,
          true,
          true,
          false,
        ]);
      }),
      { numRuns: DATES },
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.999Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.999Z'],
    ['America/Sao_Paulo', '2018-02-17', '2018-02-18T02:59:59.999Z'],
    ['America/Havana', '2026-11-01', '2026-11-02T04:59:59.999Z'],
    ['America/Havana', '2018-11-03', '2018-11-04T03:59:59.999Z'],
    ['Etc/UTC', '2028-02-29', '2028-02-29T23:59:59.999Z'],
  ])('in %s, %s ends at %s', (timezone, day, end) => {
    expect(toUtcIso(day, timezone, 'endOfDay')).toBe(end);
  });
});

describe('midnight', () => {
  it.each([
    ['2026-12-31T00:00', 'what a date picker makes of a bare date'],
    ['2026-12-31T00:00:00', 'the same with seconds'],
    ['2026-12-31T00:00:00.000+01:00', "the same with the zone's own offset"],
    ['2026-12-31 00:00:00', 'the same as a database writes it'],
  ])('%s is %s, so an expiry is the end of that day', (text) => {
    expect(toUtcIso(text, 'Europe/Berlin', 'endOfDay')).toBe('2026-12-31T22:59:59.999Z');
    expect(toUtcIso(text, 'Europe/Berlin', 'startOfDay')).toBe('2026-12-30T23:00:00.000Z');
  });
});

describe('24:00', () => {
  it.each([
    ['Europe/Berlin', '31.12.2026 24:00', '2026-12-31T22:59:59.999Z'],
    ['Europe/Berlin', '2026-12-31 24:00:00', '2026-12-31T22:59:59.999Z'],
    ['Europe/Berlin', '2026-12-31T24:00+01:00', '2026-12-31T22:59:59.999Z'],
    // The clocks go back on this day, and at its end.
    ['Europe/Berlin', '25.10.2026 24:00', '2026-10-25T22:59:59.999Z'],
    ['America/Havana', '2026-10-31T24:00', '2026-11-01T03:59:59.999Z'],
  ])('in %s, an expiry of %s is the end of that day', (timezone, text, end) => {
    expect(toUtcIso(text, timezone, 'endOfDay')).toBe(end);
    const start = Date.parse(toUtcIso(text, timezone, 'startOfDay'));
    expect(start).toBe(Date.parse(end) + 1);
  });

  it('as an expiry is the same as the bare date, and as a beginning the start of the next day', () => {
    fc.assert(
      fc.property(zone, instant, (timezone, date) => {
        const day = dayIn(date.getTime(), timezone);
        const end = toUtcIso(day, timezone, 'endOfDay');
        expect(toUtcIso(`${day}T24:00`, timezone, 'endOfDay')).toBe(end);
        const start = Date.parse(toUtcIso(`${day}T24:00`, timezone, 'startOfDay'));
        expect(start).toBe(Date.parse(end) + 1);
      }),
      { numRuns: DATES },
    );
  });
});

describe('a date with a time', () => {
  it('with an offset keeps its instant in every zone', () => {
    fc.assert(
      fc.property(zone, zone, instant, (written, timezone, date) => {
        const text = DateTime.fromJSDate(date, { zone: written }).toISO() ?? '';
        // Midnight means a whole day and has separate tests.
        fc.pre(/Z$/.test(text) || !isMidnight(date, timezone));
        expect(Date.parse(toUtcIso(text, timezone, 'endOfDay'))).toBe(date.getTime());
        expect(Date.parse(toUtcIso(text, timezone, 'startOfDay'))).toBe(date.getTime());
      }),
    );
  });

  it('is taken as a Date and as a Luxon date-time', () => {
    const date = new Date('2026-07-01T18:00:00Z');
    expect(toUtcIso(date, 'Asia/Tokyo', 'endOfDay')).toBe('2026-07-01T18:00:00.000Z');
    const luxon = DateTime.fromJSDate(date, { zone: 'Asia/Tokyo' });
    expect(toUtcIso(luxon, 'Asia/Tokyo', 'endOfDay')).toBe('2026-07-01T18:00:00.000Z');
  });
});

describe('the result', () => {
  it('always ends in Z and reads back as itself', () => {
    const text = fc.oneof(
      instant.map((date) => date.toISOString().slice(0, 10)),
      instant.map((date) => date.toISOString().slice(0, 19)),
      instant.map((date) => `${date.toISOString().slice(0, 19)}-03:30`),
    );
    fc.assert(
      fc.property(
        text,
        zone,
        fc.constantFrom('startOfDay' as const, 'endOfDay' as const),
        (raw, timezone, bareDate) => {
          const once = toUtcIso(raw, timezone, bareDate);
          expect(once).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
          expect(toUtcIso(once, timezone, bareDate)).toBe(once);
        },
      ),
    );
  });
});

it('a time of the service is converted to ISO 8601 in UTC, and other values stay as they are', () => {
  expect(toIsoTime(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(toIsoTime('2026-12-31')).toBe('2026-12-31T00:00:00.000Z');
  expect(toIsoTime('2026-12-31T20:00:00+02:00')).toBe('2026-12-31T18:00:00.000Z');
  for (const other of ['soon', 1e300, true]) expect(toIsoTime(other)).toBe(other);
});

describe('a date with dots', () => {
  it('is the same as in ISO 8601, with the day first, with and without leading zeros', () => {
    fc.assert(
      fc.property(
        zone,
        instant,
        fc.constantFrom('startOfDay' as const, 'endOfDay' as const),
        fc.boolean(),
        fc.constantFrom('', ' '),
        fc.constantFrom(
          ['', ''],
          [' HH:mm', "'T'HH:mm"],
          [' H:mm', "'T'HH:mm"],
          ['  HH:mm', "'T'HH:mm"],
          [', HH:mm:ss', "'T'HH:mm:ss"],
        ),
        (timezone, date, bareDate, padded, space, [time, isoTime]) => {
          const moment = DateTime.fromJSDate(date, { zone: timezone });
          const day = padded ? `dd.${space}MM.${space}yyyy` : `d.${space}M.${space}yyyy`;
          const inDots = moment.toFormat(`${day}${time}`);
          const iso = moment.toFormat(`yyyy-MM-dd${isoTime}`);
          expect(toUtcIso(inDots, timezone, bareDate)).toBe(toUtcIso(iso, timezone, bareDate));
        },
      ),
      { numRuns: DATES },
    );
  });

  it.each([
    ['31.12.2026', '2026-12-31T22:59:59.999Z'],
    ['1.5.2031', '2031-05-01T21:59:59.999Z'],
    [' 01. 05. 2031 ', '2031-05-01T21:59:59.999Z'],
    ['31.12.2026 18:00', '2026-12-31T17:00:00.000Z'],
    ['31.12.2026, 8:30:15', '2026-12-31T07:30:15.000Z'],
  ])('%s', (text, sent) => {
    expect(toUtcIso(text, 'Europe/Berlin', 'endOfDay')).toBe(sent);
  });
});

it.each([
  ['2029\u201112\u201131', '2029-12-31'],
  ['2029-12-31\u00a018:00', '2029-12-31T18:00'],
  ['２０２９－１２－３１', '2029-12-31'],
  ['٢٠٢٩-١٢-٣١', '2029-12-31'],
  ['31.\u200912.\u20092029', '2029-12-31'],
])('%j is what a person reads', (written, read) => {
  expect(toUtcIso(written, 'Etc/UTC', 'endOfDay')).toBe(toUtcIso(read, 'Etc/UTC', 'endOfDay'));
  expect(epochDayToIso(readEpochDay(written, 'Etc/UTC') ?? NaN)).toBe('2029-12-31');
});

it.each([
  ...['31/12/2026', '12/31/2026', '31.2.2026', '12.31.2026', '31.12.26', '2026.12.31', '0.1.2026'],
  ...['31.12.2026 25:00', '31.12.2026 24:01', '31.12.2026 later', '2026-13-01', '2026-02-29'],
  ...['2026-12-31T25:00', '2026-12-31 later', 'tomorrow', '2026', '18:00', '', '   ', 46_387],
  ...[1_798_671_600_000, true, null, undefined, {}, []],
  ...[new Date(NaN), DateTime.invalid('made up')],
  // Years that the service cannot read.
  ...[new Date(8.64e15), new Date(-8.64e15)],
  ...['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+14:00'],
])('%p is refused as a date', (raw) => {
  expect(() => toUtcIso(raw, 'Etc/UTC', 'startOfDay')).toThrow(UnreadableDate);
});

function isMidnight(date: Date, timezone: string): boolean {
  return dayIn(date.getTime(), timezone) !== dayIn(date.getTime() - 1, timezone);
}

it.each(ZONES)('the last day with four digits, which means never, is a date in %s', (timezone) => {
  const end = toUtcIso('9999-12-31', timezone, 'endOfDay');
  const endInZone = DateTime.fromISO('9999-12-31', { zone: timezone }).endOf('day').toMillis();
  expect(Date.parse(end)).toBe(Math.min(endInZone, Date.parse('9999-12-31T23:59:59.999Z')));
});

it.each(['1899-12-30', '0001-01-01T00:00:00Z', new Date('1899-12-31T22:00:00Z')])(
  '%p is what a sheet or a database has in place of a date, and refused',
  (raw) => {
    expect(() => toUtcIso(raw, 'Europe/Berlin', 'endOfDay')).toThrow(
      expect.objectContaining({ problem: 'is before the year 1900' }) as Error,
    );
    expect(toUtcIso('1900-01-01', 'Europe/Berlin', 'startOfDay')).toBe('1899-12-31T23:00:00.000Z');
  },
);

describe('an object at midnight is a bare date', () => {
  it.each(ZONES)('of %s, or of UTC, as a database delivers it', (timezone) => {
    const bare = toUtcIso('2026-12-31', timezone, 'endOfDay');
    const inZone = DateTime.fromISO('2026-12-31', { zone: timezone });
    const inUtc = DateTime.fromISO('2026-12-31', { zone: 'utc' });
    for (const midnight of [inZone, inZone.toUTC(), inUtc, inUtc.setZone(timezone)]) {
      for (const raw of [midnight, midnight.toJSDate()]) {
        expect(toUtcIso(raw, timezone, 'endOfDay')).toBe(bare);
      }
    }
    expect(toUtcIso(inUtc, timezone, 'startOfDay')).toBe(
      toUtcIso('2026-12-31', timezone, 'startOfDay'),
    );
  });

  it('but not at midnight elsewhere, and not a text', () => {
    const tokyo = DateTime.fromISO('2026-12-31', { zone: 'Asia/Tokyo' });
    for (const raw of [tokyo, tokyo.toJSDate()]) {
      expect(toUtcIso(raw, 'Europe/Berlin', 'endOfDay')).toBe('2026-12-30T15:00:00.000Z');
    }
    for (const text of ['2026-12-31T00:00:00Z', '2026-12-31T00:00:00+09:00']) {
      const exact = DateTime.fromISO(text).toMillis();
      expect(Date.parse(toUtcIso(text, 'Europe/Berlin', 'endOfDay'))).toBe(exact);
    }
  });
});

const two = (max: number) => fc.nat(max).map((part) => String(part).padStart(2, '0'));
const year = fc.constantFrom('1999', '2026', '2028', '26');
const part = fc.oneof(two(13), two(32), fc.nat(99).map(String));
/** Dates as people write them, many of them impossible. */
const text = fc
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

describe('the day that a person wrote', () => {
  it('is that of the same text as an exact time, and missing if that is unreadable', () => {
    fc.assert(
      fc.property(text, zone, (written, timezone) => {
        const day = readEpochDay(written, timezone);
        expect(day === undefined ? undefined : epochDayToIso(day)).toBe(
          expected(written, timezone),
        );
      }),
      { numRuns: DATES },
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
  fc.assert(
    fc.property(zone, instant, (timezone, date) => {
      const at = date.getTime();
      expect(epochDayToIso(toEpochDay(at, timezone))).toBe(dayIn(at, timezone));
    }),
    { numRuns: DATES },
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
