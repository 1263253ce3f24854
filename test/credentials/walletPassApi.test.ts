import { useN8n } from '../support/n8n';

const n8n = useN8n();

const test = (apiKey: string, baseUrl = n8n.sandbox.baseUrl) =>
  n8n.engine.testCredential('walletPassApi', { apiKey, baseUrl });

describe('the test of the credential', () => {
  it('trap 2: passes with any key, whatever its scopes, and changes nothing', async () => {
    const { keys, control } = n8n.sandbox;
    for (const key of [...Object.values(keys), control.addKey([])]) {
      expect(await test(key)).toEqual({ status: 'OK', message: 'Connection successful!' });
    }
    const sent = control.requests();
    expect(new Set(sent.map(({ method, path }) => `${method} ${path}`))).toEqual(
      new Set(['POST /auth']),
    );
  });

  it('trap 5: blanks around the key and a slash after the address do not matter', async () => {
    const result = await test(` ${n8n.sandbox.keys['Read only']}\n`, ` ${n8n.sandbox.baseUrl}// `);
    expect(result.status).toBe('OK');
  });

  it('fails with a key that is wrong or turned off, and does not show it', async () => {
    const off = n8n.sandbox.control.addKey('all');
    n8n.sandbox.control.disableKey(off);
    for (const key of ['svc_sk_aWrongKey', off, '']) {
      const result = await test(key);
      expect(result.status).toBe('Error');
      expect(result.message).toMatch(/^The service does not accept this API key\./);
      expect(result.message).not.toContain('aWrongKey');
    }
  });

  it.each(['http://127.0.0.1:9', 'https://', 'nowhere', ''])(
    'fails with the address %p',
    async (baseUrl) => {
      expect(await test(n8n.sandbox.keys['Read only'], baseUrl)).toMatchObject({ status: 'Error' });
    },
  );

  it('fails with an address that leads elsewhere on the host', async () => {
    const { keys, baseUrl } = n8n.sandbox;
    expect(await test(keys['Read only'], `${baseUrl}/api`)).toEqual({
      status: 'Error',
      message:
        'There is no wallet pass service at this Base URL. Enter its address without a path at the end.',
    });
  });

  it('trap 6: does not follow a redirect with the key', async () => {
    const { createServer } = await import('node:http');
    const paths: unknown[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/stolen' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    expect(await test('svc_sk_x', `http://127.0.0.1:${port}`)).toMatchObject({ status: 'Error' });
    expect(paths).toEqual(['/auth']);
    server.closeAllConnections();
    server.close();
  });
});

describe('the type', () => {
  it('asks for address and key, the key as a password', () => {
    const type = n8n.engine.credentialType('walletPassApi');
    expect(type).toMatchObject({ name: 'walletPassApi', displayName: 'Wallet Pass API' });
    expect(type.properties.map(({ name, typeOptions }) => [name, typeOptions?.password])).toEqual([
      ['baseUrl', undefined],
      ['apiKey', true],
    ]);
    expect(type.properties.every(({ required }) => required)).toBe(true);
  });

  it('trap 1: sends the key as X-API-Key and nothing as Authorization', async () => {
    await test(n8n.sandbox.keys['Read only']);
    const [request] = n8n.sandbox.control.requests();
    expect(request?.headers).toHaveProperty('x-api-key');
    expect(request?.headers).not.toHaveProperty('authorization');
  });
});
