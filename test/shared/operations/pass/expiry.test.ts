import { runInTimeZone } from '../../../support/inTimeZone';

const MINUTE = 60_000;
const END = Date.UTC(2026, 5, 1, 12);

/** Zones on both sides of UTC, as a server may be set to. */
const ZONES = ['America/Los_Angeles', 'Etc/UTC', 'Pacific/Auckland'];

/** The same moment, as END. */
const ENDS = [
  '2026-06-01T12:00',
  '2026-06-01T12:00:00',
  '2026-06-01 12:00',
  '2026-06-01T14:00+02:00',
];

/** A minute before and after the end: whether a pass has expired, and how many Pass Expiring finds a day earlier. */
const AROUND_THE_ENDS = `
  import { createClient } from './shared/http/client';
  import { passStatus } from './shared/service/passStatus';
  import { passExpiring } from './shared/triggers/passExpiring';
  const passUntil = (validUntil: string) => ({
    ...{ id: 'p', templateId: 't', created: 0, updated: 0, isValid: true, deviceCount: 0 },
    templateFields: { validUntil },
  });
  const expired = ${JSON.stringify(ENDS)}.map((end) =>
    [${END - MINUTE}, ${END + MINUTE}].map((now) => passStatus(passUntil(end), now) === 'expired'),
  );
  const body = JSON.stringify({ passes: [passUntil(${JSON.stringify(ENDS[0])})], totalCount: 1 });
  const input = { templateId: 't', days: 1, pageSize: 200, maxPasses: 100 } as never;
  const expiringAt = async (time: number) => {
    const client = createClient({
      baseUrl: 'https://x.example',
      transport: async () => ({ ok: true, response: { status: 200, headers: {}, body } }),
      clock: { now: () => time, monotonicMs: () => time, random: () => 0, sleep: async () => {} },
    });
    const templates = { name: async () => undefined, assertExists: async () => {} };
    return (await passExpiring.samples({ client, templates }, input)).length;
  };
  const from = ${END} - 86_400_000;
  void Promise.all([expiringAt(from - ${MINUTE}), expiringAt(from + ${MINUTE})]).then((expiring) =>
    console.log(JSON.stringify({ expired, expiring })),
  );
`;

test.each(ZONES)('A pass expires at the same moment on a server in %s', (zone) => {
  expect(runInTimeZone(zone, AROUND_THE_ENDS)).toEqual({
    expired: ENDS.map(() => [false, true]),
    expiring: [0, 1],
  });
});
