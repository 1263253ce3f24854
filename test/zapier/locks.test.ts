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

/** The lock of a step as Zapier evaluates it: an empty input is replaced by nothing. */
function lockOf(step: string, inputData: Record<string, string>): string | undefined {
  return locks[step]?.key.replace(
    /\{\{bundle\.inputData\.(\w+)\}\}/g,
    (_whole, key: string) => inputData[key] ?? '',
  );
}

const together = (step: string, ...inputs: Record<string, string>[]) =>
  new Set(inputs.map((one) => lockOf(step, one))).size === 1;

const ON_PASS = [
  'update_pass',
  'void_pass',
  'reactivate_pass',
  'resend_pass',
  'notify_pass_holder',
  'adjust_balance',
  'add_stamps',
  'remove_stamps',
  'set_stamps',
  'redeem_stamp_card',
  'claim_stamp_tier',
];

describe('the locks', () => {
  it('exist for operations with concurrency keys, per connection and at most for the duration of a step', () => {
    for (const { flat, ...operation } of OPERATIONS) {
      if (flat?.kind !== 'create') continue;
      const expected = operation.concurrencyKeys
        ? expect.objectContaining({ scope: ['auth'], timeout: 30 })
        : undefined;
      expect([flat.key, locks[flat.key]]).toEqual([flat.key, expected]);
    }
  });

  it('let an import without external IDs run in parallel', () => {
    const rows: Record<string, string>[] = [
      { email: 'ana@example.com' },
      { email: 'bo@example.com' },
      { phone: '+4915112345678' },
      { phone: '+4915187654321' },
      { redemptionValue: '4006381333931' },
    ];
    const keys = rows.map((row) => lockOf('issue_pass', { templateId: 'tpl_1', ...row }));
    expect(new Set(keys).size).toBe(rows.length);
  });

  it('serialize two runs that issue one pass', () => {
    const row = { templateId: 'tpl_1', externalId: 'M-1', email: 'ana@example.com' };
    expect(together('issue_pass', row, { ...row })).toBe(true);
    expect(together('issue_pass', row, { ...row, externalId: 'M-2' })).toBe(false);
    expect(together('issue_pass', row, { ...row, templateId: 'tpl_2' })).toBe(false);
  });

  it('create or update one pass at a time, whatever is written to it', () => {
    const row = { templateId: 'tpl_1', externalId: 'M-1' };
    const step = 'create_or_update_pass';
    expect(together(step, row, { ...row, email: 'ana@example.com', phone: '+4915112345678' })).toBe(
      true,
    );
    expect(together(step, row, { ...row, externalId: 'M-2' })).toBe(false);
    expect(together(step, row, { ...row, templateId: 'tpl_2' })).toBe(false);
  });

  it('let invites of different people run in parallel, by email or by phone', () => {
    const badge = { badgeTemplateId: 'bdg_1' };
    const [ana, bo] = [{ phone: '+4915112345678' }, { phone: '+4915187654321' }];
    expect(together('invite_badge_holder', { ...badge, ...ana }, { ...badge, ...bo })).toBe(false);
    expect(together('invite_badge_holder', { ...badge, ...ana }, { ...badge, ...ana })).toBe(true);
    const [byEmail, other] = ['ana@example.com', 'bo@example.com'].map((email) => ({ email }));
    expect(together('invite_badge_holder', { ...badge, ...byEmail }, { ...badge, ...other })).toBe(
      false,
    );
  });

  it.each(ON_PASS)('%s: one pass at a time, other passes meanwhile', (step) => {
    expect(together(step, { passId: 'ps_1' }, { passId: 'ps_1', templateId: 'tpl_1' })).toBe(true);
    expect(together(step, { passId: 'ps_1' }, { passId: 'ps_2' })).toBe(false);
    const byExternalId = { externalId: 'M-1', templateId: 'tpl_1' };
    expect(together(step, byExternalId, { ...byExternalId, amount: '5', count: '5' })).toBe(true);
    expect(together(step, byExternalId, { ...byExternalId, externalId: 'M-2' })).toBe(false);
  });

  it('are the same for every step about a pass', () => {
    for (const inputData of [
      { passId: 'ps_1' } as Record<string, string>,
      { externalId: 'M-1', templateId: 'tpl_1' },
    ]) {
      expect(new Set(ON_PASS.map((step) => lockOf(step, inputData))).size).toBe(1);
    }
  });

  it.each([
    ['update_template', 'templateId'],
    ['notify_template_holders', 'templateId'],
    ['rename_badge_holder', 'userId'],
    ['remove_badge_holder', 'userId'],
    ['suspend_badge', 'passId'],
    ['resume_badge', 'passId'],
    ['revoke_badge', 'passId'],
    ['refresh_badge', 'passId'],
  ])('%s: one at a time for each %s', (step, key) => {
    expect(together(step, { [key]: 'a', name: 'x' }, { [key]: 'a', name: 'y' })).toBe(true);
    expect(together(step, { [key]: 'a' }, { [key]: 'b' })).toBe(false);
  });
});
