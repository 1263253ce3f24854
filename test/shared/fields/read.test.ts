import fc from 'fast-check';

import * as field from '../../../shared/fields';
import { type InputField, type RawInput, parseInputsOrThrow } from '../../../shared/fields';
import { isBlank } from '../../../shared/service/text';
import { HARSH_WORDS, thrownBy } from '../../support/failures';

const context = { timezone: 'Europe/Berlin' };

function read<T>(input: InputField<T>, raw: unknown, key = 'thing'): T {
  return parseInputsOrThrow({ [key]: input }, { [key]: raw }, context)[key] as T;
}

function readPass(raw: RawInput) {
  return parseInputsOrThrow({ pass: field.passRef() }, raw, context).pass;
}

function refusal(input: InputField, raw: unknown) {
  return thrownBy(() => read(input, raw));
}

const texts = { label: 'Thing' };
const KINDS = {
  text: field.text(texts),
  email: field.email(texts),
  phone: field.phone(texts),
  locale: field.locale(texts),
  number: field.number({ ...texts, integer: false }),
  choice: field.choice({ ...texts, options: [{ value: 'a', label: 'A' }] }),
  choices: field.choices({ ...texts, options: [{ value: 'a', label: 'A' }] }),
  dateTime: field.dateTime({ ...texts, bareDate: 'endOfDay' }),
  template: field.templateRef(texts),
  boolean: field.boolean({ ...texts, default: false }),
  fieldValues: field.fieldValues(texts),
  list: field.list({ ...texts, entryLabel: 'Part', entry: {}, min: 0, max: 3 }),
} satisfies Record<string, InputField>;
const ALL = Object.entries<InputField>(KINDS);
const OPTIONAL = ALL.filter(([kind]) => !['boolean', 'fieldValues', 'list'].includes(kind));

const BLANK = ['', null, undefined, ' ', '\t\n', '\u00a0'];

test.each(OPTIONAL)('A blank value counts as empty: %s', (_, input) => {
  for (const blank of BLANK) expect(read(input, blank)).toBeUndefined();
});

test.each(ALL)('A blank value is refused if one is required: %s', (_, input) => {
  for (const blank of BLANK) {
    expect(refusal(field.required(input), blank).message).toBe("'Thing' is empty");
  }
});

test('A required number never falls back on the default of its control', () => {
  const days = field.required(field.number({ ...texts, integer: true, default: 7 }));
  expect(days).toMatchObject({ required: true, default: 7 });
  for (const blank of BLANK) expect(refusal(days, blank).message).toBe("'Thing' is empty");
});

test.each(ALL)('A wrong type is refused with label and key, kindly: %s', (kind, input) => {
  const wrong = kind === 'fieldValues' ? [1] : kind === 'boolean' ? 'maybe' : { a: 1 };
  const failure = refusal(input, wrong);
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'thing' });
  expect(failure.message).toContain("'Thing'");
  expect(failure.fix).not.toBe('');
  expect(`${failure.message} ${failure.fix}`).not.toMatch(HARSH_WORDS);
});

test('A text stays unchanged', () => {
  const texts = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !isBlank(text));
  fc.assert(
    fc.property(texts, (text) => {
      expect(read(KINDS.text, text)).toBe(text);
    }),
  );
  for (const text of ['00420', ' x ', 'Zoë 👩‍👩‍👧', '1e3', 'true']) {
    expect(read(KINDS.text, text)).toBe(text);
  }
});

test.each([42, 0, -1.5, 9_007_199_254_740_991])('A text may be the number %p of a sheet', (raw) => {
  expect(read(KINDS.text, raw)).toBe(String(raw));
});

test('A number that has already lost digits is refused as a text', () => {
  const failure = refusal(KINDS.text, 12345678901234567890);
  expect(failure.message).toMatch(/^'Thing' is too large to keep exactly/);
  expect(failure.message).not.toMatch(/\d{6}/);
  expect(failure.fix).toMatch(/text/);
});

test('A lone surrogate, as a cut emoji leaves it, is refused', () => {
  expect(refusal(KINDS.text, 'Zo\ud83d').message).toBe("'Thing' contains a broken character");
});

