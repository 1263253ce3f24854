import { DateTime } from 'luxon';

import { derivedExternalId } from '../../nodes/WalletPass/controls/externalIdColumns';
import type { ItemParameters } from '../../nodes/WalletPass/controls/itemParameters';
import { thrownBy } from '../support/failures';

/** The external ID that is generated from these columns of an item. */
const generated = (json: object, externalIdColumns: string) =>
  derivedExternalId({
    json,
    collection: () => ({ externalIdColumns }),
  } as unknown as ItemParameters);

/** n8n passes dates on as objects between some nodes, and as JSON between others. */
const derivedFrom = (value: unknown) => generated({ at: value }, 'at');

test.each([
  ['Date', new Date('2026-05-01T10:00:00Z')],
  ['DateTime', DateTime.fromISO('2026-05-01T10:00', { zone: 'Europe/Berlin' })],
])('A %s generates the same external ID as its JSON', (_, date) => {
  expect(derivedFrom(date)).toMatch(/^row-/);
  expect(derivedFrom(date)).toBe(derivedFrom(date.toJSON()));
});

test('A column is found by its visible name', () => {
  const id = generated({ email: 'a@x.de', 'Order No': '7' }, 'email, Order No');
  expect(
    generated({ '\ufeffemail': 'a@x.de', 'Order\u00a0No': '7' }, 'email, Order No\u200b'),
  ).toBe(id);
  const two = { ' email': 'a@x.de', Email: 'b@x.de' };
  expect(thrownBy(() => generated(two, 'email')).message).toContain(
    "'email' is empty or missing in this item",
  );
});

test.each(['#N/A', 'undefined', 'M-NaN', '4.44714E+11', '{{id}}'])(
  'The value %s is refused in an external ID, because it identifies no row',
  (value) => {
    expect(thrownBy(() => derivedFrom(value)).message).toMatch(
      /^'Generate External ID From': 'at' /,
    );
  },
);

test('A column named like a property of every object is missing unless the item has it', () => {
  expect(thrownBy(() => generated({}, 'constructor')).message).toContain(
    "'constructor' is empty or missing in this item",
  );
});

test('An invalid date is refused in an external ID', () => {
  expect(thrownBy(() => derivedFrom(new Date(NaN))).message).toBe(
    "'Generate External ID From': 'at' must be text, not an object",
  );
});
