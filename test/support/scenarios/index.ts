import { existsSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../../../shared/operations';
import type { Operation } from '../../../shared/operations/operation';
import { TRIGGERS } from '../../../shared/triggers';
import type { Trigger } from '../../../shared/triggers/trigger';
import type { OperationCase, Raw } from './operationCase';
import type { Maker } from './scenario';
import type { TriggerCase } from './triggerCase';

const ROOT = path.join(__dirname, '../../..');

/** An operation with its case. */
export interface LoadedCase extends OperationCase {
  /** `pass.create` */
  name: string;
  operation: Operation;
}

/** A trigger with its case. */
interface LoadedTriggerCase extends TriggerCase {
  trigger: Trigger;
}

/** Paths of the case files that there must be. */
export const CASE_FILES = [...OPERATIONS.map(operationFile), ...TRIGGERS.map(triggerFile)];

/** All operations that have a case file; `test/cases/cases.test.ts` reports those that have none. */
export const OPERATION_CASES: readonly LoadedCase[] = OPERATIONS.flatMap((operation) =>
  load<OperationCase>(operationFile(operation)).map((loaded) => {
    return { name: `${operation.resource}.${operation.key}`, operation, ...loaded };
  }),
);

/** All triggers that have one. */
export const TRIGGER_CASES: readonly LoadedTriggerCase[] = TRIGGERS.flatMap((trigger) =>
  load<TriggerCase>(triggerFile(trigger)).map((loaded) => ({ trigger, ...loaded })),
);

function operationFile({ resource, key }: Operation): string {
  return `test/cases/${resource}/${key}.ts`;
}

function triggerFile({ key }: Trigger): string {
  return `test/cases/triggers/${key}.ts`;
}

/** The working inputs of an operation. */
export function scenariosOf({ scenarios }: OperationCase): readonly Maker[] {
  return typeof scenarios === 'function' ? [scenarios] : scenarios;
}

/** An input as part of a test's name. */
export function inputName(input: Raw): string {
  return JSON.stringify(input, (_key, value: unknown) => (value === undefined ? '(none)' : value));
}

/** The case in this file; none if it is not written yet. */
function load<Case>(file: string): Case[] {
  const whole = path.join(ROOT, file);
  return existsSync(whole) ? [jest.requireActual<{ default: Case }>(whole).default] : [];
}
