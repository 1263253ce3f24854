import { DateTime } from 'luxon';

import { type Design, readDesign } from '../../../shared/design/fields';
import { copiedToTemplateFields, withoutCopies } from '../../../shared/design/rowValues';
import { FROM_COLUMNS, isFieldHeader, routeFieldValues } from '../../../shared/design/routing';
import type { Template } from '../../../shared/service/schemas';
import { HARSH_WORDS, thrownBy } from '../../support/failures';

/** A design with these fields; a text is the ID of a field without a label. */
function designOf(type: string, ...fields: (string | { id: string; label: string })[]): Design {
  const rows = fields.map((field) => [typeof field === 'string' ? { id: field } : field]);
  return readDesign({ id: 't', name: 'T', type, pass: JSON.stringify({ rows }) } as Template);
}

const loyalty = designOf(
  'loyalty',
  { id: 'balance', label: 'Points' },
  { id: 'accountName', label: 'Member' },
  { id: 'homeShop', label: 'Home shop' },
  { id: 'favoriteDrink', label: 'Favorite drink' },
);

const refusal = (...routed: Parameters<typeof routeFieldValues>) =>
  thrownBy(() => routeFieldValues(...routed));

test('Fields of the type go to templateFields, those of the designer to customFields', () => {
  expect(routeFieldValues(loyalty, { balance: 5, homeShop: 'Quay 4', accountId: '007' })).toEqual({
    templateFields: { balance: 5, accountId: '007' },
    customFields: { homeShop: 'Quay 4' },
    skippedFields: [],
  });
});

test('A label identifies its field, in any letter case', () => {
  expect(routeFieldValues(loyalty, { ' home SHOP ': 'a', Points: 1 })).toMatchObject({
    templateFields: { balance: 1 },
    customFields: { homeShop: 'a' },
  });
});

const SAME_LABELS = [
  '\ufeffHome\u00a0shop',
  'Home\u2003shop\u200b',
  'HOME SH\u00adOP',
  'home  shop',
];
test.each(SAME_LABELS)('A label that looks the same identifies its field: %j', (label) => {
  expect(routeFieldValues(loyalty, { [label]: 'a' }).customFields).toEqual({ homeShop: 'a' });
  expect(isFieldHeader(loyalty, label)).toBe(true);
});

test('A column header that is the label of one field and the ID of another is the label', () => {
  const design = designOf(
    'generic',
    { id: 'Level', label: 'Old level' },
    { id: 'tier', label: 'level' },
  );
  for (const header of ['Level', 'LEVEL', 'level']) {
    const values = { [header]: 'Gold', Shoes: '42', [FROM_COLUMNS]: true };
    const routed = routeFieldValues(design, values, 'skip');
    expect(routed).toMatchObject({ customFields: { tier: 'Gold' }, skippedFields: ['Shoes'] });
    expect(isFieldHeader(design, header)).toBe(true);
  }
  expect(routeFieldValues(design, { Level: 'Gold' }).customFields).toEqual({ Level: 'Gold' });
  expect(isFieldHeader(design, 'Shoes')).toBe(false);
});

test('A label that two fields share identifies neither', () => {
  const design = designOf('generic', { id: 'a', label: 'Name' }, { id: 'b', label: 'Name' });
  expect(refusal(design, { Name: 'x' }).field).toBe('Name');
  expect(routeFieldValues(design, { a: 'x', b: 'y' }).customFields).toEqual({ a: 'x', b: 'y' });
});

test('The type of a card decides where memberName and memberId go', () => {
  const member = { memberName: 'Zoë', memberId: '0042' };
  expect(routeFieldValues(loyalty, member).templateFields).toEqual(member);
  const generic = designOf('generic', 'memberName');
  const { customFields } = routeFieldValues(generic, { memberName: 'Zoë' });
  expect(customFields).toEqual({ memberName: 'Zoë' });
  expect(refusal(generic, { memberId: '1' }).field).toBe('memberId');
});

