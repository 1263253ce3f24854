import type { LockObject } from 'zapier-platform-core';

import type { InputFields } from '../../shared/fields';
import type { PassRef } from '../../shared/service/passRef';
import type { FlatOperation } from '../../shared/engine/catalog';

/** Zapier ends a step after 30 s, and so nothing needs a lock for longer. */
const LONGEST_STEP_S = 30;

/** What stands in a lane for an input until Zapier fills it in. Survives trimming and lower case. */
const PLACE = /\uE000(\d+)\uE001/g;

/**
 * The lock that keeps steps on one lane from running at the same time: the declared lane,
 * with Zapier's references where it has values. Only inputs of the step can be in it, so a pass
 * that one step names by its ID and another by external ID has two locks (docs/service.md#a-pass-has-two-names).
 *
 * A pass is locked by `passId` and `externalId`. Its template stays out: it may be given or not for
 * the same pass, and a wait too many does no harm.
 *
 * Zapier has no lock that is left out while an input is empty. Where an item can be without a lane,
 * the key therefore also has what tells such items apart.
 */
export function lockOf(operation: FlatOperation): LockObject | undefined {
  const { input } = operation;
  if (!operation.concurrencyKeys) return undefined;
  const keys: string[] = [];
  const place = (key: string): string => `\uE000${keys.push(key) - 1}\uE001`;
  const filledIn = placeholders(input, place);
  const lanes = filledIn.flatMap((values) => lanesOf(operation, values));
  const apart = filledIn.flatMap((values) => apartWithoutLane(operation, values, lanes));
  const key = [...new Set([...lanes, ...apart])]
    .join(' ')
    .replace(PLACE, (_whole, index: string) => `{{bundle.inputData.${keys[Number(index)] ?? ''}}}`);
  return { key, scope: ['auth'], timeout: LONGEST_STEP_S };
}

type Values = Readonly<Record<string, unknown>>;

function lanesOf(operation: FlatOperation, values: Values): string[] {
  return [operation.concurrencyKeys?.(values) ?? []].flat();
}

/** Optional texts, such as a contact, where an item has no lane without one of its inputs. */
function apartWithoutLane(
  operation: FlatOperation,
  values: Values,
  lanes: readonly string[],
): string[] {
  const optional = Object.entries(operation.input).filter(([, { required }]) => !required);
  const always = optional.every(
    ([key]) => lanesOf(operation, { ...values, [key]: undefined }).length > 0,
  );
  if (always) return [];
  return optional
    .filter(([, { kind }]) => kind === 'text')
    .map(([key]) => String(values[key]))
    .filter((value) => !lanes.some((lane) => lane.includes(value)));
}

/** Input made of placeholders, once for each way to refer to a pass. */
function placeholders(
  input: InputFields,
  place: (key: string) => string,
): Record<string, unknown>[] {
  const values: Record<string, unknown> = {};
  let passKey: string | undefined;
  for (const [key, { kind }] of Object.entries(input)) {
    if (kind === 'passRef') passKey = key;
    else values[key] = place(key);
  }
  if (passKey === undefined) return [values];
  const key = passKey;
  const refs: PassRef[] = [
    { by: 'id', passId: place('passId') },
    { by: 'externalId', externalId: place('externalId'), templateId: '' },
  ];
  return refs.map((ref) => ({ ...values, [key]: ref }));
}
