/** What is decided about a pass, for every combination of what is known, what an item gives, and the options. */

import { isServiceError } from '../../../../shared/errors/serviceError';
import * as decision from '../../../../shared/operations/pass/issue/decision';
import type { ExistingPolicy } from '../../../../shared/operations/pass/issue/existingPolicy';
import type { PassChanges } from '../../../../shared/service/requests';
import type { PassRow } from '../../../../shared/service/schemas';

const NOW = Date.UTC(2026, 10, 25);
const PAST = '2026-01-31T22:59:59.999Z';
const FUTURE = '2027-01-31T22:59:59.999Z';

const row = (values: Partial<PassRow> = {}): PassRow => ({
  ...{ id: 'ps_1', templateId: 't', created: 1, updated: 1, isValid: true, deviceCount: 0 },
  ...values,
  templateFields: { level: 'Gold', ...values.templateFields },
});
const listed = (...rows: PassRow[]): decision.PassKnowledge => ({
  state: 'listed',
  rows,
  isCurrent: true,
});
const expired = row({ templateFields: { validUntil: PAST } });
const PASSES = {
  none: { state: 'absent' },
  unknown: { state: 'unknown' },
  valid: listed(row()),
  voided: listed(row({ isValid: false })),
  expired: listed(expired),
} satisfies Record<string, decision.PassKnowledge>;

const REF = { templateId: 't', externalId: 'M-1' };
const decide = (found: decision.PassKnowledge, policy: ExistingPolicy, email?: string) =>
  decision.decide(REF, found, policy, email, NOW);
/** The action, or `conflict` if there is none. */
const actionOf = (...args: Parameters<typeof decide>) => {
  try {
    return decide(...args).action;
  } catch (thrown) {
    if (isServiceError(thrown)) return thrown.kind;
    throw thrown;
  }
};

const level = (value: string): PassChanges => ({ templateFields: { level: value } });
const CHANGES: Record<string, PassChanges> = {
  nothing: {},
  same: level('Gold'),
  changed: level('Silver'),
  notListed: { customFields: { nickname: 'Ada' } },
};

const policy = (options: Partial<ExistingPolicy>): ExistingPolicy => ({
  changes: {},
  unwrittenValues: {},
  skipUnchanged: true,
  ...options,
});
const outcomes = (options: (changes: PassChanges) => Partial<ExistingPolicy>) =>
  Object.fromEntries(
    Object.entries(PASSES).map(([pass, known]) => [
      pass,
      Object.entries(CHANGES)
        .map(([, changes]) => actionOf(known, policy({ changes, ...options(changes) })))
        .join(' '),
    ]),
  );
const reactivated = (changes: PassChanges, validUntil?: string): PassChanges => ({
  ...changes,
  isValid: true,
  templateFields: { ...changes.templateFields, ...(validUntil && { validUntil }) },
});

test('A valid, voided or expired pass is skipped if nothing changed', () => {
  expect(outcomes(() => ({}))).toEqual({
    none: 'issue issue issue issue',
    unknown: 'return update update update',
    valid: 'skip skip update update',
    voided: 'skip skip update update',
    expired: 'skip skip update update',
  });
});

test('A pass is updated with the same values on request', () => {
  expect(outcomes(() => ({ skipUnchanged: false }))).toEqual({
    none: 'issue issue issue issue',
    unknown: 'return update update update',
    valid: 'return update update update',
    voided: 'return update update update',
    expired: 'return update update update',
  });
});

test('A pass that must be new is issued only if none exists', () => {
  const refused = 'refuse refuse refuse refuse';
  expect(outcomes(() => ({ mustBeNew: true }))).toEqual({
    none: 'issue issue issue issue',
    unknown: refused,
    valid: refused,
    voided: refused,
    expired: refused,
  });
});

test('A voided pass is reactivated on request, and an expired one is not without a later end', () => {
  const options = (changes: PassChanges) => ({ reactivation: reactivated(changes) });
  expect(outcomes(options)).toEqual({
    none: 'issue issue issue issue',
    unknown: 'update update update update',
    valid: 'skip skip update update',
    voided: 'reactivate reactivate reactivate reactivate',
    // Without a later end, it would expire again and be sent every night.
    expired: 'skip skip update update',
  });
});

test('An expired pass is reactivated on request with a later end', () => {
  const options = (changes: PassChanges) => ({ reactivation: reactivated(changes, FUTURE) });
  expect(outcomes(options).expired).toBe('reactivate reactivate reactivate reactivate');
  expect(outcomes(options).valid).toBe('skip skip update update');
});

test('Only what the row does not show is named as sent in every run', () => {
  const changes = { ...level('Silver'), phone: '+12025550123', redemptionValue: '4006381333931' };
  const named = (found: PassRow) => decide(listed(found), policy({ changes })).sentEveryTime;
  expect(named(row())).toEqual(['Phone', 'Barcode Value']);
  expect(named(row({ phone: '+1 202 555 0123' }))).toEqual(['Barcode Value']);
  expect(named(row({ phone: '+1 202 555 0199' }))).toEqual(['Barcode Value']);
});

