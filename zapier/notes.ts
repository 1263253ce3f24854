import type { PlainInputField } from 'zapier-platform-core';

import type { ZapierOperation, ZapierTrigger } from './catalog';
import { copyField } from './controls/control';

/** The note at the top of an action or search. `[]` if there is none. */
export function operationNoteFields({ zapier }: ZapierOperation): PlainInputField[] {
  return noteFields(zapier.note);
}

/** The note at the top of a trigger. */
export function triggerNoteFields({ zapier, output }: ZapierTrigger): PlainInputField[] {
  const once = zapier.oncePerPass ? 'Each pass triggers only once.' : undefined;
  const { customFields } = output.fields;
  const missing = customFields?.valueGroup === 'customFields' ? MAY_MISS_FIELDS : undefined;
  return noteFields(once, zapier.note, missing);
}

const MAY_MISS_FIELDS = 'Your own fields may be missing if entered outside of this app.';

function noteFields(...sentences: (string | undefined)[]): PlainInputField[] {
  const note = sentences.filter(Boolean).join(' ');
  return note === '' ? [] : [copyField('note', note)];
}
