import type { PlainInputField } from 'zapier-platform-core';

import { NEVER_SEEN } from '../../shared/triggers/trigger';
import type { Effect } from '../../shared/operations/operation';

const NOTES: Record<Effect, string | undefined> = {
  read: undefined,
  write: undefined,
  send: '**Testing this step really sends.** People get the message.',
  destroy: '**This cannot be undone.** Testing this step really does it.',
};

/** A note at the top of every trigger. */
export const neverSeenNote: PlainInputField = { key: 'note', type: 'copy', helpText: NEVER_SEEN };

/** A note at the top of a step that reaches people or cannot be taken back (trap 133). */
export function noteOf(effect: Effect): PlainInputField[] {
  const text = NOTES[effect];
  return text === undefined ? [] : [{ key: 'note', type: 'copy', helpText: text }];
}
