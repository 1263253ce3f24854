import { sampleItems } from '../../../shared/triggers/pollSamples';
import { passDateReached } from '../../../shared/triggers/passDateReached';
import type { Trigger } from '../../../shared/triggers/trigger';
import { dayIn } from '../../support/times';
import { DAY, MINUTE, PASS_INPUTS, type Simulation, T0, Zap, ids, watching } from './simulation';

const INPUT = { ...PASS_INPUTS, field: 'homeShop', days: 0, yearly: false };
const HOUR = 60 * MINUTE;

/** A template with passes that have one date each, and a workflow that watches it. */
function start(input: Partial<typeof INPUT> = {}, timezone = 'UTC') {
  const { service, polling } = watching(passDateReached, { ...INPUT, ...input });
  service.timezone = timezone;
  const issue = (value: unknown, values: object = {}) =>
    service.issue(service.clock.now(), { customFields: { homeShop: value }, ...values });
  /** Moves the clock to this time. */
  const setClock = (iso: string) => service.clock.pass(Date.parse(iso) - service.clock.now());
  const poll = async () => (await polling.poll()).map(({ id, date }) => [id, date]);
  /** The events of several polls, each this much later than the one before. */
  const pollEvery = async (ms: number, times: number) => {
    const events: unknown[][] = [];
    for (let i = 0; i < times; i += 1) {
      service.clock.pass(ms);
      events.push(...(await poll()));
    }
    return events;
  };
  return { service, polling, issue, setClock, poll, pollEvery };
}

test.each([
  // The clock jumps over midnight in Havana on March 8, 2026.
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
  ['Pacific/Kiritimati', '2026-08-01', '2026-07-31T10:00:00Z'],
  ['America/Los_Angeles', '2026-08-01', '2026-08-01T07:00:00Z'],
  ['America/Los_Angeles', '1.8.2026', '2026-08-01T07:00:00Z'],
  ['America/Los_Angeles', '01.08.2026 23:59', '2026-08-01T07:00:00Z'],
  ['America/Los_Angeles', '2026-08-01T18:00', '2026-08-01T07:00:00Z'],
  ['America/Los_Angeles', '2026-08-01T24:00', '2026-08-01T07:00:00Z'],
  ['America/Los_Angeles', '2026-08-02T01:00:00Z', '2026-08-01T07:00:00Z'],
  ['America/Los_Angeles', '2026-08-02T01:00:00+02:00', '2026-08-01T07:00:00Z'],
])('The day of a date begins in %s for %s at %s', async (timezone, value, begin) => {
  const { issue, setClock, poll } = start({}, timezone);
  setClock('2026-01-15T12:00:00Z');
  const { id } = issue(value);
  await poll();
  setClock(new Date(Date.parse(begin) - 1).toISOString());
  expect(await poll()).toEqual([]);
  setClock(begin);
  expect(await poll()).toEqual([[id, dayIn(Date.parse(begin), timezone)]]);
  expect(await poll()).toEqual([]);
});

test.each([
  ['America/Los_Angeles', '2026-08-01', '2026-07-31'],
  ['Pacific/Kiritimati', '2026-08-01', '2026-08-01'],
  ['Pacific/Kiritimati', '2026-08-01T12:00:00Z', '2026-08-02'],
])('In %s, the day of Valid Until %s is %s', async (timezone, validUntil, date) => {
  const { service, setClock, poll, pollEvery } = start({ field: 'Valid Until' }, timezone);
  const { id } = service.issue(T0, { templateFields: { validUntil } });
  await poll();
  setClock('2026-07-30T23:00:00Z');
  expect(await pollEvery(6 * HOUR, 12)).toEqual([[id, date]]);
});

