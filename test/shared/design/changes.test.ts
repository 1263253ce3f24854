import fc from 'fast-check';

import { readDesign, type TemplateDesign } from '../../../shared/design/fields';
import {
  checkDesign,
  designChanges,
  needsCurrentDesign,
  type DesignInput,
} from '../../../shared/design/changes';
import { thrownBy } from '../../support/failures';

const input = (inputs: Partial<DesignInput>): DesignInput => ({
  rows: [],
  linkRows: [],
  ...inputs,
});

/** `Name=accountName` is a field with an ID, `Name` one without, `-` an empty column. */
function parsed(text: string): { id?: string; label?: string } {
  const [label, id] = text.split('=');
  if (label === '-') return {};
  return id === undefined ? { label } : { id, label };
}

interface Card {
  header?: string;
  /** One text a row, its columns separated by ` | `. */
  rows?: string[];
  linkRows?: string[];
}

function design({ header, rows, linkRows }: Card): TemplateDesign {
  return {
    ...(header !== undefined && { header: parsed(header) }),
    ...(rows && { rows: rows.map((row) => row.split(' | ').map(parsed)) }),
    ...(linkRows && { linkRows: linkRows.map(parsed) }),
  };
}

/** The same card as the current design of a template. */
const current = (card: Card) => readDesign({ type: 'generic', pass: design(card) });

/** The same card, filled into Header Label, Rows and Back Fields. */
function asInputs({ header, rows = [], linkRows = [] }: Card): DesignInput {
  const headline = header === undefined ? {} : parsed(header);
  return input({
    headerLabel: headline.label,
    headerId: headline.id,
    rows: rows.map((row) => {
      const [first = {}, second = {}, third = {}] = row.split(' | ').map(parsed);
      return {
        firstLabel: first.label,
        firstId: first.id,
        secondLabel: second.label,
        secondId: second.id,
        thirdLabel: third.label,
        thirdId: third.id,
      };
    }),
    linkRows: linkRows.map((field) => parsed(field) as { label: string; id?: string }),
  });
}

const asJson = (card: Card): DesignInput => input({ designJson: { ...design(card) } });

const WAYS: [name: string, fill: (card: Card) => DesignInput][] = [
  ['single inputs', asInputs],
  ['Design (JSON)', asJson],
];

const CARD: Card = {
  header: 'Points=balance',
  rows: ['Member=accountName | Level=tier', 'Shop=homeShop'],
  linkRows: ['Number=accountId', 'Hours=opening', 'Terms=legal'],
};