const ODD_IDS = [
  ...['constructor', 'toString', 'hasOwnProperty', 'valueOf'],
  ...['🎂', 'two words', 'a.b', '$x'],
];

test('A field with an odd ID is an ordinary field', () => {
  const design = designOf('generic', ...ODD_IDS);
  const values = Object.fromEntries(ODD_IDS.map((id) => [id, `value of ${id}`]));
  expect(routeFieldValues(design, values).customFields).toEqual(values);
});

test('An odd ID that the design does not have is refused like any other', () => {
  for (const id of ODD_IDS) {
    expect(refusal(loyalty, { [id]: 'x' })).toMatchObject({ kind: 'invalidInput', field: id });
  }
});

test('A value for __proto__, which is not safe in JSON, is rejected, not lost', () => {
  const values = JSON.parse('{"__proto__": "x"}') as Record<string, unknown>;
  for (const design of [designOf('generic', '__proto__'), loyalty, undefined]) {
    expect(refusal(design, values).message).toContain("'__proto__'");
  }
});

test('A value for __proto__ that comes by its label is rejected, not lost', () => {
  const design = designOf('generic', { id: '__proto__', label: 'Nickname' });
  for (const unknownFields of ['refuse', 'skip'] as const) {
    const failure = refusal(design, { Nickname: 'x' }, unknownFields);
    expect(failure).toMatchObject({ kind: 'invalidInput', field: 'Nickname' });
    expect(failure.message).toContain("'__proto__' is not a valid field ID");
  }
});

const sentFor = (raw: unknown) =>
  routeFieldValues(loyalty, { homeShop: raw }).customFields.homeShop;

test.each([
  ['0042', '0042'],
  ['1,50', '1,50'],
  ['€10', '€10'],
  ['👩‍👩‍👧 Zoë', '👩‍👩‍👧 Zoë'],
  [0, 0],
  [-1.5, -1.5],
  [['a', 'b', 3], 'a, b, 3'],
  [['VIP', null, '', ' ', 'Gold', undefined], 'VIP, Gold'],
  [[90071992547409931234n, new Date(0)], '90071992547409931234, 1970-01-01T00:00:00.000Z'],
  // Calculations that JavaScript cannot represent exactly.
  [0.1 + 0.2, 0.3],
  [4.35 * 100, 435],
  [-1.1 * 3, -3.3],
  [[0.1 + 0.2, 1.005], '0.3, 1.005'],
  [123456789.012345, 123456789.012345],
  [9007199254740991, 9007199254740991],
  [1e-7, 1e-7],
  ['0.30000000000000004', '0.30000000000000004'],
  [new Date('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z'],
  [DateTime.fromISO('2026-01-02T03:04:05Z', { zone: 'utc' }), '2026-01-02T03:04:05.000Z'],
])('The value %p is sent as %p', (raw, sent) => {
  expect(sentFor(raw)).toBe(sent);
});

const EMPTY = ['', null, undefined, [], [null, '', ' '], '\u200b', '\ufeff \u2800'];
test.each(EMPTY)('The empty value %j is not sent', (raw) => {
  expect(sentFor(raw)).toBeUndefined();
});

test.each([
  [true, 'a boolean (true)'],
  [false, 'a boolean (false)'],
  [{ a: 1 }, 'an object'],
  [NaN, 'an invalid number'],
  [Infinity, 'an invalid number'],
  [[{ a: 1 }], 'a list with an object'],
  [['a', true], 'a list with a boolean (true)'],
  [[1, NaN], 'a list with an invalid number'],
  [[['a']], 'a list with a list'],
  [new Date(NaN), 'an object'],
  [DateTime.invalid('made up'), 'an object'],
  // The next three only look like a date.
  [{ isLuxonDateTime: true }, 'an object'],
  [{ toISO: () => new Date(NaN).toISOString() }, 'an object'],
  [{ toISO: 'no function' }, 'an object'],
  [() => 'x', 'an object'],
  [Symbol('x'), 'an object'],
])('The value %p is refused by name', (raw, words) => {
  const failure = thrownBy(() => sentFor(raw));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'homeShop' });
  expect(failure.message).toBe(
    `Field 'homeShop' (Home shop) is ${words}; pass fields accept text or numbers`,
  );
  expect(`${failure.message} ${failure.fix}`).not.toMatch(HARSH_WORDS);
});

