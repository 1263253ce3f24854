import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { derivedExternalId } from '../../nodes/WalletPass/controls/externalIdColumns';
import type { ItemParameters } from '../../nodes/WalletPass/controls/itemParameters';
import { thrownBy } from '../support/failures';

/** n8n passes dates on as objects between some nodes, and as JSON between others. */
const derivedFrom = (value: unknown) =>
  derivedExternalId({
    json: { at: value as IDataObject },
    collection: () => ({ externalIdColumns: 'at' }),
  } as unknown as ItemParameters);

it.each([
  ['Date', new Date('2026-05-01T10:00:00Z')],
  ['DateTime', DateTime.fromISO('2026-05-01T10:00', { zone: 'Europe/Berlin' })],
])('a %s gives the same ID as its JSON', (_, date) => {
  expect(derivedFrom(date)).toMatch(/^row-/);
  expect(derivedFrom(date)).toBe(derivedFrom(date.toJSON()));
});

it('a column is found by its name as it looks', () => {
  const of = (json: IDataObject, externalIdColumns: string) =>
    derivedExternalId({
      json,
      collection: () => ({ externalIdColumns }),
    } as unknown as ItemParameters);
  const id = of({ email: 'a@x.de', 'Order No': '7' }, 'email, Order No');
  expect(of({ '\ufeffemail': 'a@x.de', 'Order\u00a0No': '7' }, 'email, Order No\u200b')).toBe(id);
  const two = { ' email': 'a@x.de', Email: 'b@x.de' };
  expect(thrownBy(() => of(two, 'email')).message).toContain(
    "'email' is empty or missing in this item",
  );
});

it.each(['#N/A', 'undefined', 'M-NaN', '4.44714E+11', '{{id}}'])(
  '%s identifies no row',
  (value) => {
    expect(thrownBy(() => derivedFrom(value)).message).toMatch(
      /^'Generate External ID From': 'at' /,
    );
  },
);

it('a column that only every object has is missing', () => {
  const item = { json: {}, collection: () => ({ externalIdColumns: 'constructor' }) };
  expect(thrownBy(() => derivedExternalId(item as unknown as ItemParameters)).message).toContain(
    "'constructor' is empty or missing in this item",
  );
});

it('an invalid date is refused', () => {
  expect(thrownBy(() => derivedFrom(new Date(NaN))).message).toBe(
    "'Generate External ID From': 'at' must be text, not an object",
  );
});
