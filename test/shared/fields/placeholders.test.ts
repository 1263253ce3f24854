import * as field from '../../../shared/fields';
import { type InputField, type InputFields, parseInputs } from '../../../shared/fields';
import { OPERATIONS } from '../../../shared/operations';
import { TRIGGERS } from '../../../shared/triggers';
import {
  errorValueIn,
  hasShortenedNumber,
  isErrorValue,
} from '../../../shared/service/errorValues';
import { thrownBy } from '../../support/failures';

const context = { timezone: 'UTC' };
const texts = { label: 'External ID' };
const read = (one: InputField, raw: unknown) =>
  field.parseInputsOrThrow({ externalId: one }, { externalId: raw }, context);

const IDENTIFIERS: [string, InputField][] = [
  ['an ID', field.text({ ...texts, isExternalId: true })],
  ['a search value', field.contact(texts)],
  ['a text that identifies', field.text({ ...texts, isIdentifier: true })],
  ['an email', field.email(texts)],
  ['a phone', field.phone(texts)],
  ['a pass ID', field.passId(texts)],
  ['a template', field.templateRef(texts)],
  ['one of several templates', field.templateRefs(texts)],
  ['a reference', field.ref({ ...texts, of: 'badge' })],
  ['a file ID', field.fileId(texts)],
  ['an image', field.image(texts)],
];

describe('a placeholder that nothing has filled', () => {
  it.each(IDENTIFIERS)('is refused in %s', (_, one) => {
    for (const raw of ['M-{{contact.id}}', '{{ $json.id }}', '{{', 'a}}b', ' {{1__id}}\n']) {
      expect(thrownBy(() => read(one, raw))).toMatchObject({
        kind: 'invalidInput',
        field: 'externalId',
        message: `'External ID' contains an unresolved placeholder: ${raw.trim()}`,
        hint: 'Enter or map the value itself: nothing has filled the part in double braces.',
      });
    }
  });

  it('is refused in a list of IDs, and in an entry of a list by its number', () => {
    const ids = field.templateRefs(texts);
    expect(thrownBy(() => read(ids, ['tpl_1', '{{2__id}}'])).message).toMatch(/: \{\{2__id\}\}$/);
    const entry = { externalId: field.text({ ...texts, isExternalId: true }) };
    const list = field.list({
      ...texts,
      label: 'Passes',
      entryLabel: 'Pass',
      entry,
      min: 1,
      max: 9,
    });
    const raw = [{ externalId: 'M-1' }, { externalId: 'M-{{x}}' }];
    expect(thrownBy(() => read(list, raw)).message).toBe(
      "Pass 2: 'External ID' contains an unresolved placeholder: M-{{x}}",
    );
  });

  it('is cut in the message if it is long', () => {
    const { message } = thrownBy(() => read(field.email(texts), `{{${'x'.repeat(200)}`));
    expect(message.length).toBeLessThan(150);
  });

  it.each(['M-{1}', '{ {x} }', '}', 'a{b}c'])('is not what single braces are: %s', (id) => {
    expect(read(field.text({ ...texts, isExternalId: true }), id)).toEqual({ externalId: id });
  });
});

/** Keys of the inputs that keep double braces, in lists and passes as well. */
function accepting(fields: InputFields): string[] {
  return Object.entries(fields).flatMap(([key, one]) => {
    if (one.kind === 'passRef') return accepting(one.combines);
    if (one.kind === 'list') return accepting(one.entry).map((inner) => `${key}.${inner}`);
    const { errors } = parseInputs({ [key]: one }, { [key]: 'M-{{contact.id}}' }, context);
    return errors.size === 0 ? [key] : [];
  });
}

