/** The declarations and the case files belong together; all suites iterate over the case files. */

import { readdirSync } from 'node:fs';
import path from 'node:path';

import type { InputFields } from '../../shared/fields';
import { OPERATIONS, RESOURCES } from '../../shared/operations';
import { CASE_FILES, OPERATION_CASES, TRIGGER_CASES } from '../support/scenarios';
import { METHODS_AND_PATHS } from '../support/scenarios/endpoints';

test('Every operation and trigger has a case file, and nothing else has one', () => {
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

test('Every endpoint is called by an operation of n8n', () => {
  const offered = OPERATION_CASES.filter(({ operation }) => !operation.zapierOnly);
  const called = offered.flatMap(({ endpoints }) => endpoints);
  expect([...new Set(called)].sort()).toEqual([...METHODS_AND_PATHS].sort());
});

const ID_KINDS = ['templateRef', 'passRef', 'ref'];
const takesId = (input: InputFields): boolean =>
  Object.entries(input).some(
    ([key, field]) =>
      ID_KINDS.includes(field.kind) ||
      key === 'fileId' ||
      (field.kind === 'list' && takesId(field.entry)),
  );

describe.each(OPERATION_CASES)('$name', (operationCase) => {
  const { operation, zapier, n8n, serialBy, endpoints, invalid, missing } = operationCase;

  test('The operation is published as its case states', () => {
    expect(operation.zapier?.key).toBe(typeof zapier === 'string' ? zapier : undefined);
    expect(operation.zapierOnly ?? false).toBe(n8n !== undefined);
  });

  test('The operation changes what its case states', () => {
    expect(operation.serialBy).toBe(serialBy);
  });

  test('The operation declares the endpoints that it calls', () => {
    const declared = operation.endpoints.map((endpoint) => endpoint.split(' with ')[0] ?? '');
    expect(endpoints).toContain(declared[0]);
    const writes = endpoints.filter((endpoint) => !endpoint.startsWith('GET '));
    expect(declared).toEqual(expect.arrayContaining(writes));
  });

  test('The case of the operation has an invalid input, and a missing object if it takes an ID', () => {
    expect(invalid.length > 0).toBe(Object.keys(operation.input).length > 0);
    expect(missing !== undefined).toBe(takesId(operation.input));
  });
});

describe.each(TRIGGER_CASES)('$trigger.key', (triggerCase) => {
  const { trigger, zapier, before, missing, histories } = triggerCase;

  test('The trigger is published as its case states', () => {
    expect(trigger.zapier?.key).toBe(typeof zapier === 'string' ? zapier : undefined);
  });

  test('The case of the trigger has a history, and what its inputs need', () => {
    expect(Object.keys(histories)).not.toEqual([]);
    expect(before !== undefined).toBe('templateId' in trigger.input);
    expect(missing !== undefined).toBe(takesId(trigger.input));
  });
});

test('Published keys are unique', () => {
  const zapier = OPERATIONS.flatMap((operation) => operation.zapier?.key ?? []);
  for (const keys of [zapier, CASE_FILES]) expect(new Set(keys).size).toBe(keys.length);
});

test('The operations of a resource are in its folder, and on a platform', () => {
  for (const { key, operations } of RESOURCES) {
    expect(operations.filter(({ resource }) => resource !== key)).toEqual([]);
  }
  expect(OPERATIONS.filter(({ zapierOnly, zapier }) => zapierOnly && !zapier)).toEqual([]);
});
