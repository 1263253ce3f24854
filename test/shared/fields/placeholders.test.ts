import * as field from '../../../shared/fields';
import { type InputField, type InputFields, parseInputs } from '../../../shared/fields';
import { OPERATIONS } from '../../../shared/operations';
import { TRIGGERS } from '../../../shared/triggers';
import { errorValueIn, missingValueIn } from '../../../shared/service/errorValues';
import { thrownBy } from '../../support/failures';

const context = { timezone: 'UTC' };
const texts = { label: 'External ID' };
const read = (one: InputField, raw: unknown) =>
  field.parseInputsOrThrow({ externalId: one }, { externalId: raw }, context);

const IDENTIFIERS: [string, InputField][] = [
  ['an ID', field.text({ ...texts, identifies: 'externalId' })],
  ['a search value', field.contact(texts)],
  ['a text that identifies', field.text({ ...texts, identifies: 'name' })],
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
    const raws = [
      ...['M-{{contact.id}}', '{{ $json.id }}', '{{', 'a}}b', ' {{1__id}}\n', '*|UNIQID|*'],
      ...['%%subscriberkey%%', 'M-<%= user.id %>', '#{id}', '${order.id}', '[% member_id %]'],
      ...['$json.memberNumber', '$input.first().json.id', 'M-$execution.id', "$json['Order No']"],
      ...["$('Form').item.json.id", '=$node["Form"].json.id'],
    ];
    for (const raw of raws) {
      expect(thrownBy(() => read(one, raw))).toMatchObject({
        kind: 'invalidInput',
        field: 'externalId',
        message: `'External ID' contains an unresolved placeholder: ${raw.trim()}`,
        hint: 'Enter or map the value itself: nothing has filled the placeholder.',
      });
    }
  });

  it('is refused in a list of IDs, and in an entry of a list by its number', () => {
    const ids = field.templateRefs(texts);
    expect(thrownBy(() => read(ids, ['tpl_1', '{{2__id}}'])).message).toMatch(/: \{\{2__id\}\}$/);
    const entry = { externalId: field.text({ ...texts, identifies: 'externalId' }) };
    const list = field.list({ ...texts, entryLabel: 'Pass', entry, min: 1, max: 9 });
    const raw = [{ externalId: 'M-1' }, { externalId: 'M-{{x}}' }];
    expect(thrownBy(() => read(list, raw)).message).toBe(
      "Pass 2: 'External ID' contains an unresolved placeholder: M-{{x}}",
    );
  });

  it.each([
    ...['M-{1}', '{ {x} }', '1}', 'a{b}c', '100%%', '%A1%', 'US$5.00', '$5', 'ca$h.1', '*A*', '#1'],
  ])('is not every sign of one: %s', (id) => {
    expect(read(field.text({ ...texts, identifies: 'externalId' }), id)).toEqual({
      externalId: id,
    });
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
    ...['content', 'firstName', 'headerId', 'headerLabel', 'label', 'lastName'],
    ...['linkRows.id', 'linkRows.label', 'locations.relevantText', 'name', 'reason'],
    ...['rows.firstId', 'rows.firstLabel', 'rows.secondId', 'rows.secondLabel', 'rows.thirdId'],
    ...['rows.thirdLabel', 'title', 'watchedFields'],
  ]);
});

