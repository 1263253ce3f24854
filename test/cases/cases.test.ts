import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { InputFields } from '../../shared/fields';
import { CASE_FILES, OPERATION_CASES, TRIGGER_CASES } from '../support/cases';
import { ENDPOINTS } from '../support/cases/endpoints';

/** The declarations and the case files belong together; all suites iterate over the case files. */

it('there is a case file for every operation and trigger, and none for another', () => {
  const written = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes(path.sep) && file.endsWith('.ts'))
    .map((file) => `test/cases/${file.replaceAll(path.sep, '/')}`);
  const missing = CASE_FILES.filter((file) => !written.includes(file));
  // Published keys never change, so no declaration is renamed.
  const unknown = written.filter((file) => !CASE_FILES.includes(file));
  expect([
    ...missing.map((file) => `Write ${file}`),
    ...unknown.map((file) => `Nothing is declared for ${file}`),
  ]).toEqual([]);
});

it('every endpoint of docs/service.md is called by an operation of n8n', () => {
  const offered = OPERATION_CASES.filter(({ operation }) => !operation.zapierOnly);
  const called = offered.flatMap(({ endpoints }) => endpoints);
  expect([...new Set(called)].sort()).toEqual([...ENDPOINTS].sort());
  expect(ENDPOINTS).toHaveLength(34);
});

const ID_KINDS = ['templateRef', 'passRef', 'ref'];
const takesId = (input: InputFields): boolean =>
  Object.entries(input).some(
    ([key, one]) =>
      ID_KINDS.includes(one.kind) ||
      key === 'fileId' ||
      (one.kind === 'list' && takesId(one.entry)),
  );

describe.each(OPERATION_CASES.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const { operation, zapier, n8n, serialBy, invalid, missing } = one;

  it('is published as stated', () => {
    expect(operation.zapier?.key).toBe(typeof zapier === 'string' ? zapier : undefined);
    expect(operation.zapierOnly ?? false).toBe(n8n !== undefined);
  });

  it('changes what is stated', () => {
    expect(operation.serialBy).toBe(serialBy);
  });

  it('has an invalid input, and a missing object if it takes an ID', () => {
    expect(invalid.length > 0).toBe(Object.keys(operation.input).length > 0);
    expect(missing !== undefined).toBe(takesId(operation.input));
  });
});

describe.each(TRIGGER_CASES.map((one) => [one.trigger.key, one] as const))('%s', (_key, one) => {
  const { trigger, zapier, before, missing, histories } = one;

  it('is published as stated', () => {
    expect(trigger.zapier?.key).toBe(typeof zapier === 'string' ? zapier : undefined);
  });

  it('has a history, a pass before its sample, and a missing object if it takes an ID', () => {
    expect(Object.keys(histories)).not.toEqual([]);
    expect(before !== undefined).toBe('templateId' in trigger.input);
    expect(missing !== undefined).toBe(takesId(trigger.input));
  });
});
