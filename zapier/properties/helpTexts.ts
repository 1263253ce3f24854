import type { FieldTexts, InputField, Option } from '../../shared/fields';
import type { Effect, Operation } from '../../shared/operations/operation';
import type { DesignField } from '../../shared/design/fields';
import { sentence } from '../../shared/service/text';

/** Markdown texts of a step and its inputs; Zapier shows one help text per input. */

/**
 * Help text of an input: description, hint and the descriptions of its options, which dropdowns do not
 * show. Switches are worded as Yes or No.
 * @returns `undefined` if there is none
 */
export function helpText(
  { description, hint, kind }: FieldTexts & { kind?: InputField['kind'] },
  options: readonly Option[] = [],
): string | undefined {
  const parts = [
    description && descriptionHelp(description, kind),
    hint,
    ...options.map(optionHelp),
  ];
  const texts = parts.flatMap((part) => (part ? [sentence(part)] : []));
  return texts.length === 0 ? undefined : texts.join(' ');
}

function descriptionHelp(description: string, kind?: InputField['kind']): string {
  if (kind === 'boolean') return `If yes, ${description}`;
  return kind === 'confirmation' ? `Choose Yes to confirm that ${description}` : description;
}

function optionHelp({ label, description }: Option): string | undefined {
  return description === undefined ? undefined : `**${label}**: ${description}`;
}

const PLACE_TEXTS: Record<DesignField['place'], string> = {
  header: 'The headline of the pass',
  row: 'On the front of the pass',
  back: 'On the back of the pass',
  none: 'Belongs to this type of pass; the design does not show it',
};

/** Help text of the input for a field of the chosen template. */
export function templateFieldHelp({ id, place }: DesignField): string {
  return `${PLACE_TEXTS[place]}. Field ID: \`${id.replaceAll('`', "'")}\``;
}

/** Help text of field values that are entered by ID because the fields are unknown. */
export function fieldValuesByIdHelp({ description }: FieldTexts): string {
  const text = description ? `${sentence(description)} ` : '';
  return `${text}Enter the ID and the value of each field: the fields cannot be listed because no template is chosen, its design cannot be read, or the API key lacks the scope \`templates.viewAll\`.`;
}

/**
 * Note at the top of a step: the effect of a test run, then the description without its first sentence,
 * which Zapier already shows. Empty if there is neither.
 */
export function operationNote({ effect, input, description }: Operation): string {
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
