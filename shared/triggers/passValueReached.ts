import { COLLECTED_STAMPS, type DesignField, withStamps } from '../design/fields';
import { rawListedValue } from '../design/listedValues';
import { invalidInput, type ServiceError } from '../errors/serviceError';
import * as field from '../fields';
import { eventFields, rowSample } from '../operations/pass/outputFields';
import { plainNumber } from '../service/numbers';
import type { PassRow } from '../service/schemas';
import { comparable, isBlank, quoted } from '../service/text';
import { notVoided, whenBecoming } from './matchers';
import { matchesFilters } from './passInputs';
import { defineScanTrigger } from './scanTrigger';
import { assertListed, findListedField } from './listedField';

const FIELD = { key: 'field', label: 'Field' };
const BECOMES = "To wait for a text, set 'Condition' to Becomes.";
const CORRECT_VALUE = `Correct the value, e.g. 500 or 12.50. ${BECOMES} No events were emitted and none are lost.`;

/** A card that has just collected enough. */
const SAMPLE = {
  ...rowSample,
  templateFields: { accountName: 'Ana Souza', balance: 500 },
  reachedValue: '500',
};

/** One more request per poll than other scans, because the template's design has the fields. */
export const passValueReached = defineScanTrigger({
  key: 'passValueReached',
  label: 'Pass Value Reached',
  description: 'When a value of a pass reaches a number, e.g. 500 points, or becomes a text',
  misses:
    'A value that is reached and lost again between two polls, and a pass that is voided when it reaches the value',
  moreRequests: 'one',
  details:
    'Once reached, a value is an event again only after it fell below the number or became another text. A new pass that has the value already is an event; the passes that have it when the trigger starts are none. A row of the list without the field changes nothing: a field of your own counts only where the service lists it, which it does with values that this integration has written. A number may be a text like `500` or `12.5`, but not `1,250`: if a pass has such a text, a test and every poll fail and name it, until it is corrected.',
  scopes: ['passes.viewAll'],
  zapier: {
    key: 'pass_value_reached',
    label: 'Pass Value Reached',
    noun: 'Digital Pass',
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
    const { id, valueGroup } = await findListedField(context, templateId, name, FIELD, withStamps);
    const values = { [id]: condition === 'becomes' ? value : targetNumber(value) };
    const { accountName } = SAMPLE.templateFields;
    return {
      ...SAMPLE,
      templateFields: { accountName, ...(valueGroup === 'templateFields' && values) },
      ...(valueGroup === 'customFields' && { customFields: values }),
      reachedValue: value,
    };
  },
  async matcher(context, templateId, input) {
    const { field: name, condition, value } = input;
    const isReached = condition === 'becomes' ? becomes(value) : isAtLeast(targetNumber(value));
    const watched = await findListedField(context, templateId, name, FIELD, withStamps);
    const valueOf = (row: PassRow) => rawListedValue(row, watched.id);
    return {
      ...notVoided(whenBecoming((row) => isReached(valueOf(row)))),
      // A pass without a value has not reached it, if its row shows values at all.
      mayBePast: (row) =>
        isReached(valueOf(row)) ?? (watched.id === COLLECTED_STAMPS.id || !row.templateFields),
      details: () => ({ reachedValue: value }),
      check(rows, isStart) {
        assertListed(watched, rows, FIELD.key, 'a field of the card type');
        const withValue = rows.filter((row) => !isBlank(valueOf(row)));
        const counted = withValue.filter((row) => row.isValid && matchesFilters(row, input));
        const wrong = counted.filter((row) => isReached(valueOf(row)) === undefined);
        if (wrong[0]) throw notNumbers(watched, wrong, rows.length);
        const label = quoted(watched.label);
        const note = `${withValue.length} of ${rows.length} passes have a value in ${label}`;
        return isStart ? note : undefined;
      },
    };
  },
});

/** @param wrong rows whose value is not a number; at least one */
function notNumbers(
  { id, label }: DesignField,
  wrong: readonly PassRow[],
  rowCount: number,
): ServiceError {
  const [first] = wrong as [PassRow];
  const value = quoted(String(rawListedValue(first, id)));
  const example = `${quoted(label)} is ${value} in the pass ${quoted(first.id)}`;
  const problem = `is not a number in ${wrong.length} of ${rowCount} passes: ${example}`;
  return invalidInput(FIELD.label, FIELD.key, problem, CORRECT_VALUE);
}

/** Whether a value is reached; `undefined` if it does not show that. */
type IsReached = (value: unknown) => boolean | undefined;

/** Only a number, or the text of one, shows it. */
export function isAtLeast(target: number): IsReached {
  return (value) => {
    const number = plainNumber(value);
    return Number.isNaN(number) ? undefined : number >= target;
  };
}

function becomes(text: string): IsReached {
  return (value) => (isBlank(value) ? undefined : comparable(String(value)) === comparable(text));
}

/** @throws {ServiceError} `invalidInput` */
function targetNumber(value: string): number {
  const number = plainNumber(value);
  if (!Number.isNaN(number)) return number;
  const problem = `must be a number for the condition 'Is at Least', not ${quoted(value)}`;
  throw invalidInput('Value', 'value', problem, `Correct it, e.g. 500 or 12.50. ${BECOMES}`);
}