test.each([
  ...[' ', '\t\n', '\u00a0', '\u0085', '\u200b', ' \u200b\ufeff ', '\u00ad\u200e'],
  ...['\u202a\u202e', '\u2060\u2069', '\u3164', '\u2800', '\ufe0f', '\u{e0001}'],
])('A text of invisible characters is empty: %j', (blanks) => {
  expect(read(KINDS.text, blanks)).toBeUndefined();
  expect(refusal(field.required(KINDS.text), blanks).message).toBe("'Thing' is empty");
});

test('The limit of a text counts an emoji as two, as the service may do', () => {
  const short = field.text({ ...texts, maxLength: 4 });
  expect(read(short, '😀😀')).toBe('😀😀');
  expect(refusal(short, '😀😀😀').message).toBe("'Thing' is longer than 4 characters");
});

const REFS: InputField[] = [
  KINDS.template,
  field.passId(texts),
  field.ref({ ...texts, of: 'badge' }),
];

test.each(['.', '..'])('The ID %s, which would change a URL, is refused by name', (id) => {
  for (const input of REFS) {
    const message = `'Thing' marks a missing value: '${id}'`;
    expect(refusal(input, id)).toMatchObject({ field: 'thing', message });
  }
  expect(thrownBy(() => readPass({ passId: id })).field).toBe('passId');
  expect(thrownBy(() => readPass({ externalId: 'M-1', templateId: id })).field).toBe('templateId');
});

