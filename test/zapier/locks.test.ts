import { OPERATION_CASES } from '../support/scenarios';
import type { OperationCase } from '../support/scenarios/operationCase';
import { useZapier } from './harness';

/** Two steps with the same lock wait for each other; the lock depends on their inputs. */
const app = useZapier();

interface Lock {
  key: string;
  scope: string[];
  timeout: number;
}

let locks: Record<string, Lock | undefined>;
beforeAll(async () => {
  const { creates = {} } = await app.zapier.definition();
  locks = Object.fromEntries(
    Object.entries(creates).map(([key, { operation }]) => [key, operation.lock as Lock]),
  );
});

/** The lock for what a step changes. */
const LOCK_KEYS: Record<NonNullable<OperationCase['serialBy']>, string> = {
  pass: 'pass:{{bundle.inputData.passId}}/{{bundle.inputData.externalId}}/{{bundle.inputData.contact}}',
  externalId: 'pass:/{{bundle.inputData.externalId}}/',
  template: 'template:{{bundle.inputData.templateId}}',
  invite: 'invite:{{bundle.inputData.badgeTemplateId}}',
  holder: 'holder:{{bundle.inputData.userId}}',
  badgePass: 'badgePass:{{bundle.inputData.passId}}',
  apiKey: 'apiKey:{{bundle.inputData.keyId}}',
};

/** Creates by key, with what they change. */
const STEPS = OPERATION_CASES.flatMap(({ operation: { zapier }, serialBy }) =>
  zapier?.kind === 'create' ? [[zapier.key, serialBy] as const] : [],
);

/** The lock of a step as Zapier evaluates it: an empty input is replaced by nothing. */
function buildLock(step: string, inputData: Record<string, string>): string | undefined {
  return locks[step]?.key.replace(
    /\{\{bundle\.inputData\.(\w+)\}\}/g,
    (_whole, key: string) => inputData[key] ?? '',
  );
}

/** Whether all these runs wait for each other. */
const together = (...runs: [step: string, inputData: Record<string, string>][]) =>
  new Set(runs.map(([step, inputData]) => buildLock(step, inputData))).size === 1;

test.each(STEPS)('The lock of %s is by %s, per connection, for one step', (step, serialBy) => {
  const key = serialBy && LOCK_KEYS[serialBy];
  const expected = key && { key, scope: ['auth'], timeout: 30 };
  expect(locks[step]).toEqual(expected);
});

const ON_ONE_PASS = STEPS.filter(([, serialBy]) => /pass|externalId/.test(serialBy ?? '')).map(
  ([step]) => step,
);

test.each([
  ['its ID, with or without the template', { passId: 'ps_1' }, { passId: 'ps_2' }],
  ['its external ID', { externalId: 'M-1' }, { externalId: 'M-2' }],
])('All steps on a pass that is identified by %s share a lock', (_name, pass, other) => {
  const runs = ON_ONE_PASS.filter((step) => 'externalId' in pass || !/issue|create/.test(step));
  expect(
    together(
      ...runs.map((step): [string, Record<string, string>] => [step, pass]),
      ...runs.map((step): [string, Record<string, string>] => [
        step,
        { ...pass, templateId: 'tpl_1', email: 'ana@example.com', locale: 'de', amount: '5' },
      ]),
    ),
  ).toBe(true);
  for (const step of runs) expect(together([step, pass], [step, other])).toBe(false);
});

const shared = (...runs: Parameters<typeof together>) => expect(together(...runs)).toBe(true);

test('Steps on a pass that is identified by contact share a lock per contact, as typed', () => {
  const [ana, ben] = [{ contact: 'ana@example.com' }, { contact: 'ben@example.com' }];
  shared(['add_stamps', ana], ['void_pass', ana]);
  expect(together(['add_stamps', ana], ['add_stamps', ben])).toBe(false);
});

test('Steps that remove or invite a person share a lock, because a contact has many spellings', () => {
  const remove = 'remove_badge_holder';
  const withPhone = { email: 'ana@example.com', phone: '1' };
  shared([remove, { email: 'Ana@example.com' }], [remove, withPhone]);
  const ana = { badgeTemplateId: 'bdg_1', email: 'ana@example.com', phone: '+4915112345678' };
  const spelled = { badgeTemplateId: 'bdg_1', email: 'Ana@Example.com' };
  const invite = 'invite_badge_holder';
  shared([invite, ana], [invite, spelled], ['cancel_badge_invite', spelled]);
  expect(together([invite, ana], [invite, { ...ana, badgeTemplateId: 'bdg_2' }])).toBe(false);
});

test('All steps on a badge holder share a lock', () => {
  const holder = { userId: 'usr_1' };
  shared(['remove_badge_holder', holder], ['rename_badge_holder', holder]);
});
