import fc from 'fast-check';

import { comparable, isBlank, trimmed } from '../../../shared/service/text';

const UNSEEN = [
  ...[' ', '\t', '\n', '\u0085', '\u00a0', '\u2003', '\u3000', '\u00ad', '\u034f', '\u061c'],
  ...['\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060'],
  ...['\u2069', '\u2800', '\u3164', '\ufe00', '\ufe0f', '\ufeff', '\uffa0'],
  ...['\u{e0020}', '\u{e0100}'],
];
const unseen = fc.string({ unit: fc.constantFrom(...UNSEEN), maxLength: 6 });
const seen = fc.string({ unit: fc.constantFrom('a', 'Ö', '0', '-', '👩', '\ud83d'), minLength: 1 });

it('a text of what nobody sees is blank, and nothing else is', () => {
  fc.assert(
    fc.property(unseen, seen, unseen, (before, text, after) => {
      expect(isBlank(before)).toBe(true);
      expect(isBlank(before + text + after)).toBe(false);
    }),
  );
});

it('what nobody sees is removed at the ends, and stays within', () => {
  fc.assert(
    fc.property(unseen, seen, unseen, seen, unseen, (before, first, within, last, after) => {
      const text = first + within + last;
      expect(trimmed(before + text + after)).toBe(text);
      expect(trimmed(before)).toBe('');
    }),
  );
  expect(trimmed('👩‍👩‍👧 ')).toBe('👩‍👩‍👧');
});

it('labels that look the same are comparable', () => {
  const label = comparable('Zo\u00eb Level');
  for (const same of [
    '\ufeffZoe\u0308 level',
    'Zo\u00eb\u00a0Level\u200b',
    'ZO\u00cb\u2003\u00adLEVEL ',
    'Zo\u0000\u00eb\u001f Le\ufffdvel',
  ]) {
    expect(comparable(same)).toBe(label);
  }
  expect(comparable('ZoëLevel')).not.toBe(label);
});
