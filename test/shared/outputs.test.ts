import { createTemplateReader } from '../../shared/api/templateReader';
import { parseInputsOrThrow } from '../../shared/fields';
import {
  type OutputField,
  type OutputFields,
  flattened,
  pickedOutput,
  simpleFields,
  toOutput,
} from '../../shared/fields/output';
import { OPERATIONS } from '../../shared/operations';
import { outputFields } from '../../shared/operations/operation';
import { get } from '../../shared/operations/pass/get';
import { existingFields } from '../../shared/operations/pass/outputFields';
import { sampleItems } from '../../shared/triggers/pollSamples';
import { TRIGGERS } from '../../shared/triggers';
import { TRIGGER_CASES } from '../support/scenarios';
import { useWorkingInputs } from '../support/scenarios/working';
import { useCore } from '../support/core';
import { wrongTimes } from '../support/times';

/** What every output has in common: readable times, and a simplified form that is short and flat. */
const DECLARED = [
  ...OPERATIONS.map((operation) => ({
    name: `${operation.resource}.${operation.key}`,
    // A preview has other fields.
    fields: outputFields({ ...operation, preview: undefined }),
    sample: operation.output.sample,
  })),
  ...TRIGGERS.map(({ key, output }) => ({ name: key, ...output })),
];

/** All declared fields, including those inside of others. */
const allFields = (fields: OutputFields): [string, OutputField][] =>
  Object.entries(fields).flatMap(([key, field]) => [
    [key, field],
    ...allFields(field.fields ?? {}),
  ]);

describe.each(DECLARED)('$name', ({ fields, sample }) => {
  const simple = Object.entries(simpleFields(fields)).filter(([, field]) => !field.valueGroup);

  test('The simplified output has at most ten fields, and no objects', () => {
    // An output about an existing pass has fields that one about a new pass lacks.
    const ofExisting = fields.outcome ? [...Object.keys(existingFields), 'notWritten'] : [];
    expect(simple.filter(([key]) => !ofExisting.includes(key)).length).toBeLessThanOrEqual(10);
    const parts = simple.flatMap(([, field]) => Object.entries(field.fields ?? {}));
    const nested = parts.filter(([, { type }]) => type === 'object' || type === 'list');
    const objects = simple.filter(([, { type }]) => type === 'object');
    expect([...objects, ...nested].map(([key]) => key)).toEqual([]);
  });

  test('The output declares no epoch numbers, and its sample has none', () => {
    const isTime = /^(created|updated|.*(At|Updated))$/;
    const times = allFields(fields).filter(([key]) => isTime.test(key));
    const numbers = times.filter(([, { type }]) => type === 'number' || type === 'integer');
    expect(numbers.map(([key]) => key)).toEqual([]);
    expect(wrongTimes(sample, fields)).toEqual([]);
  });
});

describe('Times of a trigger', () => {
  const core = useCore();
  const inputs = useWorkingInputs(core);

  test.each(TRIGGER_CASES)('$trigger.label has times in ISO 8601 and UTC', async (testCase) => {
    const { trigger, scenario } = testCase;
    const { input, event } = await scenario(inputs.newFixture());
    await event(0);
    const client = core.client();
    const context = { client, templates: createTemplateReader(client), timezone: 'UTC' };
    const values = parseInputsOrThrow(trigger.input, input, { timezone: 'UTC' });
    const samples = await sampleItems(trigger, context, values);
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.flatMap((sample) => wrongTimes(sample, trigger.output.fields))).toEqual([]);
  });
});

const { fields } = get.output;
const output = {
  id: 'p1',
  mood: 'good',
  templateFields: { balance: 5, id: 'mine', validUntil: '2026-01-01T00:00:00.000Z' },
  customFields: { balance: 6, status: 'gold', mood: 'bad', discount: '20 %', error: 'none' },
};

test('Field values are flat, and never replace a field of the output or another value', () => {
  expect(flattened(output, fields)).toEqual({
    id: 'p1',
    mood: 'good',
    balance: 5,
    templateFields_id: 'mine',
    validUntil: '2026-01-01T00:00:00.000Z',
    customFields_balance: 6,
    customFields_status: 'gold',
    customFields_mood: 'bad',
    discount: '20 %',
    customFields_error: 'none',
  });
});

test("Field values are no times by their names, which are the designer's", () => {
  const templateFields = { seatedAt: 12, updated: 1_700_000_000_000, validUntil: 1e12 };
  expect(toOutput({ updated: 1e12, templateFields }, fields)).toEqual({
    updated: '2001-09-09T01:46:40.000Z',
    templateFields: { ...templateFields, validUntil: '2001-09-09T01:46:40.000Z' },
  });
});

test('Field values are part of the simplified output, under the same keys', () => {
  const { mood: _undeclared, ...declared } = output;
  const simple = pickedOutput(declared, simpleFields(fields), fields);
  expect(simple).toEqual(flattened(declared, fields));
});
