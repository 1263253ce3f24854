import { DateTime } from 'luxon';

import { type Design, readDesign } from '../../../shared/design/fields';
import { copiedToTemplateFields, withoutCopies } from '../../../shared/design/rowValues';
import { FROM_COLUMNS, isFieldHeader, routeFieldValues } from '../../../shared/design/routing';
import type { Template } from '../../../shared/service/schemas';
import { HARSH_WORDS, thrownBy } from '../../support/failures';

function designOf(type: string, fields: { id: string; label?: string }[]): Design {
  const pass = JSON.stringify({ rows: fields.map((one) => [one]) });
  return readDesign({ id: 't', name: 'T', type, pass } as Template);
}

const loyalty = designOf('loyalty', [
  { id: 'balance', label: 'Points' },
  { id: 'accountName', label: 'Member' },
  { id: 'homeShop', label: 'Home shop' },
  { id: 'favoriteDrink', label: 'Favorite drink' },
]);

describe('the destination of a value', () => {
  it('is templateFields for fields of the type, customFields for those of the designer', () => {
    expect(routeFieldValues(loyalty, { balance: 5, homeShop: 'Quay 4', accountId: '007' })).toEqual(
      {
        templateFields: { balance: 5, accountId: '007' },
        customFields: { homeShop: 'Quay 4' },
        skippedFields: [],
      },
    );
  });

  it('a label identifies its field, in any letter case', () => {
    expect(routeFieldValues(loyalty, { ' home SHOP ': 'a', Points: 1 })).toMatchObject({
      templateFields: { balance: 1 },
      customFields: { homeShop: 'a' },
    });
  });

  it.each(['\ufeffHome\u00a0shop', 'Home\u2003shop\u200b', 'HOME SH\u00adOP', 'home  shop'])(
    'a label that looks the same identifies it: %j',
    (label) => {
      expect(routeFieldValues(loyalty, { [label]: 'a' }).customFields).toEqual({ homeShop: 'a' });
      expect(isFieldHeader(loyalty, label)).toBe(true);
    },
  );

  it('a header that is the label of one field and the ID of another is the label', () => {
    const design = designOf('generic', [
      { id: 'Level', label: 'Old level' },
      { id: 'tier', label: 'level' },
    ]);
    for (const header of ['Level', 'LEVEL', 'level']) {
      const values = { [header]: 'Gold', Shoes: '42', [FROM_COLUMNS]: true };
      const routed = routeFieldValues(design, values, 'skip');
      expect(routed).toMatchObject({ customFields: { tier: 'Gold' }, skippedFields: ['Shoes'] });
      expect(isFieldHeader(design, header)).toBe(true);
    }
    expect(routeFieldValues(design, { Level: 'Gold' }).customFields).toEqual({ Level: 'Gold' });
    expect(isFieldHeader(design, 'Shoes')).toBe(false);
  });

  it('a label that two fields share identifies neither', () => {
    const design = designOf('generic', [
      { id: 'a', label: 'Name' },
      { id: 'b', label: 'Name' },
    ]);
    expect(thrownBy(() => routeFieldValues(design, { Name: 'x' })).field).toBe('Name');
    expect(routeFieldValues(design, { a: 'x', b: 'y' }).customFields).toEqual({ a: 'x', b: 'y' });
  });

  it('of memberName and memberId depends on the type', () => {
    expect(
      routeFieldValues(loyalty, { memberName: 'Zoë', memberId: '0042' }).templateFields,
    ).toEqual({
      memberName: 'Zoë',
      memberId: '0042',
    });
    const own = designOf('generic', [{ id: 'memberName' }]);
    expect(routeFieldValues(own, { memberName: 'Zoë' }).customFields).toEqual({
      memberName: 'Zoë',
    });
    expect(thrownBy(() => routeFieldValues(own, { memberId: '1' })).field).toBe('memberId');
  });
});

