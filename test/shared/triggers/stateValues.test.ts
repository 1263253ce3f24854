/** SECURITY.md: the state of a trigger has no names, contacts or values, and nobody can find them out by trying. */

import { runPoll } from '../../../shared/run/runPoll';
import { TRIGGERS } from '../../../shared/triggers';
import { DAY, MINUTE, PASS_INPUTS, Simulation, T0 } from './simulation';

const CONNECTION = { baseUrl: 'https://x.example', apiKey: 'svc_sk_one' };
const BIRTHDAY = '1984-06-01';
const END = T0 + 3 * DAY;

/** A pass with a value in everything that a list shows. */
const VALUES = {
  externalId: 'M-0042',
  email: 'ana.souza@example.com',
  phone: '+49 151 2345678',
  isValid: true,
  deviceCount: 7_001,
  collectedStamps: 7_002,
  updated: T0 - 90 * MINUTE,
  templateFields: {
    accountName: 'Ana Souza',
    balance: 7_003,
    validUntil: new Date(END).toISOString(),
  },
  customFields: { homeShop: BIRTHDAY },
};
const INPUT = {
  ...{ ...PASS_INPUTS, days: 7, field: 'homeShop', yearly: true },
  ...{ condition: 'becomes', value: BIRTHDAY },
};
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
  return [
    text,
    ...numbers.flatMap((one) => [one, -one].map((n) => n.toString(36))),
    String(number),
  ];
}

/** What a person could be recognized by or learn about: not the few digits that occur anywhere by chance. */
const ALL = [
  ...Object.values({ ...VALUES, ...VALUES.templateFields, ...VALUES.customFields }),
  '1984',
  'ana',
].flatMap((value) => (['object', 'boolean'].includes(typeof value) ? [] : written(value)));
const TELLING = ALL.filter((text) => text.length >= 3);

async function stateOf(
  trigger: (typeof TRIGGERS)[number],
  watchedFields: string[] | undefined,
  ids: string[] = [],
) {
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

describe.each([
  ...TRIGGERS.map((trigger) => [trigger.key, trigger, undefined] as const),
  ...TRIGGERS.filter(({ key }) => key === 'passUpdated').map(
    (trigger) => ['passUpdated with watched fields', trigger, WATCHED] as const,
  ),
])('the state of %s', (_key, trigger, watched) => {
  it('has no ID, contact, date or other value of a pass', async () => {
    const { state, ...others } = await stateOf(trigger, watched, ['ps_4f1d2a']);
    const text = JSON.stringify([state, others]);
    for (const value of [...TELLING, 'ps_4f1d2a', 'bps_ana', 'usr_ana', 'tpl_ana']) {
      expect(text).not.toContain(value);
    }
  });

  it('does not show which passes have equal values', async () => {
    const { state } = await stateOf(trigger, watched, ['ps_1', 'ps_2']);
    const fingerprints = Object.values(
      (state as { t?: { seen: Record<string, unknown> } }).t?.seen ?? {},
    );
    const texts = fingerprints.flat().filter((one) => typeof one === 'string');
    expect(new Set(texts).size).toBe(texts.length);
  });
});
