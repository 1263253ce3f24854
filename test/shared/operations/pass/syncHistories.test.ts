/** Sync List in random histories: lists that shrink, grow and return, with faults, retries and people who join. */

import fc from 'fast-check';

import type { FaultKind } from '../../../../sandbox/index';
import { sync } from '../../../../shared/operations/pass/sync';
import type { RunRetries } from '../../../../shared/run/attempts';
import { useCore } from '../../../support/core';
import { LONG } from '../../../support/long';

const core = useCore();
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

it('voids nobody who is in the list or young, issues nobody twice, and calls nobody unchanged who is void', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(nightly, { minLength: 1, maxLength: 4 }), async (nights) => {
      control().reset();
      control().seedPasses(templateId(), 7, {
        ...{ externalIdPrefix: 'M-', from: Date.now() - 72 * HOUR },
        values: { templateFields: { accountName: 'Ana' } },
      });
      for (const night of nights) await checkNight(night);
    }),
    { numRuns: LONG ? 500 : 40 },
  );
});

async function checkNight(night: typeof nightly extends fc.Arbitrary<infer N> ? N : never) {
  const { people, fault, joinsAt, continueOnFail, maxVoid, ifNotValid, previewOnly } = night;
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
    ...{ templateId: templateId(), externalId: `M-${number}`, fieldValues: { accountName: 'Ana' } },
    ...{ missing: 'void', confirmVoid: true, maxVoid, graceHours: 24 },
    ...{ sendToEmail: 'doNotSend', ifNotValid, previewOnly },
  }));
  const retries: RunRetries = { store: {}, runIndex: 0, maxAttempts: 3 };
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { out, error } = await core.run(sync, items, { retries, continueOnFail });
    for (const { outcome, externalId, status } of out) {
      if (outcome !== 'unchanged') continue;
      const pass = passes().find((one) => one.externalId === externalId);
      expect([externalId, status === 'valid']).toEqual([externalId, pass?.isValid]);
    }
    if (!error) break;
  }
  control().chooseFaults(null);

  const after = passes();
  const voided = after.filter(({ id, isValid }) => !isValid && before.get(id) !== false);
  const listed = new Set(items.map(({ externalId }) => externalId));
  for (const { externalId, created } of voided) {
    expect(listed).not.toContain(externalId);
    expect(created).toBeLessThan(Date.now() - 24 * HOUR);
  }
  const valid = after.filter(({ isValid, id }) => isValid || before.get(id) === true).length;
  if (maxVoid === '50%') expect(voided.length).toBeLessThanOrEqual(Math.max(1, valid / 2));
  expect(new Set(after.map(({ externalId }) => externalId)).size).toBe(after.length);
  if (previewOnly) {
    expect(voided).toEqual([]);
    expect(after.length - before.size).toBe(joined.length);
  }
}
