/** The declarations and the case files belong together; all suites iterate over the case files. */

import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { InputFields } from '../../shared/fields';
import { OPERATIONS, RESOURCES } from '../../shared/operations';
import { CASE_FILES, OPERATION_CASES, TRIGGER_CASES } from '../support/scenarios';
import { METHODS_AND_PATHS } from '../support/scenarios/endpoints';

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

it('every endpoint is called by an operation of n8n', () => {
  const offered = OPERATION_CASES.filter(({ operation }) => !operation.zapierOnly);
  const called = offered.flatMap(({ endpoints }) => endpoints);
  expect([...new Set(called)].sort()).toEqual([...METHODS_AND_PATHS].sort());
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
  const { operation, zapier, n8n, serialBy, endpoints, invalid, missing } = one;

  it('is published as stated', () => {
    expect(operation.zapier?.key).toBe(typeof zapier === 'string' ? zapier : undefined);
    expect(operation.zapierOnly ?? false).toBe(n8n !== undefined);
  });

  it('changes what is stated', () => {
    expect(operation.serialBy).toBe(serialBy);
  });

  it('declares the endpoints that it calls', () => {
    const declared = operation.endpoints.map((endpoint) => endpoint.split(' with ')[0] ?? '');
    expect(endpoints).toContain(declared[0]);
    const writes = endpoints.filter((endpoint) => !endpoint.startsWith('GET '));
    expect(declared).toEqual(expect.arrayContaining(writes));
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

describe('published keys', () => {
  it('are unique', () => {
    const zapier = OPERATIONS.flatMap((one) => (one.zapier ? [one.zapier.key] : []));
    for (const keys of [zapier, CASE_FILES]) expect(new Set(keys).size).toBe(keys.length);
  });

  it('of a resource are in its folder, and on a platform', () => {
    for (const { key, operations } of RESOURCES) {
      expect(operations.filter(({ resource }) => resource !== key)).toEqual([]);
    }
    expect(OPERATIONS.filter(({ zapierOnly, zapier }) => zapierOnly && !zapier)).toEqual([]);
  });
});
