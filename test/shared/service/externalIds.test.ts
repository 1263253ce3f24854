import { createHash } from 'node:crypto';

import { deriveExternalId, looseExternalId } from '../../../shared/service/externalIds';

test.each([
  ['case', 'M-1', 'm-1'],
  ['blanks', 'M 1', ' M1 '],
  ['invisible characters', 'M-1', 'M\u200b-1\ufeff'],
  ['kinds of dashes', 'M-1', 'M\u2013\u200b1'],
  ['a minus sign', 'M-1', 'M\u22121'],
  ['full width', 'M-1', 'Ｍ－１'],
  ['digits', '\u0661\u0660\u0660\u0661', '1001'],
  ['a ligature of a document', 'fit-1', 'ﬁt-1'],
  ['sharp s', 'Strauß', 'STRAUSS'],
  ['kinds of apostrophes', "O'Neil-1", 'O’Neil-1'],
  ['an accent in place of an apostrophe', "O'Neil-1", 'O´Neil-1'],
  ['a leading plus sign', '+431234510', '431234510'],
  ['a leading apostrophe, which makes a sheet keep text', "'0042", '42'],
  ['a decimal comma', '1,5', '1.5'],
  ['a dotted capital I', 'İzmir-1', 'izmir-1'],
  ['leading zeros', '007', '7'],
  ['leading zeros within', 'M-007', 'M-7'],
  ['a number that a sheet has shown with a decimal', '42', '42.0'],
  ['commas between thousands', '1000', '1,000'],
  ['dots between thousands', '1000', '1.000'],
  ['apostrophes between thousands', '1000', "1'000"],
  ['spaces between thousands', '1000', '1\u202f000'],
  ['millions, and decimals', '1234567', '1,234,567.00'],
  ['thousands within', 'M-1000', 'M-1,000'],
  ['an exponent', '17743856575', '1.7743856575E10'],
  ['a formula that keeps zeros', '00101', '="00101"'],
])('Two external IDs that differ in %s may be the same', (_what, first, second) => {
  expect(looseExternalId(first)).toBe(looseExternalId(second));
});

test.each([
  ['M-1', 'M-11'],
  ['M-1', 'M-10'],
  ['100', '1'],
  ['0', '00a'],
  ['4.5', '45'],
  ['1+1', '11'],
  ["O'Neil", 'ONeil'],
  ['1.10', '1.1'],
  ['12E5', '1200000'],
  ['1.2E5', '120000'],
  ['1.0', '10'],
  ['1.000', '1'],
  ['1.0000', '10000'],
  ['1.2345', '12345'],
  ['a-b', 'ab'],
  ['Ana', 'Anna'],
])('The external IDs %s and %s are two', (first, second) => {
  expect(looseExternalId(first)).not.toBe(looseExternalId(second));
});

test('A derived external ID is the start of the SHA-256 hash of the values', () => {
  const hash = createHash('sha256').update('["ana@example.com","7"]').digest('hex');
  expect(deriveExternalId(['ana@example.com', '7'])).toBe(`row-${hash.slice(0, 20)}`);
});

test('A derived external ID ignores surrounding spaces, the form of accents, and the case of an email', () => {
  expect(deriveExternalId([' Jose\u0301 '])).toBe(deriveExternalId(['Jos\u00e9']));
  expect(deriveExternalId(['Ana\u00a0\u200bSouza'])).toBe(deriveExternalId(['Ana Souza']));
  expect(deriveExternalId(['M\u2011\u0661'])).toBe(deriveExternalId(['M-1']));
  expect(deriveExternalId(['Ana@Example.com'])).toBe(deriveExternalId(['ana@example.com']));
});

test('A derived external ID keeps the case of an ID: two of them may differ in nothing else', () => {
  expect(deriveExternalId(['a0Q1Nx'])).not.toBe(deriveExternalId(['a0Q1NX']));
});

test('A derived external ID depends on each value and on where it is', () => {
  const ids = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', ''], ['a,b']].map(deriveExternalId);
  expect(new Set(ids).size).toBe(ids.length);
});