describe.each(WAYS)('Field IDs by %s', (_name, fill) => {
  test.each<[what: string, current: Card, sent: Card, expected: Card]>([
    ['an unchanged card', CARD, { header: 'Points', rows: ['Member | Level', 'Shop'], linkRows: ['Number', 'Hours', 'Terms'] }, CARD],
    ['a new headline', CARD, { header: 'Beans' }, { header: 'Beans=balance' }],
    ['a new label in a row', CARD, { rows: ['Member | Member level', 'Shop'] }, { rows: ['Member=accountName | Member level=tier', 'Shop=homeShop'] }],
    ['a new label on the back', CARD, { linkRows: ['Number', 'Open hours', 'Terms'] }, { linkRows: ['Number=accountId', 'Open hours=opening', 'Terms=legal'] }],
    ['a corrected label', { rows: ['Memeber=accountName'] }, { rows: ['Member'] }, { rows: ['Member=accountName'] }],
    ['another field in the place of one', CARD, { rows: ['Member | Birthday', 'Shop'] }, { rows: ['Member=accountName | Birthday=birthday', 'Shop=homeShop'] }],
    ['another field with a short label', { linkRows: ['Tier=tier'] }, { linkRows: ['Time'] }, { linkRows: ['Time=time'] }],
    ['another order', CARD, { linkRows: ['Terms', 'Number', 'Hours'] }, { linkRows: ['Terms=legal', 'Number=accountId', 'Hours=opening'] }],
    ['a back field taken out in the middle', CARD, { linkRows: ['Number', 'Terms'] }, { linkRows: ['Number=accountId', 'Terms=legal'] }],
    ['a row taken out', CARD, { rows: ['Shop'] }, { rows: ['Shop=homeShop'] }],
    ['a field put in between', CARD, { linkRows: ['Number', 'Allergies', 'Hours', 'Terms'] }, { linkRows: ['Number=accountId', 'Allergies=allergies', 'Hours=opening', 'Terms=legal'] }],
    ['a row put on top', CARD, { rows: ['Since', 'Member | Level', 'Shop'] }, { rows: ['Since=since', 'Member=accountName | Level=tier', 'Shop=homeShop'] }],
    ['an empty column', CARD, { rows: ['- | Level', 'Shop'] }, { rows: ['- | Level=tier', 'Shop=homeShop'] }],
    ['fields swapped between front and back', CARD, { rows: ['Member | Terms', 'Shop'], linkRows: ['Number', 'Hours', 'Level'] }, { rows: ['Member=accountName | Terms=legal', 'Shop=homeShop'], linkRows: ['Number=accountId', 'Hours=opening', 'Level=tier'] }],
    ['the headline moved into a row', CARD, { header: 'Beans', rows: ['Points'] }, { header: 'Beans=beans', rows: ['Points=balance'] }],
    ['an ID typed in', CARD, { rows: ['Regular=accountName | Level'] }, { rows: ['Regular=accountName | Level=tier'] }],
    ['an ID typed in for the field whose place another one takes', CARD, { header: 'Beans', rows: ['Total=balance'] }, { header: 'Beans=beans', rows: ['Total=balance'] }],
    ['a label in another case', CARD, { linkRows: ['NUMBER', ' hours ', 'Terms'] }, { linkRows: ['NUMBER=accountId', ' hours =opening', 'Terms=legal'] }],
    ['a label retyped with another hyphen and blank', { linkRows: ['Pick-up 1=shop', 'Terms=legal'] }, { linkRows: ['Terms', 'Pick\u2011up\u20091'] }, { linkRows: ['Terms=legal', 'Pick\u2011up\u20091=shop'] }],
    ['a headline labeled like a back field', { header: 'Points=balance', linkRows: ['Points=hint'] }, { header: 'Points', linkRows: ['Points'] }, { header: 'Points=balance', linkRows: ['Points=hint'] }],
    ['a front label that is on the back too', { rows: ['Phone=mobile'], linkRows: ['Phone=office'] }, { rows: ['Phone'] }, { rows: ['Phone=mobile'] }],
    ['a new front label that the back has', { rows: ['Name=n'], linkRows: ['Phone=office'] }, { rows: ['Name', 'Phone'] }, { rows: ['Name=n', 'Phone=phone'] }],
    ['a label that is twice on the back', { linkRows: ['Phone=one', 'Phone=two'] }, { linkRows: ['Phone', 'Phone'] }, { linkRows: ['Phone=one', 'Phone=two'] }],
    ['the same, with one of them renamed', { linkRows: ['Phone=one', 'Phone=two'] }, { linkRows: ['Mobile phone', 'Phone'] }, { linkRows: ['Mobile phone=one', 'Phone=two'] }],
    ['a field that gets the label of its neighbor', { linkRows: ['Phone=one', 'Fax=two'] }, { linkRows: ['Phone', 'Phone'] }, { linkRows: ['Phone=one', 'Phone=phone'] }],
    ['an ID that front and back show', { rows: ['ID=member'], linkRows: ['ID=member'] }, { rows: ['Member ID'] }, { rows: ['Member ID=member'] }],
  ])('Fields keep their IDs, and new ones get new IDs: %s', (_name, before, sent, expected) => {
    expect(designChanges(fill(sent), current(before))).toEqual(design(expected));
  }); // prettier-ignore

  test('A new template derives its field IDs from the labels', () => {
    const card = { header: 'Points', rows: ['Member name'], linkRows: ['Größe'] };
    expect(designChanges(fill(card))).toEqual(
      design({ header: 'Points=points', rows: ['Member name=memberName'], linkRows: ['Größe=große'] }),
    );
  }); // prettier-ignore

  test.each<[what: string, current: Card, sent: Card, words: RegExp]>([
    ['one of two equal labels moved', { linkRows: ['Phone=one', 'Hours=h', 'Phone=two'] }, { linkRows: ['Hours', 'Phone'] }, /used for more than one field \('Phone'\).*\(one, two\)/],
    ['equal labels would change places', { linkRows: ['Hours=h', 'Phone=one', 'Phone=two'] }, { linkRows: ['Phone', 'Phone'] }, /used for more than one field \('Phone'\)/],
    ['one of two equal labels moved, where a field was taken out', { linkRows: ['Phone=one', 'Hours=h', 'Phone=two'] }, { linkRows: ['Phone', 'Phone'] }, /used for more than one field \('Phone'\).*\(two\)/],
    ['labels that differ in case only changed places', { linkRows: ['Name=a', 'NAME=b'] }, { linkRows: ['NAME', 'Name'] }, /used for more than one field \('NAME'\).*\(a, b\)/],
    ['a moved field got a namesake', { linkRows: ['Phone=one'] }, { linkRows: ['Hours', 'Phone', 'Phone'] }, /used for more than one field \('Phone'\).*\(one\)/],
    ['an ID is typed in that another field keeps', CARD, { linkRows: ['Number', 'Open=accountId'] }, /field ID that is used twice: 'accountId'/],
    ['an ID is typed in twice', CARD, { linkRows: ['A=x', 'B=x'] }, /field ID that is used twice: 'x'/],
    ['a new label gives the ID of another field', CARD, { linkRows: ['Number', 'Hours', 'Terms', 'Home shop'] }, /field ID that is used twice: 'homeShop'/],
    ['two new fields have one label', CARD, { linkRows: ['Number', 'Hours', 'Terms', 'New', 'New'] }, /field ID that is used twice: 'new'/],
    ['a label gives no ID', CARD, { linkRows: ['Number', 'Hours', 'Terms', '!?'] }, /can't be turned into a field ID: '!\?'/],
  ])('A design is refused if %s', (_name, before, sent, words) => {
    const failure = thrownBy(() => designChanges(fill(sent), current(before)));
    expect(failure).toMatchObject({ kind: 'invalidInput' });
    expect(failure.message).toMatch(words);
  }); // prettier-ignore

  test('The current design is looked up only if an ID is missing or given twice', () => {
    const complete = fill({ header: 'A=a', rows: ['B=b | -'], linkRows: [] });
    expect(needsCurrentDesign(complete)).toBe(false);
    expect(needsCurrentDesign(fill({ header: 'A' }))).toBe(true);
    expect(needsCurrentDesign(fill({ rows: ['B=b | C'] }))).toBe(true);
    expect(needsCurrentDesign(fill({ rows: ['B=b'], linkRows: ['B=b'] }))).toBe(true);
  });
});

test('An error about field IDs names every input', () => {
  const rows = [{ firstLabel: 'X' }, { firstLabel: 'A', secondLabel: 'B', secondId: 'a' }];
  const inputs = input({ headerLabel: '!', rows, linkRows: [{ label: '!' }] });
  const failure = thrownBy(() => designChanges(inputs));
  expect(failure.invalid).toMatchObject([
    { field: 'headerLabel', message: "'Header Label' can't be turned into a field ID: '!'" },
    { field: 'firstLabel', message: "Row 2: 'First Label' has a field ID that is used twice: 'a'" },
    { field: 'label', message: "Back Field 1: 'Label' can't be turned into a field ID: '!'" },
  ]);
  const designJson = { rows: [[{ label: 'X' }, { label: '!' }]] };
  expect(thrownBy(() => designChanges(input({ designJson })))).toMatchObject({
    field: 'designJson',
    message: "'Design (JSON)' is invalid at rows.0.1: the label can't be turned into a field ID: '!'",
  });
}); // prettier-ignore

/** Cards of a template: IDs are unique, labels need not be. */
const LABELS = ['Name', 'name', 'Phone', 'Points', 'Level', 'Größe'];
const label = fc.constantFrom(...LABELS);
const row = fc.array(fc.constantFrom(...LABELS, '-'), { minLength: 1, maxLength: 3 });
const cards = fc
  .record({
    header: label,
    rows: fc.array(row, { maxLength: 4 }),
    linkRows: fc.array(label, { maxLength: 5 }),
  })
  .map(({ header, rows, linkRows }): Card => {
    let count = 0;
    const named = (label: string) => (label === '-' ? label : `${label}=id${(count += 1)}`);
    return {
      header: named(header),
      rows: rows.map((row) => row.map(named).join(' | ')),
      linkRows: linkRows.map(named),
    };
  });

const withoutIds = ({ header = '', rows = [], linkRows = [] }: Card): Card => {
  const strip = (text: string) => text.replace(/=id\d+/g, '');
  return { header: strip(header), rows: rows.map(strip), linkRows: linkRows.map(strip) };
};

type Fields = { id?: string; label?: string }[];
function fieldsOf({ header, rows, linkRows }: Record<string, unknown>): Fields {
  const all = [header ?? {}, rows ?? [], linkRows ?? []].flat(3) as Fields;
  return all.filter(({ label }) => label !== undefined);
}
const idsOf = (changes: Record<string, unknown>) => fieldsOf(changes).map(({ id }) => id);

test('Any card that is not changed keeps every field ID', () => {
  fc.assert(
    fc.property(cards, (card) => {
      expect(designChanges(asJson(withoutIds(card)), current(card))).toEqual(design(card));
    }),
  );
});

test('Any card with one renamed field keeps every field ID', () => {
  fc.assert(
    fc.property(cards, fc.nat(), (card, position) => {
      const sent = design(withoutIds(card));
      const fields = fieldsOf(sent);
      const field = fields[position % fields.length];
      if (field) field.label = `New ${field.label}`;
      const changes = designChanges(input({ designJson: { ...sent } }), current(card));
      expect(idsOf(changes)).toEqual(idsOf(design(card)));
    }),
  );
});

test('No field ID is used twice, and a field that keeps its place and label keeps its ID', () => {
  fc.assert(
    fc.property(cards, cards, fc.subarray(['header', 'rows', 'linkRows']), (card, to, parts) => {
      const before = design(card);
      const all = design(withoutIds(to));
      const sent = Object.fromEntries(parts.map((part) => [part, all[part]]));
      let changes: Record<string, unknown>;
      try {
        changes = designChanges(input({ designJson: sent }), current(card));
      } catch (refusal) {
        expect(refusal).toMatchObject({ kind: 'invalidInput' });
        return;
      }
      const ids = idsOf({ ...before, ...changes });
      expect(new Set(ids).size).toBe(ids.length);
      const kept = placesOf(before);
      for (const [place, { id, label }] of placesOf(changes)) {
        const known = kept.get(place);
        if (known?.label === label) expect(id).toBe(known?.id);
      }
    }),
    { numRuns: 1000 },
  );
});

function placesOf({ header, rows, linkRows }: Record<string, unknown>) {
  const entries: [string, Fields[number]][] = [['header', (header ?? {}) as Fields[number]]];
  ((rows ?? []) as Fields[]).forEach((columns, r) =>
    columns.forEach((field, c) => entries.push([`rows.${r}.${c}`, field])),
  );
  ((linkRows ?? []) as Fields).forEach((field, i) => entries.push([`back.${i}`, field]));
  return new Map(entries.filter(([, { label }]) => label !== undefined));
}

test('A stamp card is turned off only by its own choice', () => {
  const turnedOn = { useStampCollection: true, stampCount: 8 };
  expect(designChanges(input({ stampCount: 8 }))).toEqual(turnedOn);
  const turnedOff = designChanges(input({ useStampCollection: 'turnOff' }));
  expect(turnedOff).toEqual({ useStampCollection: false });
});

test('Every invalid row and value of a design is named', () => {
  // An empty row would clear the front of every card.
  const rows = [{}, { firstLabel: 'A' }, { firstLabel: 'B', secondId: 'b' }];
  const designJson = { textColor: 'red', barcode: 1 };
  const failure = thrownBy(() => checkDesign(input({ rows, designJson })));
  expect(failure.invalid).toMatchObject([
    { message: "Row 1: 'First Label' is empty, and so are the other labels of this row" },
    { message: "Row 3: 'Second Label' is empty" },
    { message: "'Design (JSON)' is invalid at textColor: must be a color like #1A2B3C" },
    { message: "'Design (JSON)' is invalid at barcode: must be true or false" },
  ]);
});
