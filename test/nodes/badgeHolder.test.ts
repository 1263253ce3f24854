import type { IDataObject } from 'n8n-workflow';

import { readWorkflow } from '../../scripts/docs/exampleScopes';
import { hire, invited } from '../support/badges';
import { NO_CONTACTS } from '../support/contacts';
import { byId, type PassRun, useN8n } from '../support/n8n';

const n8n = useN8n();
const run = (operation: string, parameters: object = {}, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'badgeHolder', ...options });

const BY_CONTACT = { identifyBy: 'contact', confirmBadgeHolderDelete: true };

test('Removing a holder by contact ignores one that was chosen before, and names the empty input', async () => {
  const { userId } = await hire(n8n, 'ana@example.com');
  const hidden = { ...BY_CONTACT, userId: byId('={{ $json.missing }}') };
  const email = '={{ $json.email }}';
  const { out } = await run(
    'delete',
    { ...hidden, email },
    { items: [{ email: 'Ana@example.com' }] },
  );
  expect(out).toMatchObject([{ outcome: 'removed', id: userId, badgePassesRevoked: 1 }]);
  const { error, sent } = await run('delete', { ...hidden, email });
  expect(error?.message).toContain("'Email' is mapped but empty");
  expect(sent).toEqual([]);
});

test('A hint at the end of the run names the people who were not removed, and the invites that are left', async () => {
  await invited(n8n, { phone: '+49 151 12345678' });
  await invited(n8n, { phone: '+49 151 11111111' });
  await hire(n8n, 'ana@example.com');
  const hintsFor = async (items: IDataObject[]) => {
    const mapped = Object.keys(items[0] ?? {}).map((key) => [key, `={{ $json.${key} }}`]);
    const parameters = { ...BY_CONTACT, ...Object.fromEntries(mapped) } as IDataObject;
    return (await run('delete', parameters, { items })).hints;
  };
  expect(await hintsFor([{ phone: '+49 151 99999999' }, { phone: '0049 (151) 12345678' }])).toEqual(
    [
      '2 items: 1 still invited, 1 not found',
      [
        '1 item: nobody was found, so nobody was removed: item 0 (row 1).',
        '1 item: the person has only an invite to a phone number, which still works: item 1 (row 2).',
      ].join('<br>'),
    ],
  );
  expect(await hintsFor([{ email: 'ana@example.com', phone: '+49 151 11111111' }])).toEqual([
    '1 item: an invite to a phone number is left, which still works: item 0.',
  ]);
});

test('The offboarding recipe revokes every badge of a person, and reports who is not found', async () => {
  const node = readWorkflow('employee-badge').nodes.find(({ name }) => name === 'Remove Holder');
  const leaves = (email: string) =>
    run('delete', node?.parameters, {
      items: [{ body: { email } }],
      node: { onError: 'continueErrorOutput' },
    });
  const badges = n8n.sandbox.badges;
  n8n.sandbox.control.publishBadge(badges.unpublished);
  const other = await invited(n8n, { email: 'mei@example.com' }, badges.unpublished);
  n8n.sandbox.control.badgeAdded(other.code);
  const { userId } = await hire(n8n, 'mei@example.com');
  await invited(n8n, { email: 'eva@example.com' }, badges.unpublished);
  expect((await leaves('Mei@example.com ')).out).toMatchObject([{ badgePassesRevoked: 2 }]);
  expect((await leaves('eva@example.com')).out).toMatchObject([{ invitesCanceled: 1 }]);
  const { control } = n8n.sandbox;
  const held = control.badgePasses().filter(({ holderId }) => holderId === userId);
  expect(held.map(({ status }) => status)).toEqual(['REVOKED', 'REVOKED']);
  expect(control.badgeInvites().filter(({ state }) => state === 'live')).toEqual([]);
  for (const email of ['mei@example.com', ' ']) {
    const { out, failed } = await leaves(email);
    expect([out, failed]).toEqual([[], [expect.objectContaining({ details: expect.anything() })]]);
  }
});

test('The recipe for everything about one person refuses a value that is not a contact', async () => {
  const node = readWorkflow('everything-about-one-person').nodes.find(
    ({ name }) => name === 'Find Everything',
  );
  await hire(n8n);
  await invited(n8n, { email: 'bo@example.com' });
  for (const contact of [...NO_CONTACTS, '', '\u200b']) {
    const { out, error, sent } = await n8n.pass('search', node?.parameters, {
      items: [{ body: { contact } }],
    });
    expect([contact, out, sent]).toEqual([contact, [], []]);
    expect(error?.message).toMatch(/^'Email or Phone' /);
  }
});
