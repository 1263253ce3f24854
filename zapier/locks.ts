import type { LockObject } from 'zapier-platform-core';

import type { SerialBy } from '../shared/operations/serialBy';
import type { ZapierOperation } from './catalog';
import { formInputs } from './controls/passRef';

/** Zapier ends a step after 30 s, so no lock lasts longer. */
const STEP_TIMEOUT_S = 30;

/**
 * All steps that name a pass in the same way share its lock, including steps that issue it. The key lacks the template,
 * because a pass that is named by its ID may come with or without a template (docs/decisions.md#zapier-locks).
 */
const PASS = 'pass:{passId}/{externalId}/{contact}';

/** Zapier's form of the serial keys, with the inputs in braces. API keys are not offered on Zapier. */
const LOCK_KEYS: Record<Exclude<SerialBy, 'apiKey'>, string> = {
  pass: PASS,
  externalId: PASS,
  template: 'template:{templateId}',
  holder: 'holder:{userId}',
  invite: 'invite:{badgeTemplateId}',
  badgePass: 'badgePass:{passId}',
};

/**
 * The lock of a step. Runs with the same key on one connection wait for each other. Zapier puts the unparsed inputs of
 * the step into the key, before this app is called. There are no conditions, so a pass has two locks: for steps that
 * use its ID, and for steps that use its external ID.
 */
export function buildLock({ serialBy, input }: ZapierOperation): LockObject | undefined {
  if (serialBy === undefined || serialBy === 'apiKey') return undefined;
  const inputKeys = formInputs(input).map(([key]) => key);
  // An input that the step lacks is empty, as in a step where it is not filled in.
  const key = LOCK_KEYS[serialBy].replace(/\{(\w+)\}/g, (_whole, name: string) =>
    inputKeys.includes(name) ? `{{bundle.inputData.${name}}}` : '',
  );
  return { key, scope: ['auth'], timeout: STEP_TIMEOUT_S };
}
