import { withStamps } from '../design/fields';
import { rawListedValue } from '../design/listedValues';
import { invalidInput, type ServiceError } from '../errors/serviceError';
import * as field from '../fields';
import { eventFields, rowSample } from '../operations/pass/outputFields';
import { plainNumber } from '../service/numbers';
import type { PassRow } from '../service/schemas';
import { comparable, isBlank, quoted } from '../service/text';
import { definePassTrigger, whenBecoming } from './passTrigger';
import { findWatchedField } from './watchedFields';

const FIELD = { key: 'field', label: 'Field' };
const BECOMES = "To wait for a text, set 'Condition' to Becomes.";

/** A card that has just collected enough. */
const SAMPLE = {
  ...rowSample,
  templateFields: { accountName: 'Ana Souza', balance: 500 },
  reachedValue: '500',
};

/** One more request per poll than other scans, because the template's design has the fields. */
export const passValueReached = definePassTrigger({
  key: 'passValueReached',
  label: 'Pass Value Reached',
  description: 'When a value of a pass reaches a number, e.g. 500 points, or becomes a text',
  misses:
    'A value that is reached and lost again between two polls, and a pass that is voided when it reaches the value',
  moreRequests: 'one',
  details:
    'Once reached, a value is an event again only after it fell below the number or became another text. A new pass that has the value already is an event; the passes that have it when the trigger starts are none. A number may be a text like `500` or `12.5`, but not `1,250`: a test says how many passes have such texts. If all have, a test and the start fail.',
  zapier: {
    key: 'pass_value_reached',
    description: 'Triggers when a value of a pass reaches a number, or becomes a text.',
    eventId: ({ id, reachedValue }) => `${String(id)}:${String(reachedValue)}`,
    oncePerPass: true,
  },
  input: {
    field: field.required(
      field.ref({
        of: 'valueField',
        dependsOn: ['templateId'],
        label: FIELD.label,
        description:
          "Field of the template, or 'Collected Stamps'. Choose it, or enter its label or ID.",
      }),
    ),
    condition: field.choice({
      label: 'Condition',
      default: 'atLeast',
      options: [
        { value: 'atLeast', label: 'Is at Least', description: 'A number, e.g. 500', inHelp: true },
        { value: 'becomes', label: 'Becomes', description: 'A text, e.g. Gold', inHelp: true },
      ],
      description: 'How the field must compare to the value',
    }),
    value: field.required(
      field.text({
        label: 'Value',
        identifies: 'name',
        placeholder: 'e.g. 500',
        description: 'Number to reach, or text to become (not case-sensitive)',
      }),
    ),
  },
  resetsBaseline: ['field', 'condition', 'value'],
  fields: {
    ...eventFields,
    reachedValue: { label: 'Reached Value', type: 'string', always: true },
    // In its place: n8n's Simplify has ten fields.
    created: { ...eventFields.created, omitFromSimplified: true },
  },
  sample: SAMPLE,
  async example(context, { templateId, field: name, condition, value }) {
    const { id, valueGroup } = await findWatchedField(context, templateId, name, FIELD, withStamps);
    const values = { [id]: condition === 'becomes' ? value : targetNumber(value) };
    const { accountName } = SAMPLE.templateFields;
    return {
      ...SAMPLE,
      templateFields: { accountName, ...(valueGroup === 'templateFields' && values) },
      ...(valueGroup === 'customFields' && { customFields: values }),
      reachedValue: value,
    };
  },
  async event(context, { field: name, condition, value }, templateId) {
    const isReached = condition === 'becomes' ? becomes(value) : isAtLeast(targetNumber(value));
    const { id, label } = await findWatchedField(context, templateId, name, FIELD, withStamps);
    return {
      ...whenBecoming((row) => isReached(rawListedValue(row, id))),
      counts: ({ isValid }) => isValid,
      details: () => ({ reachedValue: value }),
      check(rows) {
        const withValue = rows.filter((row) => !isBlank(rawListedValue(row, id)));
        const note = `${withValue.length} of ${rows.length} passes have a value in ${quoted(label)}`;
        if (condition === 'becomes') return note;
        const isText = (row: PassRow) => Number.isNaN(plainNumber(rawListedValue(row, id)));
        const texts = withValue.filter(isText);
        const [first] = texts;
        if (!first) return note;
        const example = `${quoted(String(rawListedValue(first, id)))} in the pass ${quoted(first.id)}`;
        if (texts.length === withValue.length)
          throw noNumber(label, texts.length, rows.length, example);
        return `${note}. ${texts.length} of them have a text instead of a number, which never reaches one, e.g. ${example}`;
      },
    };
  },
});

function noNumber(label: string, count: number, total: number, example: string): ServiceError {
  const problem = `finds no number: ${count} of ${total} passes ${count === 1 ? 'has' : 'have'} a text in ${quoted(label)}, e.g. ${example}`;
  const fix = `Choose a field with numbers, or correct the values, e.g. 500 or 12.50. ${BECOMES}`;
  return invalidInput(FIELD.label, FIELD.key, problem, fix);
}

/** Only a number, or the text of one, reaches it. */
function isAtLeast(target: number): (value: unknown) => boolean {
  return (value) => plainNumber(value) >= target;
}

function becomes(text: string): (value: unknown) => boolean {
  return (value) => !isBlank(value) && comparable(String(value)) === comparable(text);
}

/** @throws {ServiceError} `invalidInput` */
function targetNumber(value: string): number {
  const number = plainNumber(value);
  if (!Number.isNaN(number)) return number;
  const problem = `must be a number for the condition 'Is at Least', not ${quoted(value)}`;
  throw invalidInput('Value', 'value', problem, `Correct it, e.g. 500 or 12.50. ${BECOMES}`);
}
