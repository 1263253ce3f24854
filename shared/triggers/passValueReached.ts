import { withStamps } from '../design/fields';
import { rawRowValue } from '../design/rowValues';
import { invalidInput } from '../errors/serviceError';
import * as field from '../fields';
import { rowSample } from '../operations/pass/outputFields';
import { plainNumber } from '../service/numbers';
import type { PassRow } from '../service/schemas';
import { comparable, isBlank, quoted } from '../service/text';
import { fieldsWith } from './passEvents';
import { definePassTrigger, whenBecoming } from './passTrigger';
import { checkUsableValues, getWatchedField } from './watchedField';

const FIELD = { key: 'field', label: 'Field' };
const BECOMES = "To wait for a text, set 'Condition' to Becomes.";

/** A card that has just collected enough. */
const SAMPLE = {
  ...rowSample,
  templateFields: { accountName: 'Ana Souza', balance: 500 },
  reachedValue: '500',
};

/** Needs one more request per poll than other scans, to read the fields of the template's design. */
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
  fields: fieldsWith({ reachedValue: { label: 'Reached Value', type: 'string', always: true } }),
  sample: SAMPLE,
  async example(context, { templateId, field: name, condition, value }) {
    const { id, valueGroup } = await getWatchedField(context, templateId, name, FIELD, withStamps);
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
    const isText = condition === 'becomes';
    const target = isText ? NaN : targetNumber(value);
    const watched = await getWatchedField(context, templateId, name, FIELD, withStamps);
    const valueOf = (row: PassRow) => rawRowValue(row, watched.id);
    const numberOf = (row: PassRow) => plainNumber(valueOf(row));
    return {
      ...whenBecoming((row) => (isText ? isSame(valueOf(row), value) : numberOf(row) >= target)),
      at: ({ isValid, updated }) => (isValid ? updated : undefined),
      details: () => ({ reachedValue: value }),
      check: (rows) =>
        checkUsableValues(watched, rows, FIELD, {
          noun: isText ? 'value' : 'number',
          like: 'numbers like 500 or 12.50',
          advice: BECOMES,
          isUsable: (row) => isText || !Number.isNaN(numberOf(row)),
        }),
    };
  },
});

function isSame(value: unknown, text: string): boolean {
  return !isBlank(value) && comparable(String(value)) === comparable(text);
}

/** @throws {ServiceError} `invalidInput` */
function targetNumber(value: string): number {
  const number = plainNumber(value);
  if (!Number.isNaN(number)) return number;
  const problem = `must be a number for the condition 'Is at Least', not ${quoted(value)}`;
  throw invalidInput('Value', 'value', problem, `Correct it, e.g. 500 or 12.50. ${BECOMES}`);
}
