import { expression } from '../support/expression';
import { type PassRun, byId, useN8n } from '../support/n8n';

const n8n = useN8n();
const badges = () => n8n.sandbox.badges;
const ANA = { email: 'ana@example.com' };

const run = (operation: string, parameters: object, options: PassRun = {}) =>
  n8n.pass(
    operation,
    { badgeTemplateId: byId(badges().published), ...parameters },
    { resource: 'badgeInvite', ...options },
  );

test('The link of a new badge invite is in no error and no log', async () => {
  const logged: unknown[] = [];
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
    jest.spyOn(console, level).mockImplementation((...args) => logged.push(args)),
  );
  const { out } = await run('create', ANA);
  const { run: stopped, error } = await run(
    'create',
    {
      email: expression('$itemIndex ? "late@example.com" : "ana@example.com"'),
      badgeTemplateId: byId(expression(`$itemIndex ? "gone" : "${badges().published}"`)),
    },
    { items: [{}, {}], node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
  );
  spies.forEach((spy) => spy.mockRestore());
  const code = out[0]?.code as string;
  expect(error?.context).toMatchObject({ kind: 'notFound' });
  expect(JSON.stringify([error, stopped.data.resultData, logged])).not.toContain(code);
});
