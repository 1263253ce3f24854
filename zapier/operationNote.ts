import type { PlainInputField } from 'zapier-platform-core';

import type { InputField, Option } from '../shared/fields';
import type { Effect, Operation } from '../shared/operations/operation';
import { sentence } from '../shared/service/text';
import { copyField } from './controls/helpText';

/**
 * The note at the top of a step: the effect of a test run, then the description without its first sentence,
 * which Zapier already shows. `[]` if there is neither.
 */
export function operationNoteFields(operation: Operation): PlainInputField[] {
  const text = operationNote(operation);
  return text === '' ? [] : [copyField('note', text)];
}

function operationNote({ effect, input, description }: Operation): string {
  const messages = Object.values(input).flatMap(messageChoice);
  return [EFFECT_NOTES[effect](messages), ...sentences(description).slice(1)]
    .filter(Boolean)
    .join(' ');
}

/** Splits a text into sentences, each with its period. */
function sentences(text: string): string[] {
  return sentence(text).split(/(?<=[.!?]) (?=[A-Z])/);
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

const EFFECT_NOTES: Record<Effect, (messages: MessageChoice[]) => string> = {
  read: () => '',
  write: () => '',
  send: (messages) =>
    messages.length === 0
      ? '**Testing this step sends a real message.**'
      : `${testSends(messages)} ${defaultsText(messages)}`,
  destroy: () => '**This cannot be undone.** Testing this step does it for real.',
};

function testSends(messages: MessageChoice[]): string {
  const isAny = (sends: Option['sends']) => messages.some((message) => message.sends === sends);
  if (isAny('yes') || isAny('ifAvailable')) return '**Testing this step sends a real message.**';
  if (isAny('accountSetting')) return '**Testing this step may send a real message.**';
  return '**Testing this step sends no message by default**, but everything else it does is real.';
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