test('The day of a date does not return as that of last year if the time zone changes', async () => {
  const { service, issue, setClock, poll } = start({ yearly: true }, 'Pacific/Kiritimati');
  setClock('2026-07-20T12:00:00Z');
  const { id } = issue('1991-08-01', { created: Date.parse('2020-01-01') });
  await poll();
  setClock('2026-07-31T12:00:00Z');
  expect(await poll()).toEqual([[id, '2026-08-01']]);
  service.timezone = 'America/Los_Angeles';
  expect(await poll()).toEqual([]);
});

test.each([
  ['validUntil', { templateFields: { validUntil: '2026-08-01T06:00:00Z' } }],
  ['homeShop', { customFields: { homeShop: '2026-08-01T06:00:00Z' } }],
  ['homeShop', { customFields: { homeShop: '2026-08-01' } }],
])('The day of a date comes once, whatever the time zone is then: %s %j', async (field, values) => {
  for (const zones of [
    ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'],
    ['America/Los_Angeles', 'UTC', 'America/Los_Angeles'],
  ]) {
    const { service, setClock, poll, pollEvery } = start({ field });
    const { id } = service.issue(T0, values);
    await poll();
    setClock('2026-07-30T12:00:00Z');
    const events: unknown[][] = [];
    for (const timezone of [...zones, zones[0] ?? '']) {
      service.timezone = timezone;
      events.push(...(await pollEvery(6 * HOUR, 4)));
    }
    expect(events.map(([passId]) => passId)).toEqual([id]);
  }
});

test.each([-365, -7, -1, 1, 30, 365])('An event comes %d days after the date', async (days) => {
  const { service, issue, setClock, poll } = start({ days });
  setClock('2027-08-01T00:00:00Z');
  const { id } = issue('2027-09-15', { created: T0, updated: T0 });
  await poll();
  const at = Date.parse('2027-09-15') + days * DAY;
  const isOver = at <= service.clock.now();
  if (!isOver) {
    service.clock.pass(at - 1 - service.clock.now());
    expect(await poll()).toEqual([]);
    service.clock.pass(1);
  }
  expect(await poll()).toEqual(isOver ? [] : [[id, '2027-09-15']]);
});

test('A past date does not trigger at the start, or with a pass that is issued later', async () => {
  const { service, issue, poll } = start();
  for (const days of [0, 1, 2, 400]) issue(dayIn(T0 - days * DAY, 'UTC'));
  expect(await poll()).toEqual([]);
  service.clock.pass(DAY);
  for (const days of [0, 1, 2, 400]) issue(dayIn(T0 - days * DAY, 'UTC'));
  expect(await poll()).toEqual([]);
});

test('A past date triggers up to two days late if it is entered late', async () => {
  const { service, issue, poll } = start();
  const dates = ['2026-06-01', '2026-05-31', '2026-05-30', '2026-05-29', '2025-04-27'];
  const passes = dates.map(() => issue(undefined, { created: T0 - 500 * DAY }));
  issue('2099-01-01');
  await poll();
  service.clock.pass(MINUTE);
  passes.forEach((pass, i) => {
    Object.assign(pass, { customFields: { homeShop: dates[i] }, updated: service.clock.now() });
  });
  const recent = passes.slice(0, 3).map(({ id }, i) => [id, dates[i]]);
  expect((await poll()).sort()).toEqual(recent);
  expect(await poll()).toEqual([]);
});

test('A past date triggers once, at most two days late, after an outage', async () => {
  const { service, issue, poll } = start();
  const passes = [91, 90, 89, 88, 30, 1].map((days) => issue(dayIn(T0 + days * DAY, 'UTC')));
  await poll();
  service.clock.pass(91 * DAY);
  const expected = passes.slice(0, 3).map(({ id }) => id);
  expect((await poll()).map(([id]) => id).sort()).toEqual(expected);
  expect(await poll()).toEqual([]);
});

