import { find } from '../../../../shared/operations/badgePass/find';
import { invited } from '../../../support/badges';
import { useCore } from '../../../support/core';
import { failureOf } from '../../../support/failures';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const badge = () => core.sandbox.badges.published;
const hire = async (person: object) => control().badgeAdded((await invited(core, person)).code);

async function search(input: object, key?: string): Promise<Record<string, unknown>[]> {
  control().clearRequests();
  const { out, error } = await core.run(find, { badgeTemplateId: badge(), ...input }, { key });
  if (error) throw error;
  return out;
}

const ids = (found: Record<string, unknown>[]) => found.map(({ id }) => id);

test('Find Badge Pass returns all that a next step needs, without card numbers', async () => {
  const phone = '+49 151 12345678';
  const { userId, passId } = await hire({ email: 'ana@example.com', phone, firstName: 'Ana' });
  await hire({ email: 'bo@example.com' });
  const found = await search({ email: 'Ana@Example.com' });
  expect(found).toEqual([
    {
      id: passId,
      userId,
      state: 'active',
      status: 'ACTIVE',
      platform: 'A_WALLET',
      name: 'Ana',
      email: 'ana@example.com',
      phone,
      issuedAt: expect.stringMatching(/Z$/) as unknown,
    },
  ]);
  expect(core.sent()).toEqual(['GET /badge/users', `GET /badge/users/${userId}/passes`]);
});

test('Find Badge Pass uses the phone only if nobody has the email, and for no other person', async () => {
  const phone = '+4915112345678';
  const ana = await hire({ email: 'ana@example.com', phone: '+4915187654321' });
  await hire({ email: 'bo@example.com', phone });
  expect(ids(await search({ email: 'ana@example.com', phone }))).toEqual([ana.passId]);
  expect(ids(await search({ email: 'unknown@example.com', phone }))).toEqual([]);
  const cleo = { phone: '+4915111111111' };
  const { passId } = await hire(cleo);
  expect(ids(await search(cleo))).toEqual([passId]);
  const { message } = await failureOf(search({ email: 'unknown@example.com', ...cleo }));
  expect(message).toMatch(/^'Phone' belongs to .*, not to 'unknown@example\.com'$/);
});

test('Find Badge Pass returns nothing for an unknown or only invited person', async () => {
  await invited(core, { email: 'invited@example.com' });
  expect(await search({ email: 'invited@example.com' })).toEqual([]);
  expect(await search({ email: 'nobody@example.com' })).toEqual([]);
  expect(core.sent()).toEqual(['GET /badge/users']);
  await hire({ email: 'ana@example.com' });
  const badgeTemplateId = core.sandbox.badges.unpublished;
  expect(await search({ badgeTemplateId, email: 'ana@example.com' })).toEqual([]);
});

test('Find Badge Pass does not take a refusal to list badge passes for none', async () => {
  await hire({ email: 'ana@example.com' });
  const body = JSON.stringify({ error: 'forbidden' });
  control().queueFault({ kind: 'intercepted', status: 403, body, match: { path: 'passes$' } });
  const failure = await failureOf(search({ email: 'ana@example.com' }));
  expect(failure).toMatchObject({ kind: 'notFound', field: 'badgeTemplateId' });
});

test('Find Badge Pass does not take a badge that does not exist for one that nobody has', async () => {
  const body = JSON.stringify({ users: [] });
  control().queueFault({ kind: 'intercepted', status: 200, body });
  const missing = search({ badgeTemplateId: 'gone-1', email: 'ana@example.com' });
  expect(await failureOf(missing)).toMatchObject({ kind: 'notFound', field: 'badgeTemplateId' });
});

test('Find Badge Pass returns active ones first, ended ones last, and the newest first', async () => {
  const email = 'ana@example.com';
  const passes: string[] = [];
  for (const status of ['ACTIVE', 'SUSPENDED', 'ISSUING', 'REVOKED', 'ISSUE_FAILED', 'IN_REPAIR']) {
    control().advanceClock(60_000);
    const { passId } = await hire({ email });
    control().setBadgePassStatus(passId, status as 'ACTIVE');
    passes.push(passId);
  }
  const [active, suspended, issuing, revoked, failed, unknown] = passes;
  const found = await search({ email });
  expect(ids(found)).toEqual([active, unknown, issuing, suspended, failed, revoked]);
  expect(found.map(({ state }) => state)).toEqual([
    'active',
    'unknown',
    'beingAdded',
    'suspended',
    'failed',
    'ended',
  ]);
  expect(found[1]).toMatchObject({ status: 'IN_REPAIR' });
});

test('Find Badge Pass refuses a contact that many people share', async () => {
  const phone = '+4915100000000';
  for (let n = 0; n < 11; n += 1) await hire({ email: `p${n}@example.com`, phone });
  expect(await failureOf(search({ phone }))).toMatchObject({
    kind: 'invalidInput',
    field: 'phone',
  });
  expect(core.sent()).toEqual(['GET /badge/users']);
});
