import * as field from '../../../shared/fields';
import { type InputField, type InputFields, parseInputs } from '../../../shared/fields';
import { OPERATIONS } from '../../../shared/operations';
import { TRIGGERS } from '../../../shared/triggers';
import { errorValueIn, missingValueIn } from '../../../shared/service/errorValues';
import { thrownBy } from '../../support/failures';

const context = { timezone: 'UTC' };
const texts = { label: 'External ID' };
const read = (input: InputField, raw: unknown) =>
  field.parseInputsOrThrow({ externalId: input }, { externalId: raw }, context).externalId;
const refusal = (input: InputField, raw: unknown) => thrownBy(() => read(input, raw));
const externalId = field.text({ ...texts, identifies: 'externalId' });
const prefix = field.text({ ...texts, identifies: 'externalIdPrefix' });
const barcode = field.text({ ...texts, identifies: 'barcode' });

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

test.each(IDENTIFIERS)('An unfilled placeholder is refused in %s', (_, input) => {
  const raws = [
    ...['M-{{contact.id}}', '{{ $json.id }}', '{{', 'a}}b', ' {{1__id}}\n', '*|UNIQID|*'],
    ...['%%subscriberkey%%', 'M-<%= user.id %>', '#{id}', '${order.id}', '[% member_id %]'],
    ...['$json.memberNumber', '$input.first().json.id', 'M-$execution.id', "$json['Order No']"],
    ...["$('Form').item.json.id", '=$node["Form"].json.id'],
  ];
  for (const raw of raws) {
    expect(refusal(input, raw)).toMatchObject({
      kind: 'invalidInput',
      field: 'externalId',
      message: `'External ID' contains an unresolved placeholder: ${raw.trim()}`,
      fix: 'Enter or map the value itself: nothing has filled the placeholder.',
    });
  }
});

test('An unfilled placeholder is refused in a list of IDs, and in an entry of a list by its number', () => {
  const ids = field.templateRefs(texts);
  expect(refusal(ids, ['tpl_1', '{{2__id}}']).message).toMatch(/: \{\{2__id\}\}$/);
  const entry = { externalId };
  const list = field.list({ ...texts, entryLabel: 'Pass', entry, min: 1, max: 9 });
  const raw = [{ externalId: 'M-1' }, { externalId: 'M-{{x}}' }];
  expect(refusal(list, raw).message).toBe(
    "Pass 2: 'External ID' contains an unresolved placeholder: M-{{x}}",
  );
});

test.each([
  ...['M-{1}', '{ {x} }', '1}', 'a{b}c', '100%%', '%A1%', 'US$5.00', '$5', 'ca$h.1', '*A*', '#1'],
])('An ID may contain what only resembles a placeholder: %s', (id) => {
  expect(read(externalId, id)).toBe(id);
});

/** Keys of the inputs that keep double braces, in lists and passes as well. */
function accepting(fields: InputFields): string[] {
  return Object.entries(fields).flatMap(([key, input]) => {
    if (input.kind === 'passRef') return accepting(input.combines);
    if (input.kind === 'list') return accepting(input.entry).map((inner) => `${key}.${inner}`);
    const { errors } = parseInputs({ [key]: input }, { [key]: 'M-{{contact.id}}' }, context);
    return errors.size === 0 ? [key] : [];
  });
}

test('Only texts that identify nobody keep double braces', () => {
  const inputs = [...OPERATIONS, ...TRIGGERS].map(({ input }) => input);
  expect([...new Set(inputs.flatMap(accepting))].sort()).toEqual([
    ...['content', 'firstName', 'headerId', 'headerLabel', 'label', 'lastName'],
    ...['linkRows.id', 'linkRows.label', 'locations.relevantText', 'name', 'reason'],
    ...['rows.firstId', 'rows.firstLabel', 'rows.secondId', 'rows.secondLabel', 'rows.thirdId'],
    ...['rows.thirdLabel', 'title', 'watchedFields'],
  ]);
});

const ERROR_VALUES = [
  ...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#ERROR!', '#SPILL!'],
  ...['#GETTING_DATA', '#¿NOMBRE?', '#ЗНАЧ!', '#Н/Д', '#VÆRDI!', '#CALC!', '#NV'],
  ...['#WERT!', '#¡VALOR!', 'Loading...', '[object Object]', 'undefined', 'NaN'],
];