describe('odd field IDs', () => {
  const odd = [
    'constructor',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '🎂',
    'two words',
    'a.b',
    '$x',
  ];

  it('are ordinary fields if the design has them', () => {
    const design = designOf(
      'generic',
      odd.map((id) => ({ id })),
    );
    const values = Object.fromEntries(odd.map((id) => [id, `value of ${id}`]));
    expect(routeFieldValues(design, values).customFields).toEqual(values);
  });

  it('are ordinary fields if the design does not have them', () => {
    for (const id of odd) {
      const failure = thrownBy(() => routeFieldValues(loyalty, { [id]: 'x' }));
      expect(failure).toMatchObject({ kind: 'invalidInput', field: id });
    }
  });

  it('__proto__ is not safe in JSON and is rejected, not lost', () => {
    const values = JSON.parse('{"__proto__": "x"}') as Record<string, unknown>;
    const withIt = designOf('generic', [{ id: '__proto__' }]);
    for (const design of [withIt, loyalty, undefined]) {
      expect(thrownBy(() => routeFieldValues(design, values)).message).toContain("'__proto__'");
    }
  });

  it('__proto__ is rejected, not lost, if the value comes by its label', () => {
    const design = designOf('generic', [{ id: '__proto__', label: 'Nickname' }]);
    for (const unknownFields of ['refuse', 'skip'] as const) {
      const failure = thrownBy(() => routeFieldValues(design, { Nickname: 'x' }, unknownFields));
      expect(failure).toMatchObject({ kind: 'invalidInput', field: 'Nickname' });
      expect(failure.message).toContain("'__proto__' is not a valid field ID");
    }
  });
});

