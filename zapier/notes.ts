import type { PlainInputField } from 'zapier-platform-core';

import type { InputField, Option } from '../shared/fields';
import { extraScopes } from '../shared/operations/extraScopes';
import type { ZapierOperation, ZapierTrigger } from './catalog';
import { copyField } from './controls/helpText';

/**
 * The note at the top of an action or search: which messages a test sends, the declared note, then the
 * scopes. `[]` if there is none.
 */
export function operationNoteFields(operation: ZapierOperation): PlainInputField[] {
  const messages = Object.values(operation.input).flatMap(messageChoice);
  return noteFields(messagesNote(messages), operation.zapier.note, scopesNote(operation));
}

/** The note at the top of a trigger. */
export function triggerNoteFields(trigger: ZapierTrigger): PlainInputField[] {
  const { oncePerPass, note } = trigger.zapier;
  const once = oncePerPass ? 'Each pass triggers only once.' : undefined;
  const { customFields } = trigger.output.fields;
  const missing = customFields?.valueGroup === 'customFields' ? MAY_MISS_FIELDS : undefined;
  return noteFields(once, note, missing, scopesNote(trigger));
}

const MAY_MISS_FIELDS =
  'Fields added in the designer may be missing if their values were written elsewhere.';

function noteFields(...sentences: (string | undefined)[]): PlainInputField[] {
  const note = sentences.filter(Boolean).join(' ');
  return note === '' ? [] : [copyField('note', note)];
}

/** The scopes that a key of the dashboard's default preset lacks. */
function scopesNote(declaration: ZapierOperation | ZapierTrigger): string | undefined {
  const extra = extraScopes(declaration, (scope) => `\`${scope}\``);
  if (!extra) return undefined;
  const { text, preset, byDefault } = extra;
  const keys = preset
    ? `the preset ${preset} has`
    : 'only Full access keys and custom keys can have';
  return `${byDefault ? 'By default, the' : 'The'} API key needs ${text}, which ${keys}.`;
}

/** A choice whether to send a message, and the effect of its default. */
interface MessageChoice {
  label: string;
  sends: NonNullable<Option['sends']>;
}

function messageChoice(field: InputField): MessageChoice[] {
  if (field.kind !== 'choice') return [];
  const selected = field.options.find(({ value }) => value === field.default);
  return selected?.sends === undefined ? [] : [{ label: field.label, sends: selected.sends }];
}

/** Empty if a test sends no message. */
function messagesNote(messages: MessageChoice[]): string {
  const isAny = (sends: Option['sends']) => messages.some((message) => message.sends === sends);
  if (messages.every(({ sends }) => sends === 'no')) return '';
  const certainty = isAny('yes') || isAny('ifAvailable') ? 'sends' : 'may send';
  return `**Testing this step ${certainty} a real message.** ${defaultsText(messages)}`;
}

const SENDS_TEXTS: Record<MessageChoice['sends'], readonly [singular: string, plural: string]> = {
  yes: ['sends', 'send'],
  no: ['does not send', 'do not send'],
  ifAvailable: ['sends if the pass has the contact', 'send if the pass has the contact'],
  accountSetting: ['follows the account setting', 'follow the account setting'],
};

/** `By default, 'Send Text Message' sends and 'Send Email' does not send.` */
function defaultsText(messages: MessageChoice[]): string {
  const parts = (Object.keys(SENDS_TEXTS) as MessageChoice['sends'][]).flatMap((sends) => {
    const labels = messages.flatMap((message) =>
      message.sends === sends ? [`'${message.label}'`] : [],
    );
    const [singular, plural] = SENDS_TEXTS[sends];
    return labels.length === 0
      ? []
      : [`${joined(labels)} ${labels.length === 1 ? singular : plural}`];
  });
  return `By default, ${joined(parts)}.`;
}

function joined(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts);
}