test.each(IDENTIFIERS)('An error value is refused in %s, whole and as a part', (_, input) => {
  for (const value of ERROR_VALUES) {
    for (const raw of [value, ` ${value}\u200b`, `M-${value}`, `${value}_1`]) {
      const { field: key, message } = refusal(input, raw);
      expect(key).toBe('externalId');
      expect(message).toMatch(
        /^'External ID' (is the error value|contains the error value|has an empty part,) '/,
      );
      expect(message.split(value)).toHaveLength(raw.includes('M-') || raw.includes('_1') ? 3 : 2);
    }
  }
});

test('An error value is refused as a text for people, and kept within one', () => {
  const title = field.text(texts);
  const severalMissing = ['undefined undefined', 'null\u00a0NaN', 'NaN, NaN'];
  for (const value of [...ERROR_VALUES, 'null', ...severalMissing]) {
    expect(refusal(title, ` ${value} `).message).toBe(
      `'External ID' is the error value '${value}'`,
    );
    if (value === '[object Object]') continue;
    expect(read(title, `About ${value}`)).toBe(`About ${value}`);
  }
  expect(refusal(title, 'Hi [object Object]!').message).toBe(
    "'External ID' contains the error value '[object Object]'",
  );
  for (const name of ['Null', 'None', 'Nan', 'N/A', '-', 'nulls']) {
    expect(read(title, name)).toBe(name);
  }
});

test('A prefix of external IDs that ends with a space is refused: it would mean more IDs', () => {
  expect(read(prefix, ' gym-')).toBe('gym-');
  for (const raw of ['gym ', 'gym\u00a0', 'gym\u200b']) {
    expect(refusal(prefix, raw).message).toBe("'External ID' ends with a space: 'gym'");
  }
});

test.each(IDENTIFIERS)('A number that a sheet shows shortened is refused in %s', (_, input) => {
  for (const raw of ['4.44714E+11', '1,234e+15', '1E+15', 'M-4.44714E+11']) {
    expect(refusal(input, raw).message).toBe(
      `'External ID' is a number that the sheet shows shortened: ${raw}`,
    );
  }
});

test.each([
  ...['12E5', '5E-12', 'E+12', 'A4.4E+11', '#NVIDIA', 'NaNa', 'undefinedly', 'M-1', 'NA-001'],
  ...['NONE7', 'Null-7'],
])('An ID may contain what only resembles an error value: %s', (id) => {
  expect(read(externalId, id)).toBe(id);
});

test('The word null is refused as a part of an ID, but is a name in an address', () => {
  expect(missingValueIn('crm-null')).toBe('null');
  expect(errorValueIn('#NVIDIA-#NV')).toBe('#NV');
  const address = 'jennifer.null@example.com';
  expect(read(field.email(texts), address)).toBe(address);
  expect(refusal(field.email(texts), 'undefined@example.com').kind).toBe('invalidInput');
});

const OWN_IDS = [externalId, field.text({ ...texts, identifies: 'ownId' }), barcode];
const NOT_CONTACTS = IDENTIFIERS.filter(([name]) => !/email|phone|search|file|image/.test(name));

test.each(NOT_CONTACTS)('A word for "no value" is refused in %s, in any case', (_, input) => {
  const words = ['null', 'None', 'nan', 'NaT', 'nil', '<NA>', 'N/A', 'n.a.', 'NA', '\\N', '&nbsp;'];
  const inBrackets = ['(null)', '(leer)', '(en blanco)', '[vide]', '<none>', '（空白）'];
  const nil = '00000000-0000-0000-0000-000000000000';
  const nilGuids = [nil, `{${nil}}`, nil.replaceAll('-', '')];
  const signs = ['=""', '-', '--', '?', '—', '.', '..', '#', '( )', '✅'];
  for (const word of [...words, ...inBrackets, ...nilGuids, ...signs]) {
    for (const raw of [word, word.toUpperCase(), ` ${word.toLowerCase()}\u200b`]) {
      expect(refusal(input, raw).message).toMatch(
        /^'External ID' (marks a missing value|is the error value|has an empty part)/,
      );
    }
  }
});