describe('a value', () => {
  const only = (raw: unknown) => routeFieldValues(loyalty, { homeShop: raw }).customFields.homeShop;

  it.each([
    ['0042', '0042'],
    ['1,50', '1,50'],
    ['€10', '€10'],
    ['👩‍👩‍👧 Zoë', '👩‍👩‍👧 Zoë'],
    [0, 0],
    [-1.5, -1.5],
    [['a', 'b', 3], 'a, b, 3'],
    [['VIP', null, '', ' ', 'Gold', undefined], 'VIP, Gold'],
    [[90071992547409931234n, new Date(0)], '90071992547409931234, 1970-01-01T00:00:00.000Z'],
    // Calculations that JavaScript cannot represent exactly.
    [0.1 + 0.2, 0.3],
    [4.35 * 100, 435],
    [-1.1 * 3, -3.3],
    [[0.1 + 0.2, 1.005], '0.3, 1.005'],
    [123456789.012345, 123456789.012345],
    [9007199254740991, 9007199254740991],
    [1e-7, 1e-7],
    ['0.30000000000000004', '0.30000000000000004'],
    [new Date('2026-01-02T03:04:05Z'), '2026-01-02T03:04:05.000Z'],
    [DateTime.fromISO('2026-01-02T03:04:05Z', { zone: 'utc' }), '2026-01-02T03:04:05.000Z'],
  ])('%p is sent as %p', (raw, sent) => {
    expect(only(raw)).toBe(sent);
  });

  it.each(['', null, undefined, [], [null, '', ' '], '\u200b', '\ufeff \u2800'])(
    '%j is not sent',
    (raw) => {
      expect(only(raw)).toBeUndefined();
    },
  );

  it.each([
    [true, 'a boolean (true)'],
    [false, 'a boolean (false)'],
    [{ a: 1 }, 'an object'],
    [NaN, 'an invalid number'],
    [Infinity, 'an invalid number'],
    [[{ a: 1 }], 'a list with an object'],
    [['a', true], 'a list with a boolean (true)'],
    [[1, NaN], 'a list with an invalid number'],
    [[['a']], 'a list with a list'],
    [new Date(NaN), 'an object'],
    [DateTime.invalid('made up'), 'an object'],
    [() => 'x', 'an object'],
    [Symbol('x'), 'an object'],
  ])('%p is refused by name', (raw, words) => {
    const failure = thrownBy(() => only(raw));
    expect(failure).toMatchObject({ kind: 'invalidInput', field: 'homeShop' });
    expect(failure.message).toBe(
      `Field 'homeShop' (Home shop) is ${words}; pass fields accept text or numbers`,
    );
    expect(`${failure.message} ${failure.hint}`).not.toMatch(HARSH_WORDS);
  });

  it.each([
    9999999999999999,
    [1234567890123456789],
    ['Card', 9999999999999999],
    1234567890123456.5,
    1e300,
  ])('that is a number and has already lost digits is refused: %p', (raw) => {
    const { message } = thrownBy(() => only(raw));
    expect(message).toMatch(/'homeShop'.*is too large to keep exactly/);
    expect(message).not.toMatch(/9999|1234/);
  });

  it.each(['Zo\ud83d', ['a', '\ud83d']])('a lone surrogate in %j is rejected by name', (value) => {
    const failure = thrownBy(() => routeFieldValues(loyalty, { homeShop: value }));
    expect(failure).toMatchObject({
      field: 'homeShop',
      message: "Field 'homeShop' (Home shop) contains a broken character",
    });
  });

  it.each([
    '#N/A',
    ' #REF!\u200b',
    'undefined',
    'NaN',
    '[object Object]',
    'Loading...',
    ['a', '#NV'],
    'undefined undefined',
    ' null\u00a0NaN ',
  ])('the error value %j is refused by name', (value) => {
    const failure = thrownBy(() => routeFieldValues(loyalty, { homeShop: value }));
    expect(failure).toMatchObject({ kind: 'invalidInput', field: 'homeShop' });
    expect(failure.message).toMatch(/^Field 'homeShop' \(Home shop\) is the error value '\S+/);
  });

  it('an object within a text is refused by name', () => {
    const failure = thrownBy(() => routeFieldValues(loyalty, { homeShop: 'Shop [object Object]' }));
    expect(failure.message).toBe(
      "Field 'homeShop' (Home shop) contains the error value '[object Object]'",
    );
  });

  it.each(['N/A', '-', 'Null', 'None', 'Nan', 'null and void', 'Error #N/A', '4.4E+11'])(
    '%j is a word',
    (value) => {
      expect(only(value)).toBe(value);
    },
  );

  const thrower = {
    toISO() {
      throw new TypeError('no date');
    },
  };
  it.each([thrower, { isLuxonDateTime: true }, { toISO: 'no function' }])(
    'a value that only looks like a date is refused by name: %j',
    (lookalike) => {
      const failure = thrownBy(() => routeFieldValues(loyalty, { homeShop: lookalike }));
      expect(failure.message).toBe(
        "Field 'homeShop' (Home shop) is an object; pass fields accept text or numbers",
      );
    },
  );
});

describe('a balance', () => {
  const [card, generic] = ['giftCard', 'generic'].map((type) =>
    designOf(type, [{ id: 'balance', label: 'Value' }]),
  );

  it.each([
    [25, 25],
    ['12.50', '12.50'],
    [' １２ ', '12'],
    ['0', '0'],
  ])('of %j is a number', (entered, balance) => {
    for (const values of [{ balance: entered }, { Value: entered }]) {
      expect(routeFieldValues(card, values).templateFields).toEqual({ balance });
    }
    expect(routeFieldValues(undefined, { balance: entered }).templateFields).toEqual({ balance });
  });

  it.each(['25,00', '1.234,50', '25 €', '1,800', '1e3', -5, '-5'])(
    'of %j is refused',
    (entered) => {
      expect(thrownBy(() => routeFieldValues(card, { Value: entered }))).toMatchObject({
        kind: 'invalidInput',
        field: 'Value',
        message: `Field 'Value' must be a number of at least 0, not '${entered}'`,
      });
      expect(thrownBy(() => routeFieldValues(undefined, { balance: entered })).field).toBe(
        'balance',
      );
      // On a card without a balance, it is a text of the designer's.
      expect(routeFieldValues(generic, { Value: entered }).customFields).toEqual({
        balance: entered,
      });
    },
  );
});

describe('an unknown key', () => {
  it('is refused, and the nearest field is named', () => {
    const failure = thrownBy(() => routeFieldValues(loyalty, { favoritDrink: 'Tea' }));
    expect(failure.message).toBe("The template has no field 'favoritDrink'");
    expect(failure.hint).toContain("Did you mean 'favoriteDrink' (Favorite drink)?");
  });

  it('that matches several fields is reported with the ID of each', () => {
    const field = { valueGroup: 'customFields', place: 'row' } as const;
    const design = {
      readable: true,
      fields: [
        { ...field, id: 'first', label: 'Same' },
        { ...field, id: 'second', label: 'Same' },
      ],
    };
    const failure = thrownBy(() => routeFieldValues(design, { same: 'x' }));
    expect(failure.message).toBe("The template has 2 fields called 'same'");
    expect(failure.hint).toContain("'first' or 'second'");
  });

  it('is skipped and listed on request; an invalid value is still rejected', () => {
    expect(routeFieldValues(loyalty, { zzz: 'x', homeShop: 'a' }, 'skip')).toEqual({
      templateFields: {},
      customFields: { homeShop: 'a' },
      skippedFields: ['zzz'],
    });
    expect(thrownBy(() => routeFieldValues(loyalty, { homeShop: true }, 'skip')).field).toBe(
      'homeShop',
    );
  });
});

describe('one field given twice', () => {
  it.each([
    [{ homeShop: 'a', 'Home shop': 'b' }],
    [{ memberName: 'a', accountName: 'b' }],
    [{ Member: 'a', memberName: 'b' }],
    [{ memberId: '1', accountId: '2' }],
  ])('%j is refused', (values) => {
    const [first, second] = Object.keys(values);
    expect(thrownBy(() => routeFieldValues(loyalty, values))).toMatchObject({
      kind: 'invalidInput',
      message: `'${first ?? ''}' and '${second ?? ''}' are the same field of the pass`,
    });
  });

  it('is fine while one of them is empty', () => {
    expect(routeFieldValues(loyalty, { homeShop: '', 'Home shop': 'b' }).customFields).toEqual({
      homeShop: 'b',
    });
  });
});

describe('without a readable design', () => {
  it('if unknown fields are skipped, so are doubtful ones', () => {
    expect(routeFieldValues(undefined, { balance: 1, whatever: 'x' }, 'skip')).toEqual({
      templateFields: { balance: 1 },
      customFields: {},
      skippedFields: ['whatever'],
    });
  });

  it('refuses a date of validity, which the service would not read there', () => {
    const { message, hint } = thrownBy(() => routeFieldValues(undefined, { validUntil: '2026' }));
    expect(message).toBe("'validUntil' is not a field of the card");
    expect(hint).toMatch("'Valid Until'");
  });

  it('any key is accepted, type fields only where the service reads them', () => {
    expect(
      routeFieldValues(undefined, { balance: 1, seat: '12', memberName: 'Zoë', whatever: 'x' }),
    ).toEqual({
      templateFields: { balance: 1, seat: '12', memberName: 'Zoë' },
      customFields: { whatever: 'x' },
      skippedFields: [],
    });
  });
});

describe('the values that are sent in both places', () => {
  const card = (...ids: string[]) =>
    designOf(
      'generic',
      ids.map((id) => ({ id })),
    );

  it.each<[string, Design | undefined, string, boolean]>([
    ['a field of the designer', loyalty, 'homeShop', true],
    ['a field of an unknown design', undefined, 'homeShop', true],
    ['an end of validity', card('validUntil'), 'validUntil', false],
    ['a field of another type of pass', card('seat'), 'seat', false],
    ['a name that stays where it is', card('memberName'), 'memberName', true],
    ['a number that stays where it is', card('memberId'), 'memberId', true],
    [
      'a name that another field may get',
      card('memberName', 'ticketHolderName'),
      'memberName',
      false,
    ],
    ['a number that another field may get', card('memberId', 'accountId'), 'memberId', false],
    ['a name of an unknown design', undefined, 'memberName', false],
  ])('%s', (_what, design, id, isCopied) => {
    expect(copiedToTemplateFields(design, { [id]: 'x' })).toEqual(isCopied ? { [id]: 'x' } : {});
  });

  it('are shown once, as long as they are equal', () => {
    expect(
      withoutCopies(
        { balance: 5, homeShop: 'a', favoriteDrink: 'Tea', validUntil: '2031' },
        { balance: 5, homeShop: 'a', favoriteDrink: 'Milk', validUntil: '2031' },
      ),
    ).toEqual({ balance: 5, favoriteDrink: 'Tea', validUntil: '2031' });
  });
});
