import fc from 'fast-check';

import { readDesign } from '../../../shared/design/fields';
import type { Template } from '../../../shared/service/schemas';
import { PASS_TYPE_FIELDS, TEMPLATE_TYPES } from '../../../shared/service/vocabulary';

const template = (pass: unknown, type = 'generic'): Template =>
  ({
    id: 't',
    name: 'T',
    type,
    pass: typeof pass === 'string' ? pass : JSON.stringify(pass),
  }) as Template;

const ids = (pass: unknown, type?: string) =>
  readDesign(template(pass, type)).fields.map(({ id }) => id);

describe('the fields of a design', () => {
  const design = {
    header: { id: 'balance', label: 'Points' },
    rows: [[{ id: 'accountName', label: 'Member' }, {}, { id: 'homeShop', label: ' Shop ' }]],
    linkRows: [{ id: 'terms' }],
  };

  it('come in the order of the card, then the fields of the type that it does not show', () => {
    const { fields, stampCount } = readDesign(template(design, 'loyalty'));
    expect({ fields, stampCount }).toEqual({
      fields: [
        { id: 'balance', label: 'Points', valueGroup: 'templateFields', place: 'header' },
        { id: 'accountName', label: 'Member', valueGroup: 'templateFields', place: 'row' },
        { id: 'homeShop', label: 'Shop', valueGroup: 'customFields', place: 'row' },
        { id: 'terms', label: 'terms', valueGroup: 'customFields', place: 'back' },
        { id: 'accountId', label: 'Account id', valueGroup: 'templateFields', place: 'none' },
        { id: 'rewards', label: 'Rewards', valueGroup: 'templateFields', place: 'none' },
        { id: 'currencyCode', label: 'Currency code', valueGroup: 'templateFields', place: 'none' },
      ],
    });
  });

  it('belong to the designer if the type has no such field', () => {
    const { fields } = readDesign(template(design, 'generic'));
    expect(new Set(fields.map(({ valueGroup }) => valueGroup))).toEqual(new Set(['customFields']));
  });

  it('count a repeated ID once and an empty column not at all', () => {
    const rows = [[{ id: 'a', label: 'A' }, {}, { id: 'a', label: 'Again' }], [{ label: 'no ID' }]];
    expect(ids({ rows })).toEqual(['a']);
  });

  it('are read whatever the IDs are', () => {
    const rows = [
      [{ id: 'constructor' }, { id: '__proto__' }, { id: 'toString' }],
      [{ id: '🎂' }, { id: 'two words' }, { id: 'a.b[0]' }],
    ];
    const text = JSON.stringify({ rows });
    expect(ids(text)).toEqual([
      'constructor',
      '__proto__',
      'toString',
      '🎂',
      'two words',
      'a.b[0]',
    ]);
  });
});

describe('a stamp card', () => {
  it('is recognized only by its design', () => {
    const size = (pass: object) => readDesign(template(pass, 'loyalty')).stampCount;
    expect(size({ useStampCollection: true, stampCount: 10 })).toBe(10);
    expect(size({ useStampCollection: false, stampCount: 10 })).toBeUndefined();
    expect(size({ stampCount: 10 })).toBeUndefined();
  });
});

describe('a design that cannot be read', () => {
  it.each([['{broken'], ['[]'], ['"text"'], ['null'], [''], ['{"rows": 3}'], ['<html>']])(
    '%s is undefined, and leaves the fields of the type',
    (pass) => {
      const design = readDesign(template(pass, 'giftCard'));
      expect(design.json).toBeUndefined();
      expect(design.fields.map(({ id }) => id)).toEqual(PASS_TYPE_FIELDS.giftCard);
    },
  );

  it('never throws, whatever the text', () => {
    const any = fc.oneof(fc.json(), fc.string(), fc.anything({ withNullPrototype: false }));
    const type = fc.oneof(fc.constantFrom(...TEMPLATE_TYPES), fc.constant('constructor'));
    fc.assert(
      fc.property(any, type, (pass, of) => {
        const { fields } = readDesign({ ...template({}, of), pass } as Template);
        expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
      }),
    );
  });

  it('an invalid part does not affect the others', () => {
    const pass = {
      header: 'text',
      rows: [null, 'text', [null, 7, { id: 'a' }, { id: 5 }]],
      linkRows: [[]],
    };
    expect(ids(pass)).toEqual(['a']);
  });
});
