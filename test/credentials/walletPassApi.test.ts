import { useN8n } from '../support/n8n';
import { startStub } from '../support/stubService';

const n8n = useN8n();

const test = (apiKey: string, baseUrl = n8n.sandbox.baseUrl) =>
  n8n.engine.testCredential('walletPassApi', { apiKey, baseUrl });

describe('the test of the credential', () => {
  it('names the account with any key, whatever its scopes, and changes nothing', async () => {
    const { keys, control } = n8n.sandbox;
    for (const key of [...Object.values(keys), control.addKey([])]) {
      expect(await test(key)).toEqual({
        status: 'OK',
        message: 'Connected as Harbor & Pine (owner@harbor-and-pine.example)',
      });
    }
    const sent = control.requests();
    expect(new Set(sent.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(['POST /auth']),
    );
  });

  it.each([
    [{ displayName: 'Harbor & Pine', email: '' }, 'Connected as Harbor & Pine'],
    [{ displayName: '', email: 'owner@example.com' }, 'Connected as owner@example.com'],
    [{ displayName: '', email: '' }, 'Connected as an account without a name'],
  ])('names the account as far as the service does: %j', async (body, message) => {
    const stub = await startStub(() => ({ body }));
    expect(await test('svc_sk_x', stub.baseUrl)).toEqual({ status: 'OK', message });
    expect(stub.requests).toHaveLength(1);
  });

  it('ignores spaces around the key and a slash after the base URL', async () => {
    const result = await test(` ${n8n.sandbox.keys['Read only']}\n`, ` ${n8n.sandbox.baseUrl}// `);
    expect(result.status).toBe('OK');
  });

  it('fails with a key that is wrong or turned off, and does not show it', async () => {
    const off = n8n.sandbox.control.addKey('all');
    n8n.sandbox.control.disableKey(off);
    for (const key of ['svc_sk_aWrongKey', off, 'svc_sk_\u00e9']) {
      const result = await test(key);
      expect(result.status).toBe('Error');
      expect(result.message).toMatch(/^The service rejected this API key\. It may have a typo/);
      expect(result.message).not.toContain('aWrongKey');
    }
  });

  it.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['"svc_sk_aKey"', 'is in quotes'],
    ['Bearer svc_sk_aKey', "begins with 'Bearer'"],
  ])('says what is wrong with the key %j, and sends nothing', async (key, mistake) => {
    expect(await test(key)).toEqual({
      status: 'Error',
      message: `'API Key' ${mistake}. Nothing was sent. Enter the key alone in 'API Key' of the credential. The account owner creates keys in the dashboard, under API keys.`,
    });
    expect(n8n.sandbox.control.requests()).toEqual([]);
  });

  it('names a character in the key that cannot be sent', async () => {
    expect(await test('svc_sk_\u200baKey')).toEqual({
      status: 'Error',
      message:
        "'API Key' contains an invisible character (U+200B) at position 8, which can't be sent. Nothing was sent. Copy the key again and enter it in 'API Key' of the credential.",
    });
  });

  it.each([
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
  ])('names the problem with the URL %p, as a run does', async (baseUrl, message) => {
    const { host } = new URL(n8n.sandbox.baseUrl);
    expect(await test(n8n.sandbox.keys['Read only'], baseUrl.replace('sandbox', host))).toEqual({
      status: 'Error',
      message: expect.stringMatching(message),
    });
  });

  it('says that the URL is right without /api', async () => {
    expect(await test(n8n.sandbox.keys['Read only'], `${n8n.sandbox.baseUrl}/api/`)).toEqual({
      status: 'Error',
      message:
        "There is no wallet pass service at 'Base URL' (status 404). Remove '/api' from the end of 'Base URL': the service is there without it.",
    });
  });

  it.each([
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
  ])('reports a response of another kind: %s', async (_name, response, message) => {
    const stub = await startStub(() => response);
    expect(await test('svc_sk_x', stub.baseUrl)).toEqual({
      status: 'Error',
      message: expect.stringMatching(message),
    });
  });

  it('reports a missing response', async () => {
    n8n.sandbox.control.queueFault({ kind: 'dropBefore', count: 9 });
    expect(await test(n8n.sandbox.keys['Read only'])).toEqual({
      status: 'Error',
      message: expect.stringMatching(
        /^The service could not be reached: .+\. Nothing was changed by this request\. Try again in a few minutes\.$/,
      ),
    });
  });

  it('does not follow a redirect with the key', async () => {
    const { baseUrl, requests } = await startStub(() => ({
      status: 307,
      headers: { location: '/stolen' },
    }));
    expect(await test('svc_sk_x', baseUrl)).toEqual({
      status: 'Error',
      message: expect.stringMatching(/^'Base URL' redirects .* Enter the final URL of the service/),
    });
    expect(requests.map(({ path }) => path)).toEqual(['/auth', '/api/auth']);
  });
});

describe('the type', () => {
  it('asks for base URL and key, the key as a password', () => {
    const type = n8n.engine.credentialType('walletPassApi');
    expect(type).toMatchObject({ name: 'walletPassApi', displayName: 'Wallet Pass API' });
    expect(type.properties.map(({ name, typeOptions }) => [name, typeOptions?.password])).toEqual([
      ['baseUrl', undefined],
      ['apiKey', true],
    ]);
    expect(type.properties.every(({ required }) => required)).toBe(true);
  });

  it('sends the key as X-API-Key and no Authorization header', async () => {
    await test(n8n.sandbox.keys['Read only']);
    const [request] = n8n.sandbox.control.requests();
    expect(request?.headers).toHaveProperty('x-api-key');
    expect(request?.headers).not.toHaveProperty('authorization');
  });
});
