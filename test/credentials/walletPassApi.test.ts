import { useN8n } from '../support/n8n';
import { startStub } from '../support/stubService';

const n8n = useN8n();

const connect = (apiKey: string, baseUrl = n8n.sandbox.baseUrl) =>
  n8n.engine.testCredential('walletPassApi', { apiKey, baseUrl });

test('The test of the credential names the account with any key, and changes nothing', async () => {
  const { keys, control } = n8n.sandbox;
  for (const key of [...Object.values(keys), control.addKey([])]) {
    expect(await connect(key)).toEqual({
      status: 'OK',
      message: 'Connected as Harbor & Pine (owner@harbor-and-pine.example)',
    });
  }
  const sent = control.requests();
  expect(new Set(sent.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(['POST /auth']),
  );
});

test.each([
  [{ displayName: 'Harbor & Pine', email: '' }, 'Connected as Harbor & Pine'],
  [{ displayName: '', email: 'owner@example.com' }, 'Connected as owner@example.com'],
  [{ displayName: '', email: '' }, 'Connected as an account without a name'],
])('The test of the credential names what the service returns: %j', async (body, message) => {
  const stub = await startStub(() => ({ body }));
  expect(await connect('svc_sk_x', stub.baseUrl)).toEqual({ status: 'OK', message });
  expect(stub.requests).toHaveLength(1);
});

test('The test of the credential ignores spaces around the key and a slash after the base URL', async () => {
  const result = await connect(` ${n8n.sandbox.keys['Read only']}\n`, ` ${n8n.sandbox.baseUrl}// `);
  expect(result.status).toBe('OK');
});

/** What the test says about this connection, which it refuses. */
async function refused(apiKey: string, baseUrl?: string): Promise<string> {
  const { status, message } = await connect(apiKey, baseUrl);
  expect(status).toBe('Error');
  return message;
}
const readOnly = () => n8n.sandbox.keys['Read only'];

test('The test of the credential fails with a key that is wrong or turned off, and does not show it', async () => {
  const off = n8n.sandbox.control.addKey('all');
  n8n.sandbox.control.disableKey(off);
  for (const key of ['svc_sk_aWrongKey', off, 'svc_sk_\u00e9']) {
    const message = await refused(key);
    expect(message).toMatch(/^The service rejected this API key\. It may have a typo/);
    expect(message).not.toContain('aWrongKey');
  }
});

const ENTER_IT =
  "Enter the key alone in 'API Key' of the credential. The account owner creates keys in the dashboard, under API keys.";
test.each([
  ['', 'is empty', ENTER_IT],
  [' \n', 'is empty', ENTER_IT],
  ['"svc_sk_aKey"', 'is in quotes', ENTER_IT],
  ['Bearer svc_sk_aKey', "begins with 'Bearer'", ENTER_IT],
  [
    'svc_sk_\u200baKey',
    "contains an invisible character (U+200B) at position 8, which can't be sent",
    "Copy the key again and enter it in 'API Key' of the credential.",
  ],
])('The test of the credential refuses the key %j, because it %s', async (key, mistake, fix) => {
  expect(await refused(key)).toBe(`'API Key' ${mistake}. Nothing was sent. ${fix}`);
  expect(n8n.sandbox.control.requests()).toEqual([]);
});

const UNREACHABLE = 'The service could not be reached:';
test.each([
  ['http://127.0.0.1:9', `${UNREACHABLE} connection refused\\. .*'Base URL'`],
  ['https://nothing.invalid', `${UNREACHABLE} host name not found\\. .*'Base URL'`],
  // A server of this process, without TLS.
  [
    'https://sandbox',
    `${UNREACHABLE} no HTTPS connection was possible\\. .*'Base URL' in the credential`,
  ],
  ['https://', "'Base URL' must be .* https://"],
  ['nowhere', "'Base URL' must be .* https://"],
  ['http://example.com', "'Base URL' must be .* https://"],
  ['', "'Base URL' must be .* https://"],
])('The test of the credential names the problem with the URL %p', async (baseUrl, message) => {
  const { host } = new URL(n8n.sandbox.baseUrl);
  const told = await refused(readOnly(), baseUrl.replace('sandbox', host));
  expect(told).toMatch(new RegExp(`^${message}`));
});

test('The test of the credential says that the URL is right without /api', async () => {
  expect(await refused(readOnly(), `${n8n.sandbox.baseUrl}/api/`)).toBe(
    "There is no wallet pass service at 'Base URL' (status 404). Remove '/api' from the end of 'Base URL': the service is there without it.",
  );
});

test.each([
  [
    'a web page',
    { bytes: Buffer.from('<html>Hello</html>') },
    /^The response to POST \/auth could not be read .+ Enter 'Base URL'/,
  ],
  [
    'too many requests',
    { status: 429, headers: { 'retry-after': '30' }, body: {} },
    /^The service asked to wait 30 seconds\. /,
  ],
])('The test of the credential reports another response: %s', async (_, answer, message) => {
  const { baseUrl } = await startStub(() => answer);
  expect(await refused('svc_sk_x', baseUrl)).toMatch(message);
});

test('The test of the credential reports a missing response', async () => {
  n8n.sandbox.control.queueFault({ kind: 'dropBefore', count: 9 });
  expect(await refused(readOnly())).toMatch(
    /^The service could not be reached: .+\. Nothing was changed by this request\. Try again in a few minutes\.$/,
  );
});

test('The test of the credential does not follow a redirect with the key', async () => {
  const redirect = { status: 307, headers: { location: '/stolen' } };
  const { baseUrl, requests } = await startStub(() => redirect);
  expect(await refused('svc_sk_x', baseUrl)).toMatch(
    /^'Base URL' redirects .* Enter the final URL of the service/,
  );
  expect(requests.map(({ path }) => path)).toEqual(['/auth', '/api/auth']);
});

test('The credential asks for base URL and key, the key as a password', () => {
  const type = n8n.engine.credentialType('walletPassApi');
  expect(type).toMatchObject({ name: 'walletPassApi', displayName: 'Wallet Pass API' });
  expect(type.properties.map(({ name, typeOptions }) => [name, typeOptions?.password])).toEqual([
    ['baseUrl', undefined],
    ['apiKey', true],
  ]);
  expect(type.properties.every(({ required }) => required)).toBe(true);
});

test('The credential sends the key as X-API-Key and no Authorization header', async () => {
  await connect(n8n.sandbox.keys['Read only']);
  const [request] = n8n.sandbox.control.requests();
  expect(request?.headers).toHaveProperty('x-api-key');
  expect(request?.headers).not.toHaveProperty('authorization');
});
