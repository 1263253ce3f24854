import { createHash } from 'node:crypto';

import { deriveExternalId } from '../../../shared/service/derivedId';

it('is the start of the SHA-256 hash of the values', () => {
  const hash = createHash('sha256').update('["ana@example.com","7"]').digest('hex');
  expect(deriveExternalId(['ana@example.com', '7'])).toBe(`row-${hash.slice(0, 20)}`);
});

it('ignores case, surrounding spaces and the form of accents', () => {
  expect(deriveExternalId([' JOSE\u0301 '])).toBe(deriveExternalId(['jos\u00e9']));
  expect(deriveExternalId(['Ana\u00a0\u200bSouza'])).toBe(deriveExternalId(['ana souza']));
});

it('depends on each value and on where it is', () => {
  const ids = [['a', 'b'], ['b', 'a'], ['ab'], ['a', 'b', ''], ['a,b']].map(deriveExternalId);
  expect(new Set(ids).size).toBe(ids.length);
});
