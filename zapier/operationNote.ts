import type { PlainInputField } from 'zapier-platform-core';

import type { InputField, Option } from '../shared/fields';
import type { ZapierOperation } from './catalog';
import { copyField } from './controls/helpText';

/** The note at the top of a step: which messages a test sends, then the declared note. `[]` if there is neither. */
export function operationNoteFields(operation: ZapierOperation): PlainInputField[] {
  const text = operationNote(operation);
  return text === '' ? [] : [copyField('note', text)];
}

function operationNote({ input, zapier }: ZapierOperation): string {
  const messages = Object.values(input).flatMap(messageChoice);
  return [messagesNote(messages), zapier.note].filter(Boolean).join(' ');
}

/** A choice whether to send a message, and the effect of its default. */
interface MessageChoice {
  label: string;
  sends: NonNullable<Option['sends']>;
}

function messageChoice(field: InputField): MessageChoice[] {
  if (field.kind !== 'choice') return [];
  const preset = field.options.find(({ value }) => value === field.default);
  return preset?.sends === undefined ? [] : [{ label: field.label, sends: preset.sends }];
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
