import * as field from '../../../shared/fields';
import { type InputField, mappedValue, parseInputsOrThrow } from '../../../shared/fields';
import { thrownBy } from '../../support/failures';

const context = { timezone: 'UTC' };
const read = (input: InputField, raw: unknown) =>
  parseInputsOrThrow({ thing: input }, { thing: raw }, context).thing;
const readMapped = (input: InputField, raw: unknown) => read(input, mappedValue(input, raw));
const texts = { label: 'Thing' };
const hinting = { ...texts, mappedEmptyFix: 'Fill it, or clear the mapping.' };

test.each<[string, InputField]>([
  ['an ID', field.text({ ...texts, identifies: 'externalId' })],
  ['a pass ID', field.passId(texts)],
  ['a template', field.templateRef(texts)],
  ['a reference', field.ref({ ...texts, of: 'badge' })],
  ['a limit', { ...field.limit(), ...hinting }],
  ['a filter', field.boolean({ ...texts, section: 'filters', default: false })],
  ['a contact to find', field.email(hinting)],
])('A value that was mapped and is empty is refused in %s', (_, input) => {
  for (const empty of [undefined, null, '', ' \t']) {
    expect(thrownBy(() => readMapped(input, empty))).toMatchObject({
      kind: 'invalidInput',
      field: 'thing',
      message: "'Thing' is mapped but empty",
      fix: 'Fill it, or clear the mapping.',
    });
  }
  for (const empty of [undefined, null, '', ' ']) expect(() => read(input, empty)).not.toThrow();
});

test('A mapped value that is empty is not given in any other input, and missing in a required one', () => {
  const days = field.number({ ...texts, integer: true, default: 7 });
  expect(readMapped(days, '')).toBe(7);
  expect(readMapped(field.email(texts), '')).toBeUndefined();
  const required = field.required(field.templateRef(texts));
  expect(thrownBy(() => readMapped(required, '')).message).toBe("'Thing' is empty");
});

test('A mapped value that is empty is refused for every part of a pass', () => {
  const pass = { pass: field.passRef() };
  const empty = mappedValue(field.templateRef(), '');
  const refusal = (raw: object) => thrownBy(() => parseInputsOrThrow(pass, { ...raw }, context));
  expect(refusal({ passId: 'ps_1', externalId: empty }).field).toBe('externalId');
  expect(refusal({ passId: empty, externalId: 'M', templateId: 't' }).field).toBe('passId');
});

test('An empty list is refused only if it was mapped to an input for a list', () => {
  const templates = field.templateRefs({ ...texts, section: 'filters' });
  for (const empty of [[], ['', null]]) {
    expect(() => read(templates, empty)).not.toThrow();
    const { message } = thrownBy(() => readMapped(templates, empty));
    expect(message).toMatch('is mapped but empty');
    expect(mappedValue(field.templateRef(), empty)).toBe(empty);
  }
});

test('A mapped value that is not empty stays unchanged', () => {
  for (const value of ['a', 0, false, ['a'], {}]) {
    expect(mappedValue(field.templateRef(), value)).toBe(value);
  }
});
