import fc from 'fast-check';

import { readDesign } from '../../../shared/design/fields';
import type { Template } from '../../../shared/service/schemas';
import { PASS_TYPE_FIELDS, TEMPLATE_TYPES } from '../../../shared/service/vocabulary';

function template(design: unknown, type = 'generic'): Template {
  const pass = typeof design === 'string' ? design : JSON.stringify(design);
  return { id: 't', name: 'T', type, pass } as Template;
}
const ids = (design: unknown) => readDesign(template(design)).fields.map(({ id }) => id);

const LOYALTY_CARD = {
  header: { id: 'balance', label: 'Points' },
  rows: [[{ id: 'accountName', label: 'Member' }, {}, { id: 'homeShop', label: ' Shop ' }]],
  linkRows: [{ id: 'terms' }],
};

test('Fields come in the order of the card, then those of the type that it does not show', () => {
  const { fields, stampCount } = readDesign(template(LOYALTY_CARD, 'loyalty'));
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

test('A field that the type does not have belongs to the designer', () => {
  const { fields } = readDesign(template(LOYALTY_CARD, 'generic'));
  expect(new Set(fields.map(({ valueGroup }) => valueGroup))).toEqual(new Set(['customFields']));
});

test('A repeated field ID counts once, and an empty column not at all', () => {
  const rows = [[{ id: 'a', label: 'A' }, {}, { id: 'a', label: 'Again' }], [{ label: 'no ID' }]];
  expect(ids({ rows })).toEqual(['a']);
});

test('A field may have any ID, such as __proto__', () => {
  const rows = [
    [{ id: 'constructor' }, { id: '__proto__' }, { id: 'toString' }],
    [{ id: '🎂' }, { id: 'two words' }, { id: 'a.b[0]' }],
  ];
  const text = JSON.stringify({ rows });
  expect(ids(text)).toEqual(['constructor', '__proto__', 'toString', '🎂', 'two words', 'a.b[0]']);
});

test('Only a design that turns stamps on is a stamp card', () => {
  const size = (pass: object) => readDesign(template(pass, 'loyalty')).stampCount;
  expect(size({ useStampCollection: true, stampCount: 10 })).toBe(10);
  expect(size({ useStampCollection: false, stampCount: 10 })).toBeUndefined();
  expect(size({ stampCount: 10 })).toBeUndefined();
});

const UNREADABLE = ['{broken', '[]', '"text"', 'null', '', '{"rows": 3}', '<html>'];
test.each(UNREADABLE)('The unreadable design %j leaves the fields of the type', (text) => {
  const { json, fields } = readDesign(template(text, 'giftCard'));
  expect(json).toBeUndefined();
  expect(fields.map(({ id }) => id)).toEqual(PASS_TYPE_FIELDS.giftCard);
});

test('Reading a design never fails, whatever its text', () => {
  const any = fc.oneof(fc.json(), fc.string(), fc.anything({ withNullPrototype: false }));
  const type = fc.oneof(fc.constantFrom(...TEMPLATE_TYPES), fc.constant('constructor'));
  fc.assert(
    fc.property(any, type, (pass, of) => {
      const { fields } = readDesign({ ...template({}, of), pass } as Template);
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    }),
  );
});

test('An invalid part of a design does not affect the others', () => {
  const pass = {
    header: 'text',
    rows: [null, 'text', [null, 7, { id: 'a' }, { id: 5 }]],
    linkRows: [[]],
  };
  expect(ids(pass)).toEqual(['a']);
});
