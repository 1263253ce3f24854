/** A value that is not a contact leads to nobody. It must not count as a missing one, which many people have. */

import { remove } from '../../../shared/operations/badgeHolder/delete';
import { find as findHolder } from '../../../shared/operations/badgeHolder/find';
import { create as invite } from '../../../shared/operations/badgeInvite/create';
import { find as findInvite } from '../../../shared/operations/badgeInvite/find';
import { find as findBadgePass } from '../../../shared/operations/badgePass/find';
import { OPERATIONS } from '../../../shared/operations';
import { getAll } from '../../../shared/operations/pass/getAll';
import { search } from '../../../shared/operations/pass/search';
import { hire, invited } from '../../support/badges';
import { NO_CONTACTS } from '../../support/contacts';
import { useCore } from '../../support/core';

const core = useCore({ checks: true });

const INPUTS = OPERATIONS.flatMap((operation) =>
  ['email', 'phone', 'contact', 'searchQuery']
    .filter((key) => key in operation.input)
    .map((key) => ({ name: `${operation.resource}.${operation.key}: ${key}`, operation, key })),
);

test.each(INPUTS)('$name refuses a value that is not a contact', async ({ operation, key }) => {
  const choices = { identifyBy: 'contact', confirm: true };
  for (const contact of NO_CONTACTS) {
    const { errors, sent } = await core.run(operation, { ...choices, [key]: contact });
    const [error] = errors;
    const fields = error?.invalid?.map(({ field }) => field) ?? [error?.field];
    expect([contact, fields]).toEqual([contact, expect.arrayContaining([key])]);
    expect(sent).toEqual([]);
  }
});

test('The key of every email or phone input is email or phone', () => {
  const others = OPERATIONS.flatMap(({ input }) => Object.entries(input)).filter(
    ([key, input]) =>
      'format' in input && /email|phone/.test(String(input.format)) && key !== input.format,
  );
  expect(others).toEqual([]);
});

test.each([
  ['Find by Email or Phone', search, { includeBadges: true }, 'searchQuery'],
  ['Get Many', getAll, { limit: 5 }, 'searchQuery'],
  ['Find Badge Holder', findHolder, { allBadges: true }, 'email'],
  ['Find Badge Holder', findHolder, { allBadges: true }, 'phone'],
  ['Find Badge Pass', findBadgePass, { badgeTemplateId: 'b' }, 'phone'],
  ['Find Badge Invite', findInvite, { badgeTemplateId: 'b' }, 'email'],
  ['Invite', invite, { badgeTemplateId: 'b' }, 'phone'],
  ['Remove', remove, { identifyBy: 'contact', confirm: true }, 'email'],
  ['Remove', remove, { identifyBy: 'contact', confirm: true }, 'phone'],
])('%s treats invisible characters as a missing contact', async (_name, operation, input, key) => {
  for (const contact of ['\u200b', '\u2060 \u00ad', '\u3164', '\u2800']) {
    const { error, sent } = await core.run(operation, { ...input, [key]: contact });
    expect(error).toMatchObject({ kind: 'invalidInput' });
    expect(sent).toEqual([]);
  }
});

test('A holder without a phone number or an email is found by neither', async () => {
  await hire(core, 'ada@example.com');
  await invited(core, { phone: '+4915112345678' });
  const found = async (contact: object) =>
    (await core.run(findHolder, { ...contact, allBadges: true })).out;
  expect(await found({ phone: '+4915112345679' })).toEqual([]);
  expect(await found({ email: 'nobody@example.com' })).toEqual([]);
  const { out } = await core.run(search, { searchQuery: '+4915112345679', includeBadges: true });
  expect(out).toEqual([]);
});
