import { failureOf, useZapier } from './harness';

const app = useZapier();

test('The connection is tested with POST /auth, for a key with any scopes', async () => {
  const account = { displayName: 'Harbor & Pine', email: 'owner@harbor-and-pine.example' };
  expect(await app.zapier.authTest()).toEqual(account);
  expect(app.sent()).toEqual([{ method: 'POST', path: '/auth', query: {}, body: undefined }]);
  expect(await app.zapier.authTest(app.scoped('badges.viewAll'))).toEqual(account);
});

test('The connection pins the version and sends the key in its own header only', async () => {
  await app.zapier.authTest();
  const [request] = app.sandbox.control.requests();
  expect(request?.headers).toMatchObject({
    'service-version': '2026-05-13',
    'x-api-key': '(hidden)',
  });
  expect(request?.headers).not.toHaveProperty('authorization');
  expect(request?.keyLabel).toBe('Full access');
});

test('The connection accepts a pasted key and base URL', async () => {
  const { baseUrl, keys } = app.sandbox;
  const authData = { baseUrl: ` ${baseUrl}/ `, apiKey: ` ${keys['Full access']}\n` };
  expect(await app.zapier.authTest({ authData })).toMatchObject({ displayName: 'Harbor & Pine' });
});

test('The connection refuses a wrong key as an authentication error', async () => {
  const authData = { apiKey: 'svc_sk_wrong_key' };
  const failure = await failureOf(app.zapier.authTest({ authData }));
  expect(failure).toMatchObject({ name: 'AppError', code: 'AuthenticationError', status: 401 });
  expect(failure.message).toMatch(/rejected this API key.*dashboard, API keys/);
  expect(failure.fullMessage).not.toContain('svc_sk_wrong_key');
});

test('The connection says what is wrong with a key, also in a step', async () => {
  const authData = { apiKey: "'svc_sk_aKey'" };
  for (const run of [
    app.zapier.authTest({ authData }),
    app.create('issue_pass', { templateId: app.sandbox.templates.loyalty }, { authData }),
  ]) {
    const failure = await failureOf(run);
    expect(failure).toMatchObject({ name: 'AppError', code: 'invalidInput' });
    expect(failure.message).toBe(
      `'API Key' is in quotes. Nothing was sent. Enter the key alone in 'API Key' of the connection. The account owner creates keys in the dashboard, under API keys.`,
    );
  }
  expect(app.sent()).toEqual([]);
});

test.each(['http://passes.example.com', 'passes.example.com', ''])(
  'The connection refuses the URL %j and names its field',
  async (baseUrl) => {
    const failure = await failureOf(app.zapier.authTest({ authData: { baseUrl } }));
    expect(failure).toMatchObject({ name: 'AppError', code: 'invalidInput' });
    expect(failure.message).toMatch(/'Base URL' must be a URL that starts with https/);
    expect(failure.message).toMatch(/'Base URL' of the connection/);
  },
);

test('The connection says that the URL is right without /api', async () => {
  const authData = { baseUrl: `${app.sandbox.baseUrl}/api` };
  const failure = await failureOf(app.zapier.authTest({ authData }));
  expect(failure.message).toMatch(/Remove '\/api' from the end of 'Base URL'/);
});

test('The connection is named after the account, never after the key', async () => {
  const label = await app.zapier.connectionLabel();
  expect(label).toBe('Harbor & Pine (owner@harbor-and-pine.example)');
  expect(label).not.toContain('svc_sk_');
});

test('The connection is reported as expired once a working key is disabled', async () => {
  const apiKey = app.sandbox.control.addKey('all');
  app.sandbox.control.disableKey(apiKey);
  const inputData = { passId: 'ps_1' };
  const run = app.search('find_pass', inputData, { authData: { apiKey } });
  expect(await failureOf(run)).toMatchObject({ name: 'ExpiredAuthError' });
});
