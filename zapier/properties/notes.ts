import type { PlainInputField } from 'zapier-platform-core';

import type { InputField, Option, Section } from '../../shared/fields';
import { UNSUPPORTED_EVENTS_NOTE } from '../../shared/triggers/trigger';
import type { Effect } from '../../shared/operations/operation';
import { groupOf } from './groups';
import { helpText, sentences } from './helpTexts';
import type { FlatOperation } from '../../shared/engine/catalog';

/** Texts of Zapier's that belong to no control. */
function note(key: string, helpText: string, section?: Section): PlainInputField {
  return { key, type: 'copy', ...groupOf({ section }), helpText };
}

/** A note at the top of every trigger. */
export const neverSeenNote = note('note', UNSUPPORTED_EVENTS_NOTE);

/**
 * The note at the top of a step: what testing it does to people, then what its
 * description says beyond the one sentence that Zapier shows of it.
 */
export function noteOf({ effect, input, description }: FlatOperation): PlainInputField[] {
  const messages = Object.values(input).flatMap(messageChoice);
  const parts = [EFFECTS[effect](messages), ...sentences(description).slice(1)];
  const text = parts.filter(Boolean).join(' ');
  return text === '' ? [] : [note('note', text)];
}

/** What an input says that has no help text of its own on Zapier. */
export function inputNote(key: string, field: InputField): PlainInputField[] {
  const text = helpText(field);
  return text === undefined
    ? []
    : [note(`${key}_note`, `**${field.label}**: ${text}`, field.section)];
}

/** A choice whether a message goes out, and what its default makes of it. */
interface MessageChoice {
  label: string;
  sends: NonNullable<Option['sends']>;
}

function messageChoice(field: InputField): MessageChoice[] {
  if (field.kind !== 'choice') return [];
  const preset = field.options.find(({ value }) => value === field.default);
  return preset?.sends === undefined ? [] : [{ label: field.label, sends: preset.sends }];
}

const EFFECTS: Record<Effect, (messages: MessageChoice[]) => string> = {
  read: () => '',
  write: () => '',
  send: (messages) =>
    messages.length === 0
      ? '**Testing this step really sends.** People get the message.'
      : `${testSends(messages)} ${defaults(messages)}`,
  destroy: () => '**This cannot be undone.** Testing this step really does it.',
};

function testSends(messages: MessageChoice[]): string {
  const isAny = (sends: Option['sends']) => messages.some((message) => message.sends === sends);
  if (isAny('yes')) return '**Testing this step really sends.**';
  if (isAny('accountSetting')) return '**Testing this step may really send.**';
  return '**Testing this step sends nothing by default**, but everything else is real.';
}

const SENDS: Record<MessageChoice['sends'], readonly [one: string, several: string]> = {
  yes: ['sends', 'send'],
  no: ['does not send', 'do not send'],
  accountSetting: ['follows the account setting', 'follow the account setting'],
};

/** `By default, 'Send Text Message' sends and 'Send Email' does not send.` */
function defaults(messages: MessageChoice[]): string {
  const said = (Object.keys(SENDS) as MessageChoice['sends'][]).flatMap((sends) => {
    const labels = messages.flatMap((one) => (one.sends === sends ? [`'${one.label}'`] : []));
    const [one, several] = SENDS[sends];
    return labels.length === 0 ? [] : [`${and(labels)} ${labels.length === 1 ? one : several}`];
  });
  return `By default, ${and(said)}.`;
}

function and(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts);
}