test('A value that makes a URL too long for a server is refused by name, and shortened', () => {
  const reference = field.text({ ...texts, identifies: 'externalId' });
  for (const input of [...REFS, reference]) {
    const { message } = refusal(input, 'é'.repeat(2000));
    expect(message).toMatch(/^'Thing' is too long \(2000 characters\): '/);
    expect(message.length).toBeLessThan(300);
  }
  expect(read(reference, 'x'.repeat(3000))).toHaveLength(3000);
  expect(read(KINDS.text, 'x'.repeat(70_000))).toHaveLength(70_000);
});

const json = field.json(texts);

test('A JSON object is read unchanged', () => {
  const at = new Date(0);
  const sent = { at: '1970-01-01T00:00:00.000Z', list: [1, null] };
  expect(read(json, { at, list: [1, undefined] })).toEqual(sent);
  expect(read(json, '{"a": "😀"}')).toEqual({ a: '😀' });
  expect(read(json, '')).toBeUndefined();
});

test.each([
  ...['ana@example.com', 'ana+vip@sub.example.co.uk', "o'neill@example.ie", 'ana@пример.рф'],
  ...['ana@xn--mller-kva.xn--p1ai', 'ana+card@a-b.example.museum'],
  `${'a'.repeat(64)}@example.com`,
])('The email address %s is accepted', (text) => {
  expect(read(KINDS.email, text)).toBe(text);
});

test.each([
  ...['mailto:ana@example.com', 'MAILTO:<ana@example.com>', '"ana@example.com"'],
  ...["'<ana@example.com>'", '`ana@example.com`', '„ana@example.com“', '(ana@example.com)'],
  ...['[ ana@example.com ]', '"ana@example.com', "ana@example.com'", 'ana@example.com.'],
  ...['\ufeffana@exam\u00adple.com\u200b', 'Ana <ana@example.com>'],
  ...['"Souza, Ana" <ana@example.com>', 'ana@example.com <ana@example.com>'],
])('An email address is taken out of %j', (raw) => {
  expect(read(KINDS.email, raw)).toBe('ana@example.com');
});

test('An email address may have any dash, apostrophe and width', () => {
  expect(read(KINDS.email, 'ana＠example．com')).toBe('ana@example.com');
  expect(read(KINDS.email, 'ana\u2011maria@my\u2013club.com')).toBe('ana-maria@my-club.com');
  expect(read(KINDS.email, 'o\u2019neil@example.com')).toBe("o'neil@example.com");
});

const NO_EMAILS = ['ana', 'ana@', '@example.com', 'a@b', 42];
test.each(NO_EMAILS)('The value %p is refused as an email address, and shown', (raw) => {
  expect(refusal(KINDS.email, raw).message).toBe(`'Thing' is not an email address: '${raw}'`);
});

test.each([
  ['a b@example.com', 'a space (U+0020) at position 2'],
  ['𝒜\tb@example.com', 'an invisible character (U+0009) at position 2'],
  ['a@x.de\nb@x.de', 'a line break (U+000A) at position 7'],
  ['a@x.de, b@x.de', 'the character , (U+002C) at position 7'],
  ['ana@x.de/', 'the character / (U+002F) at position 9'],
  ['ana@x.de?subject=Hi', 'the character ? (U+003F) at position 9'],
  ['.ana@x.de', 'the character . (U+002E) at position 1'],
  ['ana.@x.de', 'the character . (U+002E) at position 4'],
  ['a..na@x.de', 'the character . (U+002E) at position 2'],
  ['ana@.x.de', 'the character . (U+002E) at position 5'],
  ['ana@x_y.de', 'the character _ (U+005F) at position 6'],
  ['ana✓@x.de', 'the character ✓ (U+2713) at position 4'],
  ['ana@x①.de', 'the character ① (U+2460) at position 6'],
  ['m\ufffdller@x.de', 'a character that was lost in a conversion (U+FFFD) at position 2'],
  ['ana@x.de <bob@x.de>', 'a space (U+0020) at position 9'],
])('The email address %j is refused because of %s', (raw, character) => {
  expect(refusal(KINDS.email, raw).message).toBe(
    `'Thing' is not an email address, because of ${character}: '${raw}'`,
  );
});

test.each([
  ...['ana@gmail.com_old', 'ana@example.123', '2@1.50', 'ana@-example.com', 'ana@example-.com'],
  ...['ana@example.c0m', 'ada@example..com', 'ada@.com', 'ada\u0000@example.com', 'ada@exa_mple'],
  ...[`${'a'.repeat(65)}@example.com`, `ana@${'a'.repeat(247)}.com`],
])('The value %j, which only looks like an email address, is refused', (raw) => {
  expect(refusal(KINDS.email, raw).message).toMatch(/is not an email address/);
});

test.each([
  ['+49 151 12345678', '+4915112345678'],
  ['0049 (151) 12345678', '+4915112345678'],
  ['+49 (0)151 12345678', '+4915112345678'],
  ['0049 (0) 151-12345678', '+4915112345678'],
  ['\u202a+49\u00a0151\u20111234\u20135678\u202c', '+4915112345678'],
  ['(555) 010-1234', '5550101234'],
  ['030 / 123.456-7', '0301234567'],
  ['0049-30-123456', '+4930123456'],
  ['[+49] 30 123456', '+4930123456'],
  ['15551234567.0', '15551234567'],
  ['+15551234567.00', '+15551234567'],
  ['+４９ １５１ １２３４５６７８', '+4915112345678'],
  ['+٤٩ ١٥١ ١٢٣٤٥٦٧٨', '+4915112345678'],
  ['۰۱۵۱۱۲۳۴۵۶۷', '01511234567'],
  ['035052/123456', '035052123456'],
  ['+49 35052/1234567', '+49350521234567'],
  ['20-30-2040', '20302040'],
  ['12-31-90', '123190'],
  ['0351/12/34', '03511234'],
  ['(030)\n123456', '030123456'],
  ['+888 1234 5678', '+88812345678'],
  ['="0301234567"', '0301234567'],
  ['1.5551234567E10', '15551234567'],
  ['+ 33 6 12 34 56 78', '+33612345678'],
  ['+49 0151 1234567', '+491511234567'],
  ['0049 0151 1234567', '+491511234567'],
  ['+44 07700 900123', '+447700900123'],
  ['+31 06 12345678', '+31612345678'],
  ['+61 0412 345 678', '+61412345678'],
  // One digit too many: nobody knows which, so the number stays as it is.
  ['+33 06 12 34 56 789', '+3306123456789'],
  ['+7 8 912 345-67-89', '+79123456789'],
  ['+39 06 12345678', '+390612345678'],
  ['+39 (0)6 12345678', '+390612345678'],
  ['+225 01 23 45 67 89', '+2250123456789'],
  ['+1 1 202 555 0123', '+12025550123'],
  ['+52 1 55 1234 5678', '+5215512345678'],
  ['tel:+1-202-555-0123', '+12025550123'],
  ['Tel: 0151/1234567', '01511234567'],
  ['+३३ ६१२३४५६७८', '+33612345678'],
])('The phone number %j is sent as %s', (raw, sent) => {
  expect(read(KINDS.phone, raw)).toBe(sent);
});

test.each([
  ['000-000-0000', ', but only zeros'],
  ['+1 000 000 0000', ', but only zeros'],
  ['+999 123 4567', ', because no country has its code'],
  ['00 210 123456', ', because no country has its code'],
  ['555-0101/555-0102', ', but two of them'],
  ['555-0101\n555-0102', ', but two of them'],
  ['030 555101 / 030 555102', ', but two of them'],
  ['+1 202 555 0101 ::: +1 202 555 0102', ', but two of them'],
  ['+1 202 555 0101, 202 555 0102', ', but two of them'],
  ['1990-12-31', ', but a date'],
  ['1990-31-12', ', but a date'],
  ['31.12.1990', ', but a date'],
  ['31. 12. 1990', ', but a date'],
  ['12/31/90', ', but a date'],
])('The value %j is refused as a phone number%s', (raw, reason) => {
  for (const input of [KINDS.phone, field.contact(texts)]) {
    expect(refusal(input, raw).message).toBe(`'Thing' is not a phone number${reason}: '${raw}'`);
  }
});

test.each([
  ...['123', '-', '--', '.', '/', '()', 'ask Ana', '+', '++49 151 1234567'],
  ...['(((((((', '1-----', '12345', '1'.repeat(16)],
])('The value %p is refused as a phone number, and shown', (raw) => {
  expect(refusal(KINDS.phone, raw).message).toMatch(/^'Thing' is not a phone number/);
  expect(refusal(KINDS.phone, raw).message).toContain(`'${raw}'`);
});

test('The error about a phone number names the character and its position', () => {
  expect(refusal(KINDS.phone, '+49 151 1234567 or 8').message).toBe(
    "'Thing' is not a phone number, because of the character o (U+006F) at position 17: '+49 151 1234567 or 8'",
  );
});

const contact = field.contact(texts);

test('A contact to search for is an email address, or a phone number as entered', () => {
  expect(read(contact, ' Mailto:Ana@example.com')).toBe('Ana@example.com');
  expect(read(contact, '\u200b+49 151\u00a012345678')).toBe('+49 151 12345678');
});

const stampCount = field.number({ ...texts, integer: true, min: 0, max: 50 });

test('A number may be given as a plain text', () => {
  expect(read(KINDS.number, '12.50')).toBe(12.5);
  expect(read(KINDS.number, ' -3 ')).toBe(-3);
  expect(read(KINDS.number, 0)).toBe(0);
  expect(read(stampCount, '007')).toBe(7);
  expect(read(stampCount, 50)).toBe(50);
});

test.each([
  [4.35 * 100, 435],
  [0.1 + 0.2, 0.3],
  ['434.99999999999994', 435],
  ['0.12345678901234567890', 0.123456789012346],
  ['9007199254740991', 9007199254740991],
  ['12.000000000000000000', 12],
])('A calculated number is rounded to 15 digits: %p is %p', (raw, number) => {
  expect(read(KINDS.number, raw)).toBe(number);
});

const NO_STAMP_COUNTS = [-1, 51, 1.5, '1.5', '51', 2 ** 53, '99999999999999999999'];
test.each(NO_STAMP_COUNTS)('The stamp count %p is refused, and the range is named', (raw) => {
  expect(refusal(stampCount, raw).message).toContain('a whole number from 0 to 50');
  expect(refusal(stampCount, raw).fix).toBe('Correct the value, e.g. 12.');
});

const limit = field.limit();

test('A limit is a number of results, or all of them', () => {
  expect(read(limit, '20')).toBe(20);
  expect(read(limit, field.ALL_RESULTS)).toBe(Infinity);
});

const TRUE = [true, 'true', ' TRUE ', 'yes', 1, '1', 'on', 'y', 't'];
const FALSE = [false, 'No', '', '  ', 0, '0', 'Off', 'N', 'f'];
test('True and false are read as people and platforms write them', () => {
  expect(TRUE.filter((raw) => !read(KINDS.boolean, raw))).toEqual([]);
  expect(FALSE.filter((raw) => read(KINDS.boolean, raw))).toEqual([]);
});

test('A list of templates may be JSON text, and a text is one of them', () => {
  const templates = field.templateRefs(texts);
  expect(read(templates, '["tpl_1", " tpl_2 "]')).toEqual(['tpl_1', 'tpl_2']);
  expect(read(templates, 'tpl_1')).toEqual(['tpl_1']);
});

const options = ['SMS', 'CHAT_APP_1', 'CHAT_APP_2'].map((value) => ({ value, label: value }));
const single = field.choice({ ...texts, options, default: 'SMS' });

test('A choice is a listed value, or its default', () => {
  expect(read(single, 'CHAT_APP_1')).toBe('CHAT_APP_1');
  expect(read(single, undefined)).toBe('SMS');
  expect(refusal(single, 'sms').message).toBe(
    "'Thing' is 'sms', but must be one of: SMS, CHAT_APP_1, CHAT_APP_2",
  );
});

test('A choice is named by its label, and may be given by it', () => {
  const named = [{ value: 'not_installed', label: 'Not in a Wallet' }];
  const status = field.choice({ ...texts, options: named });
  expect(read(status, 'Not in a Wallet')).toBe('not_installed');
  expect(refusal(status, 'all of them').message).toMatch(/must be one of: Not in a Wallet$/);
});

test.each(['constructor', '__proto__', 'toString'])('The choice %s is refused by name', (raw) => {
  const renamed = field.choice({ ...texts, options, default: 'SMS' }, { FAX: 'SMS' });
  expect(read(renamed, 'FAX')).toBe('SMS');
  for (const input of [single, renamed]) {
    const { kind, message } = refusal(input, raw);
    expect([kind, message]).toEqual(['invalidInput', expect.stringContaining(`is '${raw}', but`)]);
  }
});

test.each([46387, '46387', ' 46387.75 '])('The date number %p of a sheet is called one', (raw) => {
  expect(refusal(KINDS.dateTime, raw).message).toMatch(/is a spreadsheet's date number: '/);
  expect(refusal(KINDS.dateTime, `${raw}-1`).message).toMatch(/is not a valid date/);
});

test('A bare date is sent in UTC, as the end of the day', () => {
  expect(read(KINDS.dateTime, '2026-12-31')).toBe('2026-12-31T22:59:59.999Z');
});

test('Field values are an object, or the JSON of one as AI tools write it', () => {
  expect(read(KINDS.fieldValues, { a: 1 })).toEqual({ a: 1 });
  expect(read(KINDS.fieldValues, '{"memberId": "0042"}')).toEqual({ memberId: '0042' });
  expect(read(KINDS.fieldValues, '')).toEqual({});
});

const list = field.list({
  label: 'Passes',
  entryLabel: 'Pass',
  entry: {
    name: field.required(field.text({ label: 'Name' })),
    stamps: field.number({ label: 'Stamps', integer: true, min: 0 }),
  },
  min: 1,
  max: 2,
});

test('An error in a list names the entry, counted from 1, and every field in it that is refused', () => {
  const { message } = refusal(list, [{ name: 'a' }, { name: '', stamps: -1 }]);
  expect(message).toMatch(/^Pass 2: 'Name' is empty; Pass 2: 'Stamps' must be a whole number/);
});

const WRONG_LENGTHS = [[], '', [{ name: 'a' }, { name: 'b' }, { name: 'c' }], 'a', { name: 'a' }];
test.each(WRONG_LENGTHS.map((raw) => [raw]))('The list %p is refused with its bounds', (raw) => {
  expect(refusal(list, raw).message).toBe("'Passes' must have 1 to 2 entries");
});

test.each([[[null]], [['a']], [[undefined]]])('The list %p is refused for its entry', (raw) => {
  expect(refusal(list, raw)).toMatchObject({ kind: 'invalidInput', field: 'thing' });
});

test('A pass may be named in several ways, which are compared before anything is sent', () => {
  const ways = { passId: 'p1', externalId: 'e', templateId: 't' };
  expect(readPass(ways)).toEqual({ by: 'lookup', ...ways });
  const withContact = { ...ways, contact: 'a@b.de' };
  expect(readPass(withContact)).toEqual({ by: 'lookup', ...withContact });
});

test.each([
  [{}, "'Pass' is empty", 'passId'],
  [{ templateId: 't' }, "'Pass' is empty", 'passId'],
  [{ externalId: 'e' }, "'Template' is empty", 'templateId'],
  [{ passId: '', externalId: ' ' }, "'Pass' is empty", 'passId'],
  [{ passId: ' ', templateId: 't' }, "'Pass' is empty", 'passId'],
  [{ externalId: ' ', templateId: 't' }, "'External ID' is empty", 'externalId'],
  [{ passId: { id: 'p1' } }, "'Pass' must be text, not an object", 'passId'],
])('The pass %j is refused', (raw, message, key) => {
  const failure = thrownBy(() => readPass(raw));
  expect(failure).toMatchObject({ kind: 'invalidInput', message, field: key });
});

const circular: Record<string, unknown> = {};
circular.self = circular;

/** Values that an input refuses, and its message. */
const REFUSED: [what: string, input: InputField, raws: unknown[], message: RegExp][] = [
  ['a text', KINDS.text, [NaN, Infinity, -Infinity, true, false, ['a'], { a: 1 }, () => 1], /^'Thing' must be text/],
  ['a JSON object', json, [circular, { a: ['\ud83d'] }, { '\ud83d': 1 }, '[1]', '{"a":', 5, []], /^'Thing' /],
  ['a contact to search for', contact, ['-', '--', '.', '/', '()', 'Ana', '@', 'ana@', '12', '+'], /is (not|neither) an email address|is not a phone number/],
  ['a number', KINDS.number, ['1,50', '€10', '1e3', '0x10', '12.', 'NaN', '--1', '1 000', NaN, Infinity, true, [1]], /^'Thing' must be a number, not/],
  ['a number that has lost digits', KINDS.number, [2 ** 53, '9007199254740993', '9007199254740991.4', 1234567890123456.5, 1e21], /more digits than can be stored exactly/],
  ['a limit', limit, [0, -1, 1.5, 'all', 'Infinity', Infinity, true], /must be a whole number of at least 1, not/],
  ['true or false', KINDS.boolean, [2, -1, 'maybe', 'ja', [], {}], /must be true or false/],
  ['a language', KINDS.locale, ['english', 'e', 'deu', '12', 49, '-'], /is not a language code/],
]; // prettier-ignore
const REFUSALS = REFUSED.flatMap(([what, input, raws, message]) =>
  raws.map((raw) => [raw, what, input, message] as const),
);

test.each(REFUSALS)('The value %p is refused as %s', (raw, _what, input, message) => {
  expect(refusal(input, raw)).toMatchObject({ field: 'thing', message: expect.stringMatching(message) });
}); // prettier-ignore

test('All invalid fields are reported together', () => {
  const fields = { email: KINDS.email, stamps: KINDS.number };
  const raw = { email: 'x', stamps: 'y' };
  const failure = thrownBy(() => parseInputsOrThrow(fields, raw, context));
  expect(failure.message).toMatch(/email.*; 'Thing' must be a number/);
  expect(failure.field).toBe('email');
});

test('An unknown time zone is named if a date needs it', () => {
  const inZone = { timezone: 'Mars/Olympus' };
  const inputs = { thing: KINDS.dateTime };
  const raw = { thing: '2026-12-31' };
  expect(thrownBy(() => parseInputsOrThrow(inputs, raw, inZone))).toMatchObject({
    kind: 'invalidInput',
    field: 'thing',
    message: "'Thing' has no time zone, and the one in the settings is unknown: 'Mars/Olympus'",
    fix: expect.stringMatching(/^Choose a time zone in the \{workflow\} settings/),
  });
});

test.each([
  ['of a new pass', { externalId: field.text({ label: 'External ID', identifies: 'externalId' }) }],
  ['that finds a pass', { pass: field.passRef() }],
])('A field that shows the external ID %s is trimmed with it, and no other', (_what, id) => {
  const raw = { templateId: 't', externalId: '3016 ', fieldValues: { a: '3016 ', b: '3017 ' } };
  const inputs = { ...id, fieldValues: field.fieldValues(texts) };
  expect(parseInputsOrThrow(inputs, raw, context).fieldValues).toEqual({ a: '3016', b: '3017 ' });
});
