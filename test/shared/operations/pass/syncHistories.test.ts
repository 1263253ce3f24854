/**
 * Sync List in random histories: lists that shrink, grow and return, in other spellings, with faults, retries, people
 * who join, second passes and contacts that people share.
 */

import fc from 'fast-check';

import type { FaultKind } from '../../../../sandbox/index';
import { sync } from '../../../../shared/operations/pass/sync';
import type { RunRetries } from '../../../../shared/run/attempts';
import { looseExternalId } from '../../../../shared/service/externalIds';
import { useCore } from '../../../support/core';
import { LONG } from '../../../support/long';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const templateId = () => core.sandbox.templates.loyalty;

const PEOPLE = 10;
const HOUR = 3_600_000;
const FAULTS: readonly FaultKind[] = [
  { kind: 'dropBefore' },
  { kind: 'dropAfter' },
  { kind: 'intercepted', status: 403 },
  { kind: 'unavailable', status: 500, processed: true },
  { kind: 'rateLimited', retryAfter: 'none' },
];

const nightly = fc.record({
  /** Who is in the list, in which order. */
  people: fc.shuffledSubarray(
    Array.from({ length: PEOPLE }, (_, i) => i + 1),
    { minLength: 1 },
  ),
  /** How the list writes the IDs of which people. */
  prefix: fc.constantFrom('m-', 'M-0', 'M -'),
  respelled: fc.uniqueArray(fc.integer({ min: 1, max: PEOPLE }), { maxLength: 3 }),
  /** Who gets a second pass, and whether that is valid. */
  twin: fc.option(fc.record({ of: fc.integer({ min: 1, max: PEOPLE }), isValid: fc.boolean() })),
  missing: fc.constantFrom('void', 'void', 'list'),
  fault: fc.option(fc.record({ at: fc.nat({ max: 30 }), kind: fc.constantFrom(...FAULTS) }), {
    freq: 2,
  }),
  /** Somebody who gets a card from a form at this request. */
  joinsAt: fc.option(fc.nat({ max: 30 })),
  maxVoid: fc.constantFrom('50%', '100%'),
  ifNotValid: fc.constantFrom('leave', 'reactivate'),
  continueOnFail: fc.boolean(),
  previewOnly: fc.boolean(),
});

const passes = () => control().passes(templateId());
/** How many passes each person has, in whatever spelling. */
function countById(): Map<string, { count: number; valid: number }> {
  const counts = new Map<string, { count: number; valid: number }>();
  for (const { externalId, isValid } of passes()) {
    const key = looseExternalId(externalId ?? '');
    const { count, valid } = counts.get(key) ?? { count: 0, valid: 0 };
    counts.set(key, { count: count + 1, valid: valid + (isValid ? 1 : 0) });
  }
  return counts;
}

test('Sync List voids nobody in the list, issues nobody twice, and calls no voided pass unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(nightly, { minLength: 1, maxLength: 4 }), async (nights) => {
      control().reset();
      control().seedPasses(templateId(), 7, {
        ...{ externalIdPrefix: 'M-', from: Date.now() - 72 * HOUR },
        values: { templateFields: { accountName: 'Ana' } },
      });
      for (const night of nights) await checkNight(night);
    }),
    { numRuns: LONG ? 500 : 10 },
  );
});

async function checkNight(night: typeof nightly extends fc.Arbitrary<infer N> ? N : never) {
  const { people, fault, joinsAt, continueOnFail, maxVoid, ifNotValid, previewOnly } = night;
  const { prefix, respelled, twin, missing } = night;
  const seconds = passes().filter(({ externalId }) => externalId === `M-${twin?.of}`);
  if (twin && seconds.length === 1) {
    const values = { externalId: `M-${twin.of}`, isValid: twin.isValid };
    control().seedPasses(templateId(), 1, { values });
  }
  const countBefore = countById();
  const before = new Map(passes().map((pass) => [pass.id, pass.isValid]));
  let request = 0;
  const joined: string[] = [];
  control().chooseFaults(() => {
    const at = request;
    request += 1;
    if (at === joinsAt) {
      const values = { externalId: `form-${before.size}` };
      joined.push(...control().seedPasses(templateId(), 1, { values }));
    }
    return at === fault?.at ? fault.kind : undefined;
  });
  const items = people.map((number) => ({
    ...{ templateId: templateId(), fieldValues: { accountName: 'Ana' } },
    externalId: `${respelled.includes(number) ? prefix : 'M-'}${number}`,
    email: `household-${number % 2}@example.com`,
    ...{ missing, confirmVoid: true, maxVoid, graceHours: 24 },
    ...{ sendToEmail: 'doNotSend', ifNotValid, previewOnly },
  }));
  const retries: RunRetries = { store: {}, runIndex: 0, maxAttempts: 3 };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { out, error } = await core.run(sync, items, { retries, continueOnFail });
    for (const { outcome, id, status, duplicates } of out) {
      expect(duplicates ?? []).not.toContain(id);
      if (outcome !== 'unchanged') continue;
      expect([id, status === 'valid']).toEqual([
        id,
        passes().find((one) => one.id === id)?.isValid,
      ]);
    }
    if (!error) break;
  }
  control().chooseFaults(null);

  const after = passes();
  const voided = after.filter(({ id, isValid }) => !isValid && before.get(id) !== false);
  const listed = new Set(items.map(({ externalId }) => looseExternalId(externalId)));
  for (const { externalId, created } of voided) {
    expect(listed).not.toContain(looseExternalId(externalId ?? ''));
    expect(created).toBeLessThan(Date.now() - 24 * HOUR);
  }
  const valid = after.filter(({ isValid, id }) => isValid || before.get(id) === true).length;
  if (maxVoid === '50%') expect(voided.length).toBeLessThanOrEqual(Math.max(1, valid / 2));
  for (const [key, { count, valid: validNow }] of countById()) {
    const known = countBefore.get(key);
    expect([key, count]).toEqual([key, known?.count ?? 1]);
    // Nobody's second pass is revived beside a valid one.
    if (known && known.count > 1) expect(validNow).toBeLessThanOrEqual(Math.max(1, known.valid));
  }
  if (previewOnly) {
    expect(voided).toEqual([]);
    expect(after.length - before.size).toBe(joined.length);
  }
}