describe('what a sheet or an expression delivers in place of a value', () => {
  const ERROR_VALUES = [
    ...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#ERROR!', '#SPILL!'],
    ...[
      '#GETTING_DATA',
      '#¿NOMBRE?',
      '#ЗНАЧ!',
      '#Н/Д',
      '#VÆRDI!',
      '#CALC!',
      '#NV',
      '#WERT!',
      '#¡VALOR!',
      'Loading...',
      '[object Object]',
      'undefined',
      'NaN',
    ],
  ];

  it.each(IDENTIFIERS)('is refused in %s, whole and as a part', (_, one) => {
    for (const value of ERROR_VALUES) {
      for (const raw of [value, ` ${value}\u200b`, `M-${value}`, `${value}_1`]) {
        const { field: key, message } = thrownBy(() => read(one, raw));
        expect(key).toBe('externalId');
        expect(message).toMatch(
          /^'External ID' (is the error value|contains the error value|has an empty part,) '/,
        );
        expect(message.split(value)).toHaveLength(raw.includes('M-') || raw.includes('_1') ? 3 : 2);
      }
    }
  });

  it('is refused as a text for people, and kept within one', () => {
    const title = field.text(texts);
    const severalMissing = ['undefined undefined', 'null\u00a0NaN', 'NaN, NaN'];
    for (const value of [...ERROR_VALUES, 'null', ...severalMissing]) {
      expect(thrownBy(() => read(title, ` ${value} `)).message).toBe(
        `'External ID' is the error value '${value}'`,
      );
      if (value === '[object Object]') continue;
      expect(read(title, `About ${value}`)).toEqual({ externalId: `About ${value}` });
    }
    expect(thrownBy(() => read(title, 'Hi [object Object]!')).message).toBe(
      "'External ID' contains the error value '[object Object]'",
    );
    for (const name of ['Null', 'None', 'Nan', 'N/A', '-', 'nulls']) {
      expect(read(title, name)).toEqual({ externalId: name });
    }
  });

  it('is a prefix that loses the space at its end, and would mean more IDs', () => {
    const prefix = field.text({ ...texts, identifies: 'externalIdPrefix' });
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
    ...['12E5', '5E-12', 'E+12', 'A4.4E+11', '#NVIDIA', 'NaNa', 'undefinedly', 'M-1', 'NA-001'],
    ...['NONE7', 'Null-7'],
  ])('not %s, which may be an ID', (id) => {
    expect(read(field.text({ ...texts, identifies: 'externalId' }), id)).toEqual({
      externalId: id,
    });
  });

  it('null is refused as a part of an ID, but is a name in an address', () => {
    expect(missingValueIn('crm-null')).toBe('null');
    expect(errorValueIn('#NVIDIA-#NV')).toBe('#NV');
    const address = 'jennifer.null@example.com';
    expect(read(field.email(texts), address)).toEqual({ externalId: address });
    expect(thrownBy(() => read(field.email(texts), 'undefined@example.com')).kind).toBe(
      'invalidInput',
    );
  });
});

