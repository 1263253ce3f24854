import { OPERATIONS } from '../../shared/operations';
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

const ON_PASS = 'pass:{{bundle.inputData.passId}}/{{bundle.inputData.externalId}}';
const ON_ISSUED_PASS = 'pass:/{{bundle.inputData.externalId}}';
const ON_TEMPLATE = 'template:{{bundle.inputData.templateId}}';
const ON_INVITE =
  'invite:{{bundle.inputData.badgeTemplateId}}/{{bundle.inputData.email}}/{{bundle.inputData.phone}}';
const ON_HOLDER = 'holder:{{bundle.inputData.userId}}';
const ON_BADGE_PASS = 'badgePass:{{bundle.inputData.passId}}';

const LOCK_KEYS: Record<string, string | undefined> = {
  issue_pass: ON_ISSUED_PASS,
  create_or_update_pass: ON_ISSUED_PASS,
  update_pass: ON_PASS,
  void_pass: ON_PASS,
  reactivate_pass: ON_PASS,
  resend_pass: ON_PASS,
  notify_pass_holder: ON_PASS,
  add_stamps: ON_PASS,
  remove_stamps: ON_PASS,
  set_stamps: ON_PASS,
  redeem_stamp_card: ON_PASS,
  claim_stamp_tier: ON_PASS,
  adjust_balance: ON_PASS,
  export_passes: undefined,
  create_template: undefined,
  update_template: ON_TEMPLATE,
  duplicate_template: undefined,
  notify_template_holders: ON_TEMPLATE,
  upload_image: undefined,
  create_logo: undefined,
  invite_badge_holder: ON_INVITE,
  cancel_badge_invite: 'invite:{{bundle.inputData.badgeTemplateId}}/{{bundle.inputData.email}}/',
  rename_badge_holder: ON_HOLDER,
  remove_badge_holder: ON_HOLDER,
  suspend_badge: ON_BADGE_PASS,
  resume_badge: ON_BADGE_PASS,
  revoke_badge: ON_BADGE_PASS,
  refresh_badge: ON_BADGE_PASS,
};

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

describe('the locks', () => {
  it('are these, for every step', () => {
    expect(
      Object.fromEntries(Object.entries(locks).map(([step, lock]) => [step, lock?.key])),
    ).toEqual(LOCK_KEYS);
  });

  it('exist for operations with serialBy, per connection and at most for the duration of a step', () => {
    for (const { zapier, serialBy } of OPERATIONS) {
      if (zapier?.kind !== 'create') continue;
      const expected = serialBy
        ? expect.objectContaining({ scope: ['auth'], timeout: 30 })
        : undefined;
      expect([zapier.key, locks[zapier.key]]).toEqual([zapier.key, expected]);
    }
  });

  const ON_ONE_PASS = Object.keys(LOCK_KEYS).filter((step) => LOCK_KEYS[step]?.startsWith('pass:'));

  it.each([
    ['its ID, with or without the template', { passId: 'ps_1' }, { passId: 'ps_2' }],
    ['its external ID', { externalId: 'M-1' }, { externalId: 'M-2' }],
  ])('are shared by all steps on a pass that is named by %s', (_name, pass, other) => {
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

  it('are shared by an invite and its cancellation, and not by those of other people', () => {
    const ana = { badgeTemplateId: 'bdg_1', email: 'ana@example.com' };
    const bo = { ...ana, email: 'bo@example.com' };
    expect(together(['invite_badge_holder', ana], ['cancel_badge_invite', ana])).toBe(true);
    expect(together(['invite_badge_holder', ana], ['invite_badge_holder', bo])).toBe(false);
    const byPhone = (phone: string): [string, Record<string, string>] => [
      'invite_badge_holder',
      { badgeTemplateId: 'bdg_1', phone },
    ];
    expect(together(byPhone('+4915112345678'), byPhone('+4915187654321'))).toBe(false);
  });
});
