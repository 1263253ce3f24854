import * as fc from 'fast-check';

import { templateFieldId, templateFieldKey } from '../../zapier/controls/fieldValues';

/** Any text at all, emoji and unpaired surrogates included. */
const anyId = fc.string({ unit: 'binary', minLength: 1 });
/** Texts full of characters that the encoding itself uses. */
const trickyId = fc.string({ unit: fc.constantFrom('_', 'Z', '0', '5', 'f', 'a', 'ö', '🎟') });

test('The key of a template field leaves an ordinary ID readable', () => {
  expect(templateFieldKey('memberNumber')).toBe('field_memberNumber');
  expect(templateFieldKey('member_number')).toBe('field_member_number');
  expect(templateFieldKey('Größe 🎟')).toBe('field_GrZ00f6Z00dfeZ0020Zd83cZdf9f');
});

test.each([anyId, trickyId])('The key of a template field comes back as its ID (%#)', (ids) => {
  fc.assert(fc.property(ids, (id) => expect(templateFieldId(templateFieldKey(id))).toBe(id)));
});

test.each([anyId, trickyId])('A template field key has only letters, digits and _ (%#)', (ids) => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(templateFieldKey(id)).toMatch(/^field_[A-Za-z0-9_]*$/);
      expect(templateFieldKey(id)).not.toContain('__');
    }),
  );
});

test('The key of another input is not that of a template field', () => {
  expect(templateFieldId('fieldValues')).toBeUndefined();
  expect(templateFieldId('templateId')).toBeUndefined();
});