test('A word for "no value" is refused at the end of an ID that an expression has put together', () => {
  for (const word of ['NULL', 'None', 'nan', 'NaT', 'N/A', '<NA>']) {
    expect(refusal(externalId, `crm-${word}`).message).toBe(
      `'External ID' has an empty part, '${word}': crm-${word}`,
    );
    expect(read(externalId, `${word}-1`)).toBe(`${word}-1`);
  }
});

test.each([
  ...['M-', 'crm-', 'order_', 'a:', 'crm-eu-', 'crm--', 'M\u2013', 'a|', 'M#', 'A/', 'a/b/'],
  ...['-2026', ':evt77', '_7', '/42', '\u2013M-1', '-1-2', '-20261231', '_M-'],
])('An ID that lacks the part beside a separator is refused: %s', (raw) => {
  for (const input of OWN_IDS) {
    expect(refusal(input, raw)).toMatchObject({
      message: `'External ID' begins or ends with a separator: '${raw}'`,
      fix: 'A part of its expression is probably empty for this item. Correct it, or map the ID itself.',
    });
  }
  expect(read(field.text({ ...texts, identifies: 'name' }), raw)).toBe(raw);
});

test('A prefix of external IDs may end with a separator, or be one', () => {
  for (const raw of ['M-', '#', 'order_', '_']) {
    expect(read(prefix, raw)).toBe(raw);
  }
});

test.each([
  ...['__proto__', 'ana_x.de#EXT#@y.onmicrosoft.com', 'ana#EXT#', '#1001', '-Q1Nx-', '-1', '0'],
  ...['V1StGXR8_Z5jdHi6B-m-', '_Nf3kQzvXyAbCdEfGhIj', '-1001234567890', 'TRUE', 'TBD', '(1)'],
  ...['[A7]', '00000000', '00000000-0000-0000-0000-000000000001', '../M-1', 'M%2F1', '👩‍🚀-1'],
  ...['שלום-1', 'می‌خواهم-1', 'क्‍ष-1', '#NVIDIA', '12E5', '219E01BE', '1.2E5', '1.25E1'],
  ...['M-1.5E10', '1.7743856575E20', 'a  b'],
])('The ID %s is odd, but real', (id) => {
  for (const input of OWN_IDS) expect(read(input, id)).toBe(id);
});

test.each([
  ['M\u0000-1', 'an invisible character (U+0000) at position 2'],
  ['M\t1', 'an invisible character (U+0009) at position 2'],
  ['M-1\nM-2', 'a line break (U+000A) at position 4'],
  ['M\ufffdller', 'a character that was lost in a conversion (U+FFFD) at position 2'],
])('The ID %j, which may look like another one, is refused', (raw, character) => {
  for (const input of OWN_IDS) {
    expect(refusal(input, raw).message).toContain(`'External ID' contains ${character}: `);
  }
});

test.each([
  ['\u0000M-1\u001f', 'M-1'],
  ['\ufffdM-1\ufffd', 'M-1'],
  ['="00101"', '00101'],
  ['1.7743856575E10', '17743856575'],
  [' ="1.0000001E7"', '10000001'],
  ['1.0E7', '10000000'],
  [' ="a""b "\n', 'a"b'],
])('The ID %j is sent as %j', (raw, sent) => {
  for (const input of OWN_IDS) expect(read(input, raw)).toBe(sent);
});

test('An ID is sent in the form in which a person reads it', () => {
  expect(read(externalId, 'Zoe\u0308\u20111\u00a02')).toBe('Zo\u00eb-1 2');
});

test('The content of a barcode stays as it is, but is checked like an ID', () => {
  const content = 'M\u2011Zoe\u0308\u2019\u00a0\u0661';
  expect(read(barcode, ` ="${content}"\n`)).toBe(content);
  for (const raw of ['M-', 'n/a', '{{id}}', 'crm-undefined', 'M\t1']) {
    expect(refusal(barcode, raw).kind).toBe('invalidInput');
  }
});

test('Control characters alone are no value, for every kind of input', () => {
  for (const input of [externalId, field.text(texts), field.number({ ...texts, integer: true })]) {
    expect(read(input, '\u0000\u0007 \ufffd')).toBeUndefined();
  }
});
