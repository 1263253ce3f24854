import * as fc from 'fast-check';

import { fieldOfKey, keyOfField } from '../../zapier/input/fieldKeys';

/** Any text at all, emoji and unpaired surrogates included. */
const anyId = fc.string({ unit: 'binary', minLength: 1 });
/** Texts full of what the encoding itself uses. */
const trickyId = fc.string({ unit: fc.constantFrom('_', 'Z', '0', '5', 'f', 'a', 'ö', '🎟') });

describe('keys of template fields', () => {
  it('leave ordinary IDs readable', () => {
    expect(keyOfField('memberNumber')).toBe('field_memberNumber');
    expect(keyOfField('member_number')).toBe('field_member_number');
    expect(keyOfField('Größe 🎟')).toBe('field_GrZ00f6Z00dfeZ0020Zd83cZdf9f');
  });

  it.each([anyId, trickyId])('come back as the ID they were made from (%#)', (ids) => {
    fc.assert(fc.property(ids, (id) => expect(fieldOfKey(keyOfField(id))).toBe(id)));
  });

  it.each([anyId, trickyId])('hold letters, digits and single underscores only (%#)', (ids) => {
    fc.assert(
      fc.property(ids, (id) => {
        expect(keyOfField(id)).toMatch(/^field_[A-Za-z0-9_]*$/);
        expect(keyOfField(id)).not.toContain('__');
      }),
    );
  });

  it('belong to template fields only', () => {
    expect(fieldOfKey('fieldValues')).toBeUndefined();
    expect(fieldOfKey('templateId')).toBeUndefined();
  });
});