test.each([
  9999999999999999,
  [1234567890123456789],
  ['Card', 9999999999999999],
  1234567890123456.5,
  1e300,
])('A number that has already lost digits is refused: %p', (raw) => {
  const { message } = thrownBy(() => sentFor(raw));
  expect(message).toMatch(/'homeShop'.*is too large to keep exactly/);
  expect(message).not.toMatch(/9999|1234/);
});

test.each(['Zo\ud83d', ['a', '\ud83d']])('The lone surrogate in %j is refused by name', (value) => {
  expect(thrownBy(() => sentFor(value))).toMatchObject({
    field: 'homeShop',
    message: "Field 'homeShop' (Home shop) contains a broken character",
  });
});

test.each([
  ...['#N/A', ' #REF!\u200b', 'undefined', 'NaN', '[object Object]', 'Loading...'],
  ...[['a', '#NV'], 'undefined undefined', ' null\u00a0NaN '],
])('The error value %j is refused by name', (value) => {
  const failure = thrownBy(() => sentFor(value));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'homeShop' });
  expect(failure.message).toMatch(/^Field 'homeShop' \(Home shop\) is the error value '\S+/);
});

test('A text that contains [object Object] is refused by name', () => {
  const failure = refusal(loyalty, { homeShop: 'Shop [object Object]' });
  expect(failure.message).toBe(
    "Field 'homeShop' (Home shop) contains the error value '[object Object]'",
  );
});

const WORDS = ['N/A', '-', 'Null', 'None', 'Nan', 'null and void', 'Error #N/A', '4.4E+11'];
test.each(WORDS)('The text %j is sent: it is not an error value', (word) => {
  expect(sentFor(word)).toBe(word);
});

const [giftCard, generic] = ['giftCard', 'generic'].map((type) =>
  designOf(type, { id: 'balance', label: 'Value' }),
);

test.each([
  [25, 25],
  ['12.50', '12.50'],
  [' １２ ', '12'],
  ['0', '0'],
])('The balance %j is sent as a number', (entered, balance) => {
  for (const values of [{ balance: entered }, { Value: entered }]) {
    expect(routeFieldValues(giftCard, values).templateFields).toEqual({ balance });
  }
  expect(routeFieldValues(undefined, { balance: entered }).templateFields).toEqual({ balance });
});

const NO_BALANCES = ['25,00', '1.234,50', '25 €', '1,800', '1e3', -5, '-5'];
test.each(NO_BALANCES)('The balance %j is refused', (entered) => {
  expect(refusal(giftCard, { Value: entered })).toMatchObject({
    kind: 'invalidInput',
    field: 'Value',
    message: `Field 'Value' must be a number of at least 0, not '${entered}'`,
  });
  expect(refusal(undefined, { balance: entered }).field).toBe('balance');
  // On a card without a balance, it is a text of the designer's.
  const { customFields } = routeFieldValues(generic, { Value: entered });
  expect(customFields).toEqual({ balance: entered });
});

test('An unknown field is refused, and the nearest one is named', () => {
  const failure = refusal(loyalty, { favoritDrink: 'Tea' });
  expect(failure.message).toBe("The template has no field 'favoritDrink'");
  expect(failure.fix).toContain("Did you mean 'favoriteDrink' (Favorite drink)?");
});

