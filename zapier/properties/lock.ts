import type { LockObject } from 'zapier-platform-core';

import type { InputFields } from '../../shared/fields';
import type { PassRef } from '../../shared/service/passRef';
import type { FlatOperation } from '../../shared/engine/catalog';

/** Zapier ends a step after 30 s, so no lock lasts longer. */
const STEP_TIMEOUT_S = 30;

/** Placeholder for an input inside the lock key. Survives trimming and lower case. */
const PLACEHOLDER = /\uE000(\d+)\uE001/g;

/**
 * The lock that runs steps with the same concurrency key one after another: the declared keys, with
 * Zapier's references in place of the values. It can only contain inputs of the step, so a pass that
 * one step identifies by its ID and another by external ID has two locks
 * (docs/service.md#a-pass-has-two-names).
 *
 * A pass is locked by `passId` and `externalId`, without its template: the same pass may come with
 * or without one, and an unnecessary wait does no harm.
 *
 * Zapier cannot omit a lock if an input is empty. If an item may have no key, the lock therefore
 * also contains the optional texts, in which such items differ.
 */
export function lockOf(operation: FlatOperation): LockObject | undefined {
  const { input } = operation;
  if (!operation.concurrencyKeys) return undefined;
  const inputKeys: string[] = [];
  const placeholder = (key: string): string => `\uE000${inputKeys.push(key) - 1}\uE001`;
  const inputs = placeholderInputs(input, placeholder);
  const keys = inputs.flatMap((values) => concurrencyKeysOf(operation, values));
  const others = inputs.flatMap((values) => textsWithoutKey(operation, values, keys));
  const key = [...new Set([...keys, ...others])]
    .join(' ')
    .replace(
      PLACEHOLDER,
      (_whole, index: string) => `{{bundle.inputData.${inputKeys[Number(index)] ?? ''}}}`,
    );
  return { key, scope: ['auth'], timeout: STEP_TIMEOUT_S };
}

type Values = Readonly<Record<string, unknown>>;

function concurrencyKeysOf(operation: FlatOperation, values: Values): string[] {
  return [operation.concurrencyKeys?.(values) ?? []].flat();
}

/** Placeholders of optional texts, e.g. a contact, if an item without one of its inputs has no key. */
function textsWithoutKey(
  operation: FlatOperation,
  values: Values,
  keys: readonly string[],
): string[] {
  const optional = Object.entries(operation.input).filter(([, { required }]) => !required);
  const hasAlwaysKeys = optional.every(
    ([key]) => concurrencyKeysOf(operation, { ...values, [key]: undefined }).length > 0,
  );
  if (hasAlwaysKeys) return [];
  return optional
    .filter(([, { kind }]) => kind === 'text')
    .map(([key]) => String(values[key]))
    .filter((value) => !keys.some((key) => key.includes(value)));
}

/** Inputs with a placeholder for every value, once for each way to refer to a pass. */
function placeholderInputs(
  input: InputFields,
  placeholder: (key: string) => string,
): Record<string, unknown>[] {
  const values: Record<string, unknown> = {};
  let passKey: string | undefined;
  for (const [key, { kind }] of Object.entries(input)) {
    if (kind === 'passRef') passKey = key;
    else values[key] = placeholder(key);
  }
  if (passKey === undefined) return [values];
  const key = passKey;
  const refs: PassRef[] = [
    { by: 'id', passId: placeholder('passId') },
    { by: 'externalId', externalId: placeholder('externalId'), templateId: '' },
  ];
  return refs.map((ref) => ({ ...values, [key]: ref }));
}
