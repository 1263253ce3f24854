import { runInTimeZone } from '../../../support/inTimeZone';

const MINUTE = 60_000;
const END = Date.UTC(2026, 5, 1, 12);

/** Zones on both sides of UTC, as a server may be set to. */
const ZONES = ['America/Los_Angeles', 'Etc/UTC', 'Pacific/Auckland'];

/** Whether it is expired a minute before and after 12:00 UTC for each of these ends of a pass. */
const expiredAround = (validUntil: string) => `
  import { passStatus } from './shared/service/passStatus';
  const row = { id: 'p', created: 0, templateFields: { validUntil: ${JSON.stringify(validUntil)} } };
  const at = (now: number) => passStatus(row, now) === 'expired';
  console.log(JSON.stringify([at(${END - MINUTE}), at(${END + MINUTE})]));
`;

/** Results of Pass Expiring a minute before and after the pass comes within a day of its expiry. */
const expiringAround = (validUntil: string) => `
  import { createClient } from './shared/http/client';
  import { passExpiring } from './shared/triggers/passExpiring';
  const row = { id: 'p', created: 0, templateFields: { validUntil: ${JSON.stringify(validUntil)} } };
  const body = JSON.stringify({ passes: [row], totalCount: 1 });
  const input = { templateId: 't', days: 1, pageSize: 200, maxPasses: 100 } as never;
  const at = async (time: number) => {
    const client = createClient({
      baseUrl: 'https://x.example',
      transport: async () => ({ ok: true, response: { status: 200, headers: {}, body } }),
      clock: { now: () => time, monotonicMs: () => time, random: () => 0, sleep: async () => {} },
    });
    return (await passExpiring.samples({ client }, input)).length;
  };
  const from = ${END} - 86_400_000;
  void Promise.all([at(from - ${MINUTE}), at(from + ${MINUTE})]).then((counts) => console.log(JSON.stringify(counts)));
`;

describe.each(ZONES)('on a server in %s', (zone) => {
  it.each([
    '2026-06-01T12:00',
    '2026-06-01T12:00:00',
    '2026-06-01 12:00',
    '2026-06-01T14:00+02:00',
  ])('a pass valid until %s expires at 12:00 UTC', (validUntil) => {
    expect(runInTimeZone(zone, expiredAround(validUntil))).toEqual([false, true]);
  });

  it('Pass Expiring counts the days from that moment', () => {
    expect(runInTimeZone(zone, expiringAround('2026-06-01T12:00'))).toEqual([0, 1]);
  });
});
