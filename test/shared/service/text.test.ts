import fc from 'fast-check';

import { comparable, firstDifference, isBlank, plain, trimmed } from '../../../shared/service/text';

const UNSEEN = [
  ...[' ', '\t', '\n', '\u0085', '\u00a0', '\u2003', '\u3000', '\u00ad', '\u034f', '\u061c'],
  ...['\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060'],
  ...['\u2069', '\u2800', '\u3164', '\ufe00', '\ufe0f', '\ufeff', '\uffa0'],
  ...['\u{e0020}', '\u{e0100}'],
];
const unseen = fc.string({ unit: fc.constantFrom(...UNSEEN), maxLength: 6 });
const seen = fc.string({ unit: fc.constantFrom('a', 'Ö', '0', '-', '👩', '\ud83d'), minLength: 1 });

test('A text of invisible characters is blank, and no other text is', () => {
  fc.assert(
    fc.property(unseen, seen, unseen, (before, text, after) => {
      expect(isBlank(before)).toBe(true);
      expect(isBlank(before + text + after)).toBe(false);
    }),
  );
});

test('Invisible characters are removed at the ends of a text, and stay within', () => {
  fc.assert(
    fc.property(unseen, seen, unseen, seen, unseen, (before, first, within, last, after) => {
      const text = first + within + last;
      expect(trimmed(before + text + after)).toBe(text);
      expect(trimmed(before)).toBe('');
    }),
  );
  expect(trimmed('👩‍👩‍👧 ')).toBe('👩‍👩‍👧');
});

test('Labels that look the same count as the same', () => {
  const label = comparable('Zo\u00eb Level');
  for (const same of [
    ...['\ufeffZoe\u0308 level', 'Zo\u00eb\u00a0Level\u200b', 'ZO\u00cb\u2003\u00adLEVEL '],
    'Zo\u0000\u00eb\u001f Le\ufffdvel',
  ]) {
    expect(comparable(same)).toBe(label);
  }
  expect(comparable('ZoëLevel')).not.toBe(label);
});

test.each([
  ['M\u20111001', 'M-1001'],
  ['M\u20101001', 'M-1001'],
  ['M\u00a01\u2009\u2007\u202f\u3000\u200a2', 'M 1     2'],
  ['\u05d0\u05d1\u200f-1\u200e', '\u05d0\u05d1-1'],
  ['\u0645\u200f-1', '\u0645-1'],
  ['M\u200b-\u00ad1\u2060', 'M-1'],
  ['A\u200dB\u200c', 'AB'],
  ['\u0645\u06cc\u200c\u200c', '\u0645\u06cc'],
  ['O\u2019Neil\u2018s\u02bc', "O'Neil's'"],
  ['Ｍ－１００１＠ｘ', 'M-1001@x'],
  ['ｶﾞ', 'ガ'],
  ['٠١٩-۰۹-०९-๐๙', '019-09-09-09'],
  ['\u{1d7d8}\u{1d7e1}\u{116da}\u{116e3}', '0909'],
  ['Zoe\u0308', 'Zo\u00eb'],
])('The text %j reads as %j', (text, read) => {
  expect(plain(text)).toBe(read);
});

const DISTINCT = [
  'M\u20131',
  'a  b',
  'M\u22121',
  'a/b',
  'm-1',
  '①²½',
  'ﬁ',
  '👩‍🚀',
  'می‌خواهم',
  'क्‍ष',
];
test.each(DISTINCT)('The text %j stays as it is: a person sees the difference', (text) => {
  expect(plain(text)).toBe(text);
});

test('A text that is already plain stays as it is', () => {
  const unit = fc.oneof(
    fc.constantFrom(...UNSEEN, '\u2011', '\u2019', '٣', 'Ａ', 'é'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit }), (text) => {
      expect(plain(plain(text))).toBe(plain(text));
    }),
  );
});

test('The first difference of two texts is named', () => {
  expect(firstDifference('M-1', 'M\u20131')).toBe(
    'the character - (U+002D) at position 2 and the character \u2013 (U+2013) at position 2',
  );
  expect(firstDifference('a b', 'a b ')).toBe('nothing and a space (U+0020) at position 4');
});