describe('an ID that is the same for everybody without one', () => {
  const externalId = field.text({ ...texts, identifies: 'externalId' });
  const OWN_IDS = [
    externalId,
    field.text({ ...texts, identifies: 'ownId' }),
    field.text({ ...texts, identifies: 'barcode' }),
  ];
  const NOT_CONTACTS = IDENTIFIERS.filter(([name]) => !/email|phone|search|file|image/.test(name));

  it.each(NOT_CONTACTS)('a word for "no value" is refused in %s, in any case', (_, one) => {
    const words = [
      'null',
      'None',
      'nan',
      'NaT',
      'nil',
      '<NA>',
      'N/A',
      'n.a.',
      'NA',
      '\\N',
      '&nbsp;',
    ];
    const inBrackets = ['(null)', '(leer)', '(en blanco)', '[vide]', '<none>', '（空白）'];
    const nil = '00000000-0000-0000-0000-000000000000';
    const nilGuids = [nil, `{${nil}}`, nil.replaceAll('-', '')];
    const signs = ['=""', '-', '--', '?', '—', '.', '..', '#', '( )', '✅'];
    for (const word of [...words, ...inBrackets, ...nilGuids, ...signs]) {
      for (const raw of [word, word.toUpperCase(), ` ${word.toLowerCase()}\u200b`]) {
        expect(thrownBy(() => read(one, raw)).message).toMatch(
          /^'External ID' (marks a missing value|is the error value|has an empty part)/,
        );
      }
    }
  });

  it('is refused at the end of an ID that an expression has put together', () => {
    for (const word of ['NULL', 'None', 'nan', 'NaT', 'N/A', '<NA>']) {
      expect(thrownBy(() => read(externalId, `crm-${word}`)).message).toBe(
        `'External ID' has an empty part, '${word}': crm-${word}`,
      );
      expect(read(externalId, `${word}-1`)).toEqual({ externalId: `${word}-1` });
    }
  });

  it.each([
    ...['M-', 'crm-', 'order_', 'a:', 'crm-eu-', 'crm--', 'M\u2013', 'a|', 'M#', 'A/', 'a/b/'],
    ...['-2026', ':evt77', '_7', '/42', '\u2013M-1', '-1-2', '-20261231', '_M-'],
  ])('one that lacks the part beside a separator is refused: %s', (raw) => {
    for (const one of OWN_IDS) {
      expect(thrownBy(() => read(one, raw))).toMatchObject({
        message: `'External ID' begins or ends with a separator: '${raw}'`,
        hint: 'A part of its expression is probably empty for this item. Correct it, or map the ID itself.',
      });
    }
    expect(read(field.text({ ...texts, identifies: 'name' }), raw)).toEqual({ externalId: raw });
  });

  it('a prefix alone is what the input for prefixes is about', () => {
    const prefix = field.text({ ...texts, identifies: 'externalIdPrefix' });
    for (const raw of ['M-', '#', 'order_', '_']) {
      expect(read(prefix, raw)).toEqual({ externalId: raw });
    }
  });

  it.each([
    '__proto__',
    'ana_x.de#EXT#@y.onmicrosoft.com',
    'ana#EXT#',
    '#1001',
    '-Q1Nx-',
    'V1StGXR8_Z5jdHi6B-m-',
    '_Nf3kQzvXyAbCdEfGhIj',
    '-1',
    '-1001234567890',
    '0',
    'TRUE',
    'TBD',
    '(1)',
    '[A7]',
    '00000000',
    '00000000-0000-0000-0000-000000000001',
    '../M-1',
    'M%2F1',
    '👩‍🚀-1',
    'שלום-1',
    'می‌خواهم-1',
    'क्‍ष-1',
    '#NVIDIA',
    '12E5',
    '219E01BE',
    '1.2E5',
    '1.25E1',
    'M-1.5E10',
    '1.7743856575E20',
    'a  b',
  ])('%s is an odd, but real one', (id) => {
    for (const one of OWN_IDS) expect(read(one, id)).toEqual({ externalId: id });
  });

  it.each([
    ['M\u0000-1', 'an invisible character (U+0000) at position 2'],
    ['M\t1', 'an invisible character (U+0009) at position 2'],
    ['M-1\nM-2', 'a line break (U+000A) at position 4'],
    ['M\ufffdller', 'a character that was lost in a conversion (U+FFFD) at position 2'],
  ])('%j, which may look like another one, is refused', (raw, character) => {
    for (const one of OWN_IDS) {
      expect(thrownBy(() => read(one, raw)).message).toContain(
        `'External ID' contains ${character}: `,
      );
    }
  });

  it.each([
    ['\u0000M-1\u001f', 'M-1'],
    ['\ufffdM-1\ufffd', 'M-1'],
    ['="00101"', '00101'],
    ['1.7743856575E10', '17743856575'],
    [' ="1.0000001E7"', '10000001'],
    ['1.0E7', '10000000'],
    [' ="a""b "\n', 'a"b'],
  ])('%j is sent as %j', (raw, sent) => {
    for (const one of OWN_IDS) expect(read(one, raw)).toEqual({ externalId: sent });
  });

  it('is sent in the form in which a person reads it', () => {
    expect(read(externalId, 'Zoe\u0308\u20111\u00a02')).toEqual({ externalId: 'Zo\u00eb-1 2' });
  });

  it('the content of a barcode stays as it is, but identifies, too', () => {
    const barcode = field.text({ ...texts, identifies: 'barcode' });
    const content = 'M\u2011Zoe\u0308\u2019\u00a0\u0661';
    expect(read(barcode, ` ="${content}"\n`)).toEqual({ externalId: content });
    for (const raw of ['M-', 'n/a', '{{id}}', 'crm-undefined', 'M\t1']) {
      expect(thrownBy(() => read(barcode, raw)).kind).toBe('invalidInput');
    }
  });

  it('control characters alone are no value, for every kind of input', () => {
    for (const one of [externalId, field.text(texts), field.number({ ...texts, integer: true })]) {
      expect(read(one, '\u0000\u0007 \ufffd')).toEqual({ externalId: undefined });
    }
  });
});
