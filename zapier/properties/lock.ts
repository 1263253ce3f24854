import type { LockObject } from 'zapier-platform-core';

import type { FlatOperation } from '../../shared/engine/catalog';
import type { SerialBy } from '../../shared/operations/serialBy';

/** Zapier ends a step after 30 s, so no lock lasts longer. */
const STEP_TIMEOUT_S = 30;

/**
 * The same text for every step that changes a pass, even if it lacks one of the two inputs: then both
 * are empty in the same way, and all steps that name a pass the same way share its lock. Without the
 * template, because a pass that is named by its ID may come with or without one.
 *
 * Runs that issue without an external ID share one lock (docs/decisions.md#zapier-locks).
 */
const PASS = `pass:${input('passId')}/${input('externalId')}`;

/** Zapier's form of the serial keys. API keys are not offered on Zapier. */
const LOCK_KEYS: Record<Exclude<SerialBy, 'apiKey'>, string> = {
  pass: PASS,
  externalId: PASS,
  template: `template:${input('templateId')}`,
  holder: `holder:${input('userId')}`,
  invite: `invite:${input('badgeTemplateId')}/${input('email')}/${input('phone')}`,
  badgePass: `badgePass:${input('passId')}`,
};

/**
 * The lock of a step: runs with the same key on one connection wait for each other. Zapier puts the
 * inputs of the step in the key as they are, before this app is called. There are no conditions, so a
 * pass has two locks: one for steps that use its ID, and one for those that use the external ID.
 */
export function lockOf({ serialBy }: FlatOperation): LockObject | undefined {
  if (serialBy === undefined || serialBy === 'apiKey') return undefined;
  return { key: LOCK_KEYS[serialBy], scope: ['auth'], timeout: STEP_TIMEOUT_S };
}

function input(key: string): string {
  return `{{bundle.inputData.${key}}}`;
}
