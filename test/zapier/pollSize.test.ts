/** Zapier refuses a response of more than 6 MB: what a poll returns of many passes. */

import type { PassRow } from '../../shared/service/schemas';
import { ZAPIER_TRIGGERS, type ZapierTrigger } from '../../zapier/catalog';
import { listEvents } from '../../zapier/listEvents';
import { DAY, MINUTE, Simulation, T0 } from '../shared/triggers/simulation';

const MIB = 1024 * 1024;
const COUNT = 1_600;
const FORM = { templateId: 't', maxPasses: '20000' };

function zap(key: string, form: object = {}) {
  const service = new Simulation();
  const trigger = ZAPIER_TRIGGERS.find((one) => one.key === key) as ZapierTrigger;
  const list = (reason: 'poll' | 'baseline') =>
    listEvents(trigger, service.context(), { ...FORM, ...form }, reason, {
      toLink: () => '',
      log: () => {},
    });
  return { service, list };
}

const values = (i: number): Partial<PassRow> => ({
  templateId: 't',
  externalId: `member-${100_000 + i}`,
  email: `ana.souza.${i}@example.com`,
  collectedStamps: i % 9,
  deviceCount: 1,
  templateFields: {
    accountName: `Ana Souza ${i} 🎉`.padEnd(4_000, 'x'),
    accountId: `M-${i}`,
    balance: 500 + i,
    validUntil: new Date(T0 + 20 * DAY).toISOString(),
  },
  customFields: { homeShop: 'Harbor Street 12', birthday: '1990-03-20' },
});

test('A poll returns the latest of many events in full up to 5 MiB, and of the others ID and contact', async () => {
  const { service, list } = zap('passExpiring', { days: '30' });
  for (let i = 0; i < COUNT; i += 1) {
    const created = T0 - 90 * DAY + i * MINUTE;
    service.issue(created, { ...values(i), updated: created + 1 });
  }
  // Old passes that have the event only later.
  const created = T0 - 100 * DAY;
  const later = [0, 1].map(() => service.issue(created, { ...values(0), templateFields: {} }));
  const baseline = await list('baseline');
  expect(baseline).toHaveLength(COUNT);
  expect(new Set(baseline.flatMap((event) => Object.keys(event)))).toEqual(new Set(['id']));
  expect(JSON.stringify(baseline).length).toBeLessThan(MIB);

  service.clock.pass(MINUTE);
  const { templateFields } = values(0);
  for (const pass of later) Object.assign(pass, { templateFields, updated: service.clock.now() });
  const poll = await list('poll');
  const size = Buffer.byteLength(JSON.stringify(poll));
  expect(size).toBeGreaterThan(4.9 * MIB);
  expect(size).toBeLessThanOrEqual(5 * MIB + 2);
  const known = new Set(baseline.map(({ id }) => id));
  const fresh = poll.filter(({ id }) => !known.has(id));
  expect(fresh.map(({ passId, email }) => [passId, email]).sort()).toEqual(
    later.map(({ id, email }) => [id, email]),
  );
  // In full up to one of them, and then in short.
  const inFull = poll.findLastIndex(({ created }) => created !== undefined) + 1;
  expect(inFull).toBeGreaterThan(1_000);
  expect(inFull).toBeLessThan(COUNT);
  const others = poll.slice(inFull);
  expect(new Set(others.map((event) => Object.keys(event).join()))).toEqual(
    new Set(['id,passId,externalId,email']),
  );
  expect(new Set(poll.map(({ id }) => id)).size).toBe(COUNT + later.length);
});

test('Events whose contacts do not fit have their ID alone', async () => {
  const { service, list } = zap('passAddedToWallet');
  for (let i = 0; i < 3_000; i += 1) {
    const id = `${i}`.padStart(1_000, '0');
    service.issue(T0 - i * MINUTE, { id, externalId: id, deviceCount: 1 });
  }
  expect(new Set((await list('poll')).slice(2_000).flatMap((event) => Object.keys(event)))).toEqual(
    new Set(['id']),
  );
});

test('More events than Zapier accepts are an error that says how to have fewer', async () => {
  const { service, list } = zap('passAddedToWallet');
  for (let i = 0; i < 6_000; i += 1) {
    service.issue(T0 - i * MINUTE, { id: `${i}`.padStart(1_000, '0'), deviceCount: 1 });
  }
  for (const reason of ['baseline', 'poll'] as const) {
    await expect(list(reason)).rejects.toMatchObject({
      kind: 'invalidInput',
      message: 'A poll would return 6000 events, more than Zapier accepts',
      fix: expect.stringContaining("'Look Back (Days)'") as string,
    });
  }
});
