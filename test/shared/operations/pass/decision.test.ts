/** What is decided about a pass, for every combination of what is known, what an item gives, and the options. */

import {
  decide,
  type KnownPass,
  type Wanted,
} from '../../../../shared/operations/pass/issue/decision';
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
const PASSES: Record<string, KnownPass> = {
  none: { isAbsent: true },
  unknown: { isAbsent: false },
  valid: { isAbsent: false, row: row() },
  voided: { isAbsent: false, row: row({ isValid: false }) },
  expired: { isAbsent: false, row: row({ templateFields: { validUntil: PAST } }) },
};

const level = (value: string): PassChanges => ({ templateFields: { level: value } });
const CHANGES: Record<string, PassChanges> = {
  nothing: {},
  same: level('Gold'),
  changed: level('Silver'),
  notListed: { customFields: { nickname: 'Ada' } },
};

const wanted = (options: Partial<Wanted>): Wanted => ({
  changes: {},
  withheld: {},
  skipUnchanged: true,
  ...options,
});
const outcomes = (options: (changes: PassChanges) => Partial<Wanted>) =>
  Object.fromEntries(
    Object.entries(PASSES).map(([pass, known]) => [
      pass,
      Object.entries(CHANGES)
        .map(([, changes]) => decide(known, wanted({ changes, ...options(changes) }), NOW).action)
        .join(' '),
    ]),
  );
const reactivated = (changes: PassChanges, validUntil?: string): PassChanges => ({
  ...changes,
  isValid: true,
  templateFields: { ...changes.templateFields, ...(validUntil && { validUntil }) },
});

describe('the outcome for nothing, the same, a changed value, and one that the list does not show', () => {
  it('of what is skipped if nothing changed', () => {
    expect(outcomes(() => ({}))).toEqual({
      none: 'issue issue issue issue',
      unknown: 'return update update update',
      valid: 'skip skip update update',
      voided: 'skip skip update update',
      expired: 'skip skip update update',
    });
  });

  it('of what is updated anyway', () => {
    expect(outcomes(() => ({ skipUnchanged: false }))).toEqual({
      none: 'issue issue issue issue',
      unknown: 'return update update update',
      valid: 'return update update update',
      voided: 'return update update update',
      expired: 'return update update update',
    });
  });

  it('of what must not exist', () => {
    const refused = 'refuse refuse refuse refuse';
    expect(outcomes(() => ({ refuseExisting: true }))).toEqual({
      none: 'issue issue issue issue',
      unknown: refused,
      valid: refused,
      voided: refused,
      expired: refused,
    });
  });

  it('of what is reactivated', () => {
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

  it('of what is reactivated with a later end', () => {
    const options = (changes: PassChanges) => ({ reactivation: reactivated(changes, FUTURE) });
    expect(outcomes(options).expired).toBe('reactivate reactivate reactivate reactivate');
    expect(outcomes(options).valid).toBe('skip skip update update');
  });
});

it('sends what was decided, and nothing else', () => {
  const changes = level('Silver');
  const reactivation = reactivated(changes, FUTURE);
  const sent = Object.entries(PASSES).map(([pass, known]) => [
    pass,
    decide(known, wanted({ changes, reactivation }), NOW).changes,
  ]);
  expect(Object.fromEntries(sent)).toEqual({
    none: {},
    // It may be valid, and keeps its dates then.
    unknown: { ...changes, isValid: true },
    valid: changes,
    voided: reactivation,
    expired: reactivation,
  });
  expect(
    decide(PASSES.valid as KnownPass, wanted({ changes: level('Gold') }), NOW).changes,
  ).toEqual({});
});

describe('the status', () => {
  it.each([
    ['valid', 'valid'],
    ['voided', 'voided'],
    ['expired', 'expired'],
    ['unknown', undefined],
    ['none', undefined],
  ])('of a pass that is %s', (pass, status) => {
    for (const changes of Object.values(CHANGES)) {
      expect(decide(PASSES[pass] as KnownPass, wanted({ changes }), NOW).status).toBe(status);
    }
  });

  it('is unknown if the changes decide about it', () => {
    const end = { templateFields: { validUntil: FUTURE } };
    expect(
      decide(PASSES.voided as KnownPass, wanted({ changes: end }), NOW).status,
    ).toBeUndefined();
  });

  it('is known of a pass that already has the end, and is not sent', () => {
    const changes = { templateFields: { validUntil: PAST } };
    expect(decide(PASSES.expired as KnownPass, wanted({ changes }), NOW)).toMatchObject({
      action: 'skip',
      status: 'expired',
    });
  });
});

describe('values that change through use', () => {
  const withheld = { collectedStamps: 3, templateFields: { balance: '5', validUntil: FUTURE } };
  const notWritten = (known: KnownPass, options: Partial<Wanted> = {}) =>
    decide(known, wanted({ withheld, ...options }), NOW).notWritten;

  it('are named if an existing pass does not get them', () => {
    const all = ['Collected Stamps', 'Balance', 'Valid Until'];
    expect(notWritten(PASSES.valid as KnownPass)).toEqual(all);
    expect(notWritten(PASSES.unknown as KnownPass)).toEqual(all);
    expect(notWritten(PASSES.none as KnownPass)).toBeUndefined();
  });

  it('are not named if it has them, or gets them by being reactivated', () => {
    const has = row({ collectedStamps: 3, templateFields: { balance: 5, validUntil: FUTURE } });
    expect(notWritten({ isAbsent: false, row: has })).toBeUndefined();
    const reactivation = reactivated({}, FUTURE);
    expect(notWritten(PASSES.voided as KnownPass, { reactivation })).toEqual([
      'Collected Stamps',
      'Balance',
    ]);
  });
});

it('sends a value of a kind that cannot be compared', () => {
  const tags = { templateFields: { tags: ['a'] } } as unknown as PassChanges;
  const stored = row({ templateFields: { tags: ['a'] } });
  expect(decide({ isAbsent: false, row: stored }, wanted({ changes: tags }), NOW).action).toBe(
    'update',
  );
});