test('A decision sends what was decided, and nothing else', () => {
  const changes = level('Silver');
  const reactivation = reactivated(changes, FUTURE);
  const sent = Object.entries(PASSES).map(([pass, known]) => [
    pass,
    decide(known, policy({ changes, reactivation })).changes,
  ]);
  expect(Object.fromEntries(sent)).toEqual({
    none: {},
    // It may be valid, and keeps its dates then.
    unknown: { ...changes, isValid: true },
    valid: changes,
    voided: reactivation,
    expired: reactivation,
  });
  expect(decide(PASSES.valid, policy({ changes: level('Gold') })).changes).toEqual({});
});

test.each([
  ['valid', 'valid'],
  ['voided', 'voided'],
  ['expired', 'expired'],
  ['unknown', undefined],
  ['none', undefined],
])('The status of a pass that is %s is known from its row', (pass, status) => {
  for (const changes of Object.values(CHANGES)) {
    expect(decide(PASSES[pass as keyof typeof PASSES], policy({ changes })).status).toBe(status);
  }
});

test('The status is unknown if the changes decide about it', () => {
  const end = { templateFields: { validUntil: FUTURE } };
  expect(decide(PASSES.voided, policy({ changes: end })).status).toBeUndefined();
});

test('The status is known of an expired pass that already has the end, and is not sent', () => {
  const changes = { templateFields: { validUntil: PAST } };
  expect(decide(PASSES.expired, policy({ changes }))).toMatchObject({
    action: 'skip',
    status: 'expired',
  });
});

const kept = { collectedStamps: 3, templateFields: { balance: '5', validUntil: FUTURE } };
const notWritten = (known: decision.PassKnowledge, options: Partial<ExistingPolicy> = {}) =>
  decide(known, policy({ unwrittenValues: kept, ...options })).notWritten;

test('Live values that an existing pass does not get are named', () => {
  const all = ['Collected Stamps', 'Balance', 'Valid Until'];
  expect(notWritten(PASSES.valid)).toEqual(all);
  expect(notWritten(PASSES.unknown)).toEqual(all);
  expect(notWritten(PASSES.none)).toBeUndefined();
});

test('Live values are not named if the pass has them, or gets them by being reactivated', () => {
  const has = row({ collectedStamps: 3, templateFields: { balance: 5, validUntil: FUTURE } });
  expect(notWritten(listed(has))).toBeUndefined();
  const reactivation = reactivated({}, FUTURE);
  expect(notWritten(PASSES.voided, { reactivation })).toEqual(['Collected Stamps', 'Balance']);
});

test('A value of a kind that cannot be compared is sent', () => {
  const tags = { templateFields: { tags: ['a'] } } as unknown as PassChanges;
  const stored = row({ templateFields: { tags: ['a'] } });
  expect(decide(listed(stored), policy({ changes: tags })).action).toBe('update');
});

const ana = row({ id: 'ana', created: 1, email: 'ana@example.com' });
const ben = row({ id: 'ben', created: 2, email: 'ben@example.com' });
const voided = row({ id: 'voided', created: 3, isValid: false, email: 'ana@example.com' });
const meant = (rows: PassRow[], changes: PassChanges, email?: string) => {
  const { pass, row: known } = decide(listed(...rows), policy({ changes }), email);
  expect(pass).toEqual({ by: 'id', passId: known?.id });
  return known?.id;
};

test('Of several passes with one external ID, the valid one is meant', () => {
  expect(meant([voided, ben], level('Silver'))).toBe('ben');
  expect(meant([ben, voided], level('Silver'), 'ana@example.com')).toBe('ben');
});

test('Of several passes with one external ID, the one with the email of the item is meant', () => {
  expect(meant([ben, ana], level('Silver'), 'Ana@example.com')).toBe('ana');
  expect(meant([ben, ana], {}, 'ana@example.com')).toBe('ana');
});

test('Of several passes with one external ID, the newest is returned in doubt, none is changed', () => {
  expect(meant([ana, ben], {})).toBe('ben');
  expect(meant([ana, ben], {}, 'cleo@example.com')).toBe('ben');
  expect(actionOf(listed(ana, ben), policy({ changes: level('Silver') }))).toBe('conflict');
  const expiredTwins = listed(voided, { ...voided, id: 'voided too' });
  expect(actionOf(expiredTwins, policy({ reactivation: reactivated({}) }))).toBe('conflict');
});

test('A voided pass is not revived beside a valid one with the same external ID', () => {
  const reactivation = reactivated({}, FUTURE);
  expect(actionOf(listed(voided, ben), policy({ reactivation }), 'ana@example.com')).toBe('skip');
});
