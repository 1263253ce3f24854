import { existsSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../../../shared/operations';
import type { Operation } from '../../../shared/operations/operation';
import type { OperationCase, Raw } from './operationCase';
import type { Maker } from './scenario';

/** Folder of the case files, one per operation and trigger. */
export const CASES_DIR = path.join(__dirname, '../../cases');

/** An operation with its case. */
export interface LoadedCase extends OperationCase {
  /** `pass.create` */
  name: string;
  operation: Operation;
}

/** All operations that have a case file; `test/cases/cases.test.ts` reports those that have none. */
export const OPERATION_CASES: readonly LoadedCase[] = OPERATIONS.flatMap((operation) => {
  const file = path.join(CASES_DIR, caseFile(operation));
  return existsSync(file)
    ? [{ name: `${operation.resource}.${operation.key}`, operation, ...load(file) }]
    : [];
});

/** Path of an operation's case file, inside {@link CASES_DIR}. */
export function caseFile({ resource, key }: Operation): string {
  return path.join(resource, `${key}.ts`);
}

/** The working inputs of an operation. */
export function scenariosOf({ scenarios }: OperationCase): readonly Maker[] {
  return typeof scenarios === 'function' ? [scenarios] : scenarios;
}

/** An input as part of a test's name. */
export function inputName(input: Raw): string {
  return JSON.stringify(input, (_key, value: unknown) => (value === undefined ? '(none)' : value));
}

function load(file: string): OperationCase {
  return jest.requireActual<{ default: OperationCase }>(file).default;
}
