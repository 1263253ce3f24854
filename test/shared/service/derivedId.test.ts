import { createHash } from 'node:crypto';

import { deriveExternalId } from '../../../shared/service/derivedId';

it('is the start of the SHA-256 hash of the values', () => {
  const hash = createHash('sha256').update('["ana@example.com","7"]').digest('hex');
  expect(deriveExternalId(['ana@example.com', '7'])).toBe(`row-${hash.slice(0, 20)}`);
});

it('ignores surrounding spaces, the form of accents, and the case of an email address', () => {
  expect(deriveExternalId([' Jose\u0301 '])).toBe(deriveExternalId(['Jos\u00e9']));
  expect(deriveExternalId(['Ana\u00a0\u200bSouza'])).toBe(deriveExternalId(['Ana Souza']));
  expect(deriveExternalId(['Ana@Example.com'])).toBe(deriveExternalId(['ana@example.com']));
});

it('keeps the case of an ID: two of them may differ in nothing else', () => {
  expect(deriveExternalId(['a0Q1Nx'])).not.toBe(deriveExternalId(['a0Q1NX']));
});

it('depends on each value and on where it is', () => {
  const ids = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', ''], ['a,b']].map(deriveExternalId);
  expect(new Set(ids).size).toBe(ids.length);
});