test('A yearly date triggers from the date on, on February 28 for February 29', async () => {
  const { service, issue, setClock, poll } = start({ yearly: true });
  const { id } = issue('2024-02-29');
  await poll();
  for (const date of ['2027-02-28', '2028-02-29', '2029-02-28']) {
    service.clock.pass(Date.parse(date) - DAY - service.clock.now());
    expect(await poll()).toEqual([]);
    service.clock.pass(DAY);
    expect(await poll()).toEqual([[id, date]]);
    service.clock.pass(DAY);
    expect(await poll()).toEqual([]);
  }
  setClock('2040-03-01T00:00:00Z');
  expect(await poll()).toEqual([[id, '2040-02-29']]);
});

test.each([
  [-7, '2024-01-03', '2026-12-27', '2027-01-03'],
  [-365, '2024-07-01', '2026-07-01', '2027-07-01'],
  [7, '2024-12-29', '2027-01-05', '2026-12-29'],
  [365, '2024-12-29', '2026-12-29', '2025-12-29'],
])('A yearly date counts %d days off: %s on %s for %s', async (days, value, day, date) => {
  const { issue, setClock, poll } = start({ yearly: true, days });
  const { id } = issue(value);
  await poll();
  setClock(`${day}T00:00:00Z`);
  expect(await poll()).toEqual([[id, date]]);
});

test('A yearly date does not trigger before the date itself, nor for the last one of a new pass', async () => {
  const { issue, poll, pollEvery } = start({ yearly: true });
  await poll();
  const later = issue('2027-07-01');
  const past = issue('1980-05-31');
  const birthday = issue('1980-06-03');
  expect(await poll()).toEqual([]);
  expect(await pollEvery(DAY, 400)).toEqual([
    [birthday.id, '2026-06-03'],
    [past.id, '2027-05-31'],
    [birthday.id, '2027-06-03'],
    [later.id, '2027-07-01'],
  ]);
});

test('The date of an expired pass counts, but not that of a voided one', async () => {
  const input = { ...INPUT, field: 'validUntil', days: 7 };
  const { service, setClock, poll } = start(input);
  const templateFields = { validUntil: '2026-06-10T12:00:00Z' };
  const expired = service.issue(T0, { templateFields });
  service.issue(T0, { templateFields, isValid: false });
  await poll();
  setClock('2026-06-17T08:00:00Z');
  expect(await poll()).toEqual([[expired.id, '2026-06-10']]);
  const recent = await passDateReached.pollStateless(service.context(), input, false);
  expect(recent).toMatchObject([{ id: expired.id, date: '2026-06-10' }]);
});

const HOSTILE: readonly unknown[] = [
  ...['03/04/2026', '2026-02-30', '31.02.2026', '2026', '01.06.26', 'tomorrow', '2026–06–01'],
  ...['+275760-09-13', '-000001-01-01', `2026-06-01T${'0'.repeat(65_536)}`, '__proto__'],
  ...[20_260_601, true, { toISO: 1, year: 2026 }, ['2026-06-01']],
];

test('A value that is not a date never triggers, and never fails a poll', async () => {
  for (const yearly of [false, true]) {
    const { service, issue, poll } = start({ yearly });
    await poll();
    for (const value of HOSTILE) issue(value);
    const { id } = issue('2026-06-01');
    expect(await poll()).toEqual([[id, '2026-06-01']]);
    service.clock.pass(400 * DAY);
    expect((await poll()).every(([, date]) => date === '2027-06-01')).toBe(true);
  }
});

test('The furthest dates there are never fail a poll', async () => {
  for (const timezone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const { service, issue, poll } = start({ yearly: true, days: -365 }, timezone);
    for (const value of ['9999-12-31', '0000-01-01', '0001-01-01', '9999-12-31T23:59:59-12:00']) {
      issue(value);
    }
    await poll();
    service.clock.pass(DAY);
    expect(await poll()).toEqual([]);
  }
});

test.each(['constructor', 'toString'])('A date may be in the field %s', async (field) => {
  const { service, setClock, poll } = start({ field });
  service.design = [field];
  const values = JSON.parse(`{"${field}":"2026-06-02"}`) as Record<string, unknown>;
  service.issue(T0, { customFields: values });
  service.issue(T0, { customFields: { homeShop: 'Quay' } });
  await poll();
  setClock('2026-06-02T00:00:00Z');
  expect(await poll()).toHaveLength(1);
});

