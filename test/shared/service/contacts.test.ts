import fc from 'fast-check';

import { emailForms, isSameContact, normalizedContact } from '../../../shared/service/contacts';

const SPELLINGS = [
  ...['+49 151 1234567', '+491511234567', '0049 (151) 123-4567', '0049151/1234567'],
  ...['+49 (0)151 123.45.67', '\u202a+49\u2011151\u00a01234567\u202c'],
  ...['\u200b+49 151\u20131234567', '[+49] 151 1234567', '+49 0151 1234567'],
  ...['0049 0151 1234567', 'tel:+49-151-1234567'],
];

test.each(SPELLINGS)('The phone number %j is the same in every other spelling', (spelling) => {
  for (const other of SPELLINGS) expect(isSameContact('phone', spelling, other)).toBe(true);
});

test.each([
  ['+49 151 1234567', '+49 151 1234568'],
  ['+49 151 1234567', '0151 1234567'],
  ['+49 151 1234567', '+49 151 1234567 ext. 5'],
  ['+39 06 12345678', '+39 6 12345678'],
  ['+44 20 7946 0958', '020 7946 0958'],
])('The phone numbers %s and %s may be two', (first, second) => {
  expect(isSameContact('phone', first, second)).toBe(false);
});

test('An email address is the same in any case, in either Unicode form and with invisible characters', () => {
  expect(isSameContact('email', ' Ana@Exa.de\u200b', '\ufeffana@ex\u00ada.de')).toBe(true);
  expect(isSameContact('email', 'ana\u2010b@x.de', 'ana-b@x.de')).toBe(true);
  expect(isSameContact('email', 'zoe\u0308@x.de', 'ZO\u00cb@x.de')).toBe(true);
  expect(isSameContact('email', 'ana+a@x.de', 'ana@x.de')).toBe(false);
});

test('An email address is the same in both forms of its domain', () => {
  expect(isSameContact('email', 'Ana@Müller.de', 'ana@xn--mller-kva.de')).toBe(true);
  expect(isSameContact('email', 'ana@müller.de', 'ana@muller.de')).toBe(false);
  expect(isSameContact('email', 'ana@x.de/ä', 'ana@x.de')).toBe(false);
  for (const address of ['ana@müller.de', 'ana@xn--mller-kva.de']) {
    expect(emailForms(address).sort()).toEqual(['ana@müller.de', 'ana@xn--mller-kva.de']);
  }
  for (const address of ['ana@example.com', 'ana@xn---3uxf.de']) {
    expect(emailForms(address)).toEqual([address]);
  }
});

test('A value that is not a contact is the same as no other one', () => {
  const none = fc.oneof(
    fc.constantFrom(undefined, null, '', ' ', '-', '--', '.', '/', '()', '+', '\u200b', '\u2800'),
    fc.string({ unit: fc.constantFrom('-', '.', '/', '(', ')', ' ', '+', '\u2011', '\u200b') }),
  );
  const channels = fc.constantFrom('email' as const, 'phone' as const);
  fc.assert(
    fc.property(none, none, channels, (a, b, channel) => {
      expect(isSameContact(channel, a, b)).toBe(false);
      expect(normalizedContact(channel, a ?? '')).toBeUndefined();
    }),
  );
});
