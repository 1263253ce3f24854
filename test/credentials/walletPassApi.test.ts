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
])(
  'The test of the credential names the account as far as the service does: %j',
  async (body, message) => {
    const stub = await startStub(() => ({ body }));
    expect(await connect('svc_sk_x', stub.baseUrl)).toEqual({ status: 'OK', message });
    expect(stub.requests).toHaveLength(1);
  },
);

test('The test of the credential ignores spaces around the key and a slash after the base URL', async () => {
  const result = await connect(` ${n8n.sandbox.keys['Read only']}\n`, ` ${n8n.sandbox.baseUrl}// `);
  expect(result.status).toBe('OK');
});

test('The test of the credential fails with a key that is wrong or turned off, and does not show it', async () => {
  const off = n8n.sandbox.control.addKey('all');
  n8n.sandbox.control.disableKey(off);
  for (const key of ['svc_sk_aWrongKey', off, 'svc_sk_\u00e9']) {
    const result = await connect(key);
    expect(result.status).toBe('Error');
    expect(result.message).toMatch(/^The service rejected this API key\. It may have a typo/);
    expect(result.message).not.toContain('aWrongKey');
  }
});

test.each([
  ['', 'is empty'],
  [' \n', 'is empty'],
  ['"svc_sk_aKey"', 'is in quotes'],
  ['Bearer svc_sk_aKey', "begins with 'Bearer'"],
])(
  'The test of the credential says what is wrong with the key %j, and sends nothing',
  async (key, mistake) => {
    expect(await connect(key)).toEqual({
      status: 'Error',
      message: `'API Key' ${mistake}. Nothing was sent. Enter the key alone in 'API Key' of the credential. The account owner creates keys in the dashboard, under API keys.`,
    });
    expect(n8n.sandbox.control.requests()).toEqual([]);
  },
);

test("The test of the credential names a character in the key that can't be sent", async () => {
  expect(await connect('svc_sk_\u200baKey')).toEqual({
    status: 'Error',
    message:
      "'API Key' contains an invisible character (U+200B) at position 8, which can't be sent. Nothing was sent. Copy the key again and enter it in 'API Key' of the credential.",
  });
});

test.each([
  ['http://127.0.0.1:9', /^The service could not be reached: connection refused\. .*'Base URL'/],
  [
    'https://nothing.invalid',
    /^The service could not be reached: host name not found\. .*'Base URL'/,
  ],
  // A server of this process, without TLS.
  [
    'https://sandbox',
    /^The service could not be reached: no HTTPS connection was possible\. .*'Base URL' in the credential/,
  ],
  ['https://', /^'Base URL' must be .* https:\/\//],
  ['nowhere', /^'Base URL' must be .* https:\/\//],
  ['http://example.com', /^'Base URL' must be .* https:\/\//],
  ['', /^'Base URL' must be .* https:\/\//],
])('The test of the credential names the problem with the URL %p', async (baseUrl, message) => {
  const { host } = new URL(n8n.sandbox.baseUrl);
  expect(await connect(n8n.sandbox.keys['Read only'], baseUrl.replace('sandbox', host))).toEqual({
    status: 'Error',
    message: expect.stringMatching(message),
  });
});

test('The test of the credential says that the URL is right without /api', async () => {
  expect(await connect(n8n.sandbox.keys['Read only'], `${n8n.sandbox.baseUrl}/api/`)).toEqual({
    status: 'Error',
    message:
      "There is no wallet pass service at 'Base URL' (status 404). Remove '/api' from the end of 'Base URL': the service is there without it.",
  });
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
])(
  'The test of the credential reports a response of another kind: %s',
  async (_name, response, message) => {
    const stub = await startStub(() => response);
    expect(await connect('svc_sk_x', stub.baseUrl)).toEqual({
      status: 'Error',
      message: expect.stringMatching(message),
    });
  },
);

test('The test of the credential reports a missing response', async () => {
  n8n.sandbox.control.queueFault({ kind: 'dropBefore', count: 9 });
  expect(await connect(n8n.sandbox.keys['Read only'])).toEqual({
    status: 'Error',
    message: expect.stringMatching(
      /^The service could not be reached: .+\. Nothing was changed by this request\. Try again in a few minutes\.$/,
    ),
  });
});

test('The test of the credential does not follow a redirect with the key', async () => {
  const { baseUrl, requests } = await startStub(() => ({
    status: 307,
    headers: { location: '/stolen' },
  }));
  expect(await connect('svc_sk_x', baseUrl)).toEqual({
    status: 'Error',
    message: expect.stringMatching(/^'Base URL' redirects .* Enter the final URL of the service/),
  });
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