const tested = (service: Simulation, field = 'homeShop') =>
  sampleItems(passDateReached as Trigger, service.context(), { ...INPUT, field });

test('A test in the editor shows dates of any time, of valid passes', async () => {
  const { service, issue } = start();
  const { id } = issue('2020-06-01');
  issue('2020-06-02', { isValid: false });
  expect(await tested(service)).toMatchObject([{ id, date: '2020-06-01' }]);
});

test('A test in the editor says how many passes have a date, and how many another value', async () => {
  const { service, issue } = start();
  const dated = issue('2026-06-01');
  issue('2027-06-01');
  issue('');
  expect(await tested(service)).toMatchObject([
    { id: dated.id, date: '2026-06-01', note: "2 of 3 passes have a date in 'homeShop'" },
  ]);
  const wrong = issue('03/04/2026');
  const otherValues = `1 of 4 passes has another value in 'homeShop', e.g. the pass '${wrong.id}'. Use dates like 2026-12-31 or 31.12.2026`;
  const note = `2 of 4 passes have a date in 'homeShop'. ${otherValues}`;
  expect(await tested(service)).toMatchObject([{ id: dated.id, note }]);
  dated.customFields = {};
  expect(await tested(service)).toMatchObject([
    {
      isExample: true,
      note: `No Pass Date Reached event found; these are example values. 1 of 4 passes has a date in 'homeShop'. ${otherValues}`,
    },
  ]);
});

test.each([
  ['homeShop', { customFields: { homeShop: '2026-03-20' } }],
  ['balance', { templateFields: { balance: '2026-03-20' } }],
  ['Valid From', { templateFields: { validFrom: '2026-03-20T22:59:59.999Z' } }],
])('A test without an event shows an example of the chosen field: %s', async (field, values) => {
  const { service } = start();
  const [example] = await tested(service, field);
  const { templateFields, customFields } = example ?? {};
  expect(example).toMatchObject({ isExample: true, date: '2026-03-20' });
  expect({ templateFields, customFields }).toEqual({ templateFields: {}, ...values });
});

test('An unknown time zone is an error that says where to choose one', async () => {
  const { polling } = start({}, 'Mars/Olympus');
  await expect(polling.poll()).rejects.toMatchObject({
    kind: 'invalidInput',
    message: "The time zone in the settings is unknown: 'Mars/Olympus'",
    fix: 'Choose a time zone in the {workflow} settings.',
  });
});

const THREE_ZONES = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Berlin'];
test.each(THREE_ZONES)('A Zap has each date once, however late it polls: %s', async (timezone) => {
  const { service, issue, setClock } = start({ yearly: true }, timezone);
  // Clocks change in Berlin and Los Angeles meanwhile.
  setClock('2026-10-18T00:00:00Z');
  for (let day = 0; day < 40; day += 1) {
    const created = T0 - 1000 * DAY;
    issue(dayIn(Date.parse('2024-10-05') + day * DAY, 'UTC'), { created, updated: created });
  }
  const zap = new Zap(service, passDateReached as Trigger, { ...INPUT, yearly: true });
  await zap.poll();
  const first = dayIn(service.clock.now(), timezone);
  const events: string[] = [];
  for (let i = 0; i < 27; i += 1) {
    service.clock.pass([HOUR, 47 * HOUR, 5 * HOUR][i % 3] ?? 0);
    events.push(...(await zap.poll()));
    expect(zap.listed).toBeLessThan(6);
  }
  const last = dayIn(service.clock.now(), timezone);
  const expected = service.passes.filter(({ customFields }) => {
    const date = String(customFields?.homeShop).replace('2024', '2026');
    return date > first && date <= last;
  });
  expect(events.sort()).toEqual(ids(expected));
  expect(expected.length).toBeGreaterThan(15);
});
