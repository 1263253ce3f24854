import * as fc from 'fast-check';

import { templateFieldId, templateFieldKey } from '../../zapier/controls/fieldValues';

/** Any text at all, emoji and unpaired surrogates included. */
const anyId = fc.string({ unit: 'binary', minLength: 1 });
/** Texts full of characters that the encoding itself uses. */
const trickyId = fc.string({ unit: fc.constantFrom('_', 'Z', '0', '5', 'f', 'a', 'ö', '🎟') });

describe('keys of template fields', () => {
  it('leave ordinary IDs readable', () => {
    expect(templateFieldKey('memberNumber')).toBe('field_memberNumber');
    expect(templateFieldKey('member_number')).toBe('field_member_number');
    expect(templateFieldKey('Größe 🎟')).toBe('field_GrZ00f6Z00dfeZ0020Zd83cZdf9f');
  });

  it.each([anyId, trickyId])('come back as the ID they were made from (%#)', (ids) => {
    fc.assert(fc.property(ids, (id) => expect(templateFieldId(templateFieldKey(id))).toBe(id)));
  });

  it.each([anyId, trickyId])('contain only letters, digits and single underscores (%#)', (ids) => {
    fc.assert(
      fc.property(ids, (id) => {
        expect(templateFieldKey(id)).toMatch(/^field_[A-Za-z0-9_]*$/);
        expect(templateFieldKey(id)).not.toContain('__');
      }),
    );
  });

  it('belong to template fields only', () => {
    expect(templateFieldId('fieldValues')).toBeUndefined();
    expect(templateFieldId('templateId')).toBeUndefined();
  });
});
