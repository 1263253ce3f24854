/** SECURITY.md: the state of a trigger has no names, contacts or values, and nobody can find them out by trying. */

import { runPoll } from '../../../shared/run/runPoll';
import { TRIGGERS } from '../../../shared/triggers';
import type { Trigger } from '../../../shared/triggers/trigger';
import { DAY, MINUTE, PASS_INPUTS, Simulation, T0 } from './simulation';

const CONNECTION = { baseUrl: 'https://x.example', apiKey: 'svc_sk_one' };
const BIRTHDAY = '1984-06-01';
const END = new Date(T0 + 3 * DAY).toISOString();

/** A pass with a value in everything that a list shows. */
const VALUES = {
  externalId: 'M-0042',
  email: 'ana.souza@example.com',
  phone: '+49 151 2345678',
  isValid: true,
  deviceCount: 7_001,
  collectedStamps: 7_002,
  updated: T0 - 90 * MINUTE,
  templateFields: { accountName: 'Ana Souza', balance: 7_003, validUntil: END },
  customFields: { homeShop: BIRTHDAY },
};
const CONDITION = { field: 'homeShop', condition: 'becomes', value: BIRTHDAY };
const INPUT = { ...PASS_INPUTS, ...CONDITION, days: 7, yearly: true };
const WATCHED = [
  ...['externalId', 'email', 'collectedStamps', 'deviceCount', 'updated', 'validUntil'],
  ...['balance', 'homeShop', 'templateFields'],
];

/** Every way in which a value could be stored. */
function written(value: unknown): string[] {
  const text = String(value);
  const number = typeof value === 'number' ? value : Date.parse(text);
  if (Number.isNaN(number)) return [text];
  const numbers = [number, number / 1000, Math.floor(number / DAY), Math.floor(number / MINUTE)];
  const inBase36 = numbers.flatMap((value) => [value.toString(36), (-value).toString(36)]);
  return [text, String(number), ...inBase36];
}

/** What a person could be recognized by or learn about: not the few digits that occur anywhere by chance. */
const ALL = [
  ...Object.values({ ...VALUES, ...VALUES.templateFields, ...VALUES.customFields }),
  '1984',
  'ana',
].flatMap((value) => (['object', 'boolean'].includes(typeof value) ? [] : written(value)));
const TELLING = ALL.filter((text) => text.length >= 3);

/** What is stored after two polls that find passes with these IDs. */
async function storedBy(trigger: Trigger, watchedFields: string[] | undefined, ids: string[]) {
  const service = new Simulation();
  for (const id of ids) Object.assign(service.issue(T0 - DAY, structuredClone(VALUES)), { id });
  service.templates = [{ id: 'tpl_ana', created: T0 - MINUTE }];
  service.holders = [{ id: 'usr_ana', credentials: [{ passId: 'bps_ana' }] }];
  const input = { ...INPUT, watchedFields };
  let kept = {};
  for (let poll = 0; poll < 2; poll += 1) {
    const { state } = await runPoll(trigger, service.context(), input, CONNECTION, kept);
    kept = JSON.parse(JSON.stringify(state)) as typeof state;
    service.clock.pass(MINUTE);
  }
  return kept as { state: unknown };
}

const UPDATED = TRIGGERS.filter(({ key }) => key === 'passUpdated');
describe.each([
  ...TRIGGERS.map((trigger) => [trigger.key, trigger, undefined] as const),
  ...UPDATED.map((trigger) => ['passUpdated with watched fields', trigger, WATCHED] as const),
])('State of %s', (_key, trigger, watched) => {
  test('The stored state has no ID, contact, date or other value of a pass', async () => {
    const text = JSON.stringify(await storedBy(trigger, watched, ['ps_4f1d2a']));
    for (const value of [...TELLING, 'ps_4f1d2a', 'bps_ana', 'usr_ana', 'tpl_ana']) {
      expect(text).not.toContain(value);
    }
  });

  test('The stored state does not show which passes have equal values', async () => {
    const { state } = await storedBy(trigger, watched, ['ps_1', 'ps_2']);
    const values = Object.values((state as { t?: { seen: object } }).t?.seen ?? {}).flat();
    const texts = values.filter((value) => typeof value === 'string');
    expect(new Set(texts).size).toBe(texts.length);
  });
});