it('only texts that identify nobody keep double braces', () => {
  const inputs = [...OPERATIONS, ...TRIGGERS].map(({ input }) => input);
  expect([...new Set(inputs.flatMap(accepting))].sort()).toEqual([
    'content',
    'firstName',
    'headerId',
    'headerLabel',
    'label',
    'lastName',
    'linkRows.id',
    'linkRows.label',
    'locations.relevantText',
    'name',
    'reason',
    'rows.firstId',
    'rows.firstLabel',
    'rows.secondId',
    'rows.secondLabel',
    'rows.thirdId',
    'rows.thirdLabel',
    'title',
    'watchedFields',
  ]);
});

describe('what a sheet or an expression delivers in place of a value', () => {
  const ERROR_VALUES = [
    ...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#ERROR!', '#SPILL!'],
    ...['#CALC!', '#NV', '#WERT!', '#¡VALOR!', 'Loading...', '[object Object]', 'undefined', 'NaN'],
  ];

  it.each(IDENTIFIERS)('is refused in %s, whole and as a part', (_, one) => {
    for (const value of ERROR_VALUES) {
      for (const raw of [value, ` ${value}\u200b`, `M-${value}`, `${value}_1`]) {
        expect(thrownBy(() => read(one, raw))).toMatchObject({
          field: 'externalId',
          message: expect.stringContaining(
            `'External ID' contains the error value '${value}': `,
          ) as string,
        });
      }
    }
  });

  it('is refused as a text for people, and kept within one', () => {
    const title = field.text(texts);
    for (const value of ERROR_VALUES) {
      expect(thrownBy(() => read(title, ` ${value} `)).message).toBe(
        `'External ID' is the error value '${value}'`,
      );
      expect(read(title, `About ${value}`)).toEqual({ externalId: `About ${value}` });
    }
    expect(read(title, 'Null')).toEqual({ externalId: 'Null' });
  });

  it('is a prefix that loses the space at its end, and would mean more IDs', () => {
    const prefix = field.text({ ...texts, isExternalIdPrefix: true });
    expect(read(prefix, ' gym-')).toEqual({ externalId: 'gym-' });
    for (const raw of ['gym ', 'gym\u00a0', 'gym\u200b']) {
      expect(thrownBy(() => read(prefix, raw)).message).toBe(
        "'External ID' ends with a space: 'gym'",
      );
    }
  });

  it.each(IDENTIFIERS)('a number that a sheet shows shortened is refused in %s', (_, one) => {
    for (const raw of ['4.44714E+11', '1,234e+15', '1E+15', 'M-4.44714E+11']) {
      expect(thrownBy(() => read(one, raw)).message).toBe(
        `'External ID' is a number that the sheet shows shortened: ${raw}`,
      );
    }
  });

  it.each([
    '12E5',
    '5E-12',
    'E+12',
    'A4.4E+11',
    '#NVIDIA',
    'NaNa',
    'Nan',
    'Null',
    'undefinedly',
    'M-1',
  ])('not %s, which may be an ID', (id) => {
    expect(read(field.text({ ...texts, isExternalId: true }), id)).toEqual({ externalId: id });
  });

  it('null is refused as a part of an ID, but is a name in an address', () => {
    expect(errorValueIn('crm-null')).toBe('null');
    expect(errorValueIn('#NVIDIA-#NV')).toBe('#NV');
    const address = 'jennifer.null@example.com';
    expect(read(field.email(texts), address)).toEqual({ externalId: address });
    expect(thrownBy(() => read(field.email(texts), 'undefined@example.com')).kind).toBe(
      'invalidInput',
    );
  });

  it('as a value on a card, only the whole text is one', () => {
    for (const value of ERROR_VALUES) expect(isErrorValue(value)).toBe(true);
    for (const word of ['N/A', '-', 'null', 'none', 'Error #N/A', '#VIP', '#WOW!']) {
      expect(isErrorValue(word)).toBe(false);
    }
    expect(hasShortenedNumber('up to 4.4E+11 points')).toBe(true);
    expect(hasShortenedNumber('4.4E+11, 5.1E+11.')).toBe(true);
    expect(hasShortenedNumber('4,4E+11.')).toBe(true);
    expect(hasShortenedNumber('12.4E+11')).toBe(false);
  });
});
