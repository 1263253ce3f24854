import { useZapier } from './harness';

const app = useZapier();
const badge = () => app.sandbox.badges.published;
const CONTACT = { email: 'ana@example.com', phone: '' };

/** A person with a badge in the wallet. */
function holder(email = 'holder@example.com'): Promise<{ userId: string; passId: string }> {
  return app
    .create('invite_badge_holder', { badgeTemplateId: badge(), email })
    .then(({ code }) => app.sandbox.control.badgeAdded(String(code)));
}

test('The link of a badge invite is not in the request log, because anyone with it gets the badge', async () => {
  const inputData = { badgeTemplateId: badge(), ...CONTACT };
  const { url, code } = await app.create<{ url: string; code: string }>(
    'invite_badge_holder',
    inputData,
  );
  const logs = JSON.stringify(app.zapier.logs);
  expect(logs).not.toContain(url);
  expect(logs).not.toContain(code);
});

test('Find Badge Pass finds the badge pass for every step that needs one', async () => {
  const { userId, passId } = await holder();
  const inputData = { badgeTemplateId: badge(), email: 'Holder@example.com', phone: '' };
  app.sent();
  const [found, ...others] = await app.search('find_badge_pass', inputData);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ id: passId, userId, state: 'active' });
  expect(found).not.toHaveProperty('credentials');
  expect(app.sent().map(({ path, query }) => [path, query])).toEqual([
    ['/badge/users', { badgeTemplateId: badge() }],
    [`/badge/users/${userId}/passes`, { badgeTemplateId: badge() }],
  ]);
  expect(
    await app.search('find_badge_pass', { ...inputData, email: 'nobody@example.com' }),
  ).toEqual([]);

  for (const step of ['suspend_badge', 'resume_badge', 'revoke_badge', 'refresh_badge']) {
    const fields = await app.fields('create', step, {});
    const input = fields.find(({ key }) => key === 'passId');
    expect([step, input]).toEqual([
      step,
      expect.objectContaining({ search: 'find_badge_pass.id', dynamic: 'badge_pass_list.id.name' }),
    ]);
    const confirm = step === 'revoke_badge' ? { confirm: true } : {};
    expect(
      await app.create(step, { passId: found?.id, userId: found?.userId, ...confirm }),
    ).toEqual({ id: passId, accepted: true });
  }
});