test('A label of several fields is refused with the ID of each', () => {
  const field = { valueGroup: 'customFields', place: 'row' } as const;
  const design = {
    readable: true,
    fields: [
      { ...field, id: 'first', label: 'Same' },
      { ...field, id: 'second', label: 'Same' },
    ],
  };
  const failure = refusal(design, { same: 'x' });
  expect(failure.message).toBe("The template has 2 fields called 'same'");
  expect(failure.fix).toContain("'first' or 'second'");
});

test('An unknown field is skipped and listed on request; an invalid value is still rejected', () => {
  expect(routeFieldValues(loyalty, { zzz: 'x', homeShop: 'a' }, 'skip')).toEqual({
    templateFields: {},
    customFields: { homeShop: 'a' },
    skippedFields: ['zzz'],
  });
  expect(refusal(loyalty, { homeShop: true }, 'skip').field).toBe('homeShop');
});

test.each([
  [{ homeShop: 'a', 'Home shop': 'b' }],
  [{ memberName: 'a', accountName: 'b' }],
  [{ Member: 'a', memberName: 'b' }],
  [{ memberId: '1', accountId: '2' }],
])('Two values for one field are refused: %j', (values) => {
  const [first, second] = Object.keys(values);
  expect(refusal(loyalty, values)).toMatchObject({
    kind: 'invalidInput',
    message: `'${first ?? ''}' and '${second ?? ''}' are the same field of the pass`,
  });
});

test('Two values for one field are accepted if one of them is empty', () => {
  expect(routeFieldValues(loyalty, { homeShop: '', 'Home shop': 'b' }).customFields).toEqual({
    homeShop: 'b',
  });
});

test('Without a readable design, doubtful fields are skipped if unknown ones are', () => {
  expect(routeFieldValues(undefined, { balance: 1, whatever: 'x' }, 'skip')).toEqual({
    templateFields: { balance: 1 },
    customFields: {},
    skippedFields: ['whatever'],
  });
});

test('Without a readable design, a date of validity is refused: the service would not read it', () => {
  const { message, fix } = refusal(undefined, { validUntil: '2026' });
  expect(message).toBe("'validUntil' is not a field of the card");
  expect(fix).toMatch("'Valid Until'");
});

test('Without a readable design, any field is accepted, and type fields go where the service reads them', () => {
  expect(
    routeFieldValues(undefined, { balance: 1, seat: '12', memberName: 'Zoë', whatever: 'x' }),
  ).toEqual({
    templateFields: { balance: 1, seat: '12', memberName: 'Zoë' },
    customFields: { whatever: 'x' },
    skippedFields: [],
  });
});

test.each<[string, Design | undefined, string, boolean]>([
  ['a field of the designer', loyalty, 'homeShop', true],
  ['a field of an unknown design', undefined, 'homeShop', true],
  ['an end of validity', designOf('generic', 'validUntil'), 'validUntil', false],
  ['a field of another type of pass', designOf('generic', 'seat'), 'seat', false],
  ['a name that stays where it is', designOf('generic', 'memberName'), 'memberName', true],
  ['a number that stays where it is', designOf('generic', 'memberId'), 'memberId', true],
  ['a name that another field may get', designOf('generic', 'memberName', 'ticketHolderName'), 'memberName', false],
  ['a number that another field may get', designOf('generic', 'memberId', 'accountId'), 'memberId', false],
  ['a name of an unknown design', undefined, 'memberName', false],
])('A value is copied to templateFields only if it stays there: %s', (_what, design, id, isCopied) => {
  expect(copiedToTemplateFields(design, { [id]: 'x' })).toEqual(isCopied ? { [id]: 'x' } : {});
}); // prettier-ignore

test('A copied value is shown once, as long as both are equal', () => {
  expect(
    withoutCopies(
      { balance: 5, homeShop: 'a', favoriteDrink: 'Tea', validUntil: '2031' },
      { balance: 5, homeShop: 'a', favoriteDrink: 'Milk', validUntil: '2031' },
    ),
  ).toEqual({ balance: 5, favoriteDrink: 'Tea', validUntil: '2031' });
});
