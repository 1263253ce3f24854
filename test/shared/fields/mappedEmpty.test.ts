import * as field from '../../../shared/fields';
import { type InputField, mappedValue, parseInputsOrThrow } from '../../../shared/fields';
import { thrownBy } from '../../support/failures';

const context = { timezone: 'UTC' };
const read = (one: InputField, raw: unknown) =>
  parseInputsOrThrow({ thing: one }, { thing: raw }, context);
const texts = { label: 'Thing' };

describe('a value that was mapped and is empty', () => {
  const EMPTY = [undefined, null, '', ' \t'];

  it.each<[string, InputField]>([
    ['an ID', field.text({ ...texts, identifies: 'externalId' })],
    ['a pass ID', field.passId(texts)],
    ['a template', field.templateRef(texts)],
    ['a reference', field.ref({ ...texts, of: 'badge' })],
    ['a limit', { ...field.limit(), ...texts, mappedEmptyHint: 'Fill it, or clear the mapping.' }],
    ['a filter', field.boolean({ ...texts, section: 'filters', default: false })],
    [
      'a contact to find',
      field.email({ ...texts, mappedEmptyHint: 'Fill it, or clear the mapping.' }),
    ],
  ])('is refused in %s', (_, one) => {
    for (const empty of EMPTY) {
      expect(thrownBy(() => read(one, mappedValue(one, empty)))).toMatchObject({
        kind: 'invalidInput',
        field: 'thing',
        message: "'Thing' is mapped but empty",
        hint: 'Fill it, or clear the mapping.',
      });
    }
    for (const empty of [undefined, null, '', ' ']) expect(() => read(one, empty)).not.toThrow();
  });

  it('is not given in any other input, and missing in a required one', () => {
    const days = field.number({ ...texts, integer: true, default: 7 });
    expect(read(days, mappedValue(days, ''))).toEqual({ thing: 7 });
    expect(read(field.email(texts), mappedValue(field.email(texts), ''))).toEqual({
      thing: undefined,
    });
    const required = field.required(field.templateRef(texts));
    expect(thrownBy(() => read(required, mappedValue(required, ''))).message).toBe(
      "'Thing' is empty",
    );
  });

  it('is refused for every part of a pass', () => {
    const pass = { pass: field.passRef() };
    const empty = mappedValue(field.templateRef(), '');
    const refusal = (raw: object) => thrownBy(() => parseInputsOrThrow(pass, { ...raw }, context));
    expect(refusal({ passId: 'ps_1', externalId: empty }).field).toBe('externalId');
    expect(refusal({ passId: empty, externalId: 'M', templateId: 't' }).field).toBe('passId');
  });

  it('may be a list where one is expected', () => {
    const templates = field.templateRefs({ ...texts, section: 'filters' });
    for (const empty of [[], ['', null]]) {
      expect(() => read(templates, empty)).not.toThrow();
      expect(thrownBy(() => read(templates, mappedValue(templates, empty))).message).toMatch(
        'is mapped but empty',
      );
      expect(mappedValue(field.templateRef(), empty)).toBe(empty);
    }
  });

  it('any other value stays unchanged', () => {
    for (const value of ['a', 0, false, ['a'], {}]) {
      expect(mappedValue(field.templateRef(), value)).toBe(value);
    }
  });
});
