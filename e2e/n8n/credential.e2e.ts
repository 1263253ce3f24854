import { freePort } from '../support/tools';
import { type Connection, useN8nServer } from './useN8nServer';
import { chain, customApiCall, START, walletPass } from './workflows';

const n8n = useN8nServer();

/** Tests the values of a credential that is not saved yet. */
const test = (data: Connection) =>
  n8n.owner.testCredential({ id: '', name: 'My passes', type: 'walletPassApi' }, data);

describe('The credential test in the editor', () => {
  it('passes with a good key', async () => {
    const saved = await n8n.owner.createCredential('walletPassApi', 'Mine', n8n.connection());
    expect(await n8n.owner.testCredential(saved, n8n.connection())).toEqual({
      status: 'OK',
      message: expect.stringMatching(/^Connected as /),
    });
  });

  it('passes with a key without scopes', async () => {
    const key = n8n.sandbox.control.addKey([]);
    expect(await test(n8n.connection(key))).toMatchObject({ status: 'OK' });
  });

  it('passes with spaces around the pasted values', async () => {
    const { baseUrl, apiKey } = n8n.connection();
    const pasted = { baseUrl: ` ${baseUrl}/ `, apiKey: ` ${apiKey}\n` };
    expect(await test(pasted)).toMatchObject({ status: 'OK' });
  });

  it('explains a wrong key', async () => {
    expect(await test(n8n.connection('svc_sk_mistyped'))).toEqual({
      status: 'Error',
      message: expect.stringMatching(/^The service rejected this API key\./),
    });
  });

  it('explains a URL of something else', async () => {
    expect(await test({ ...n8n.connection(), baseUrl: n8n.server.url })).toEqual({
      status: 'Error',
      message: expect.stringMatching(/Base URL/),
    });
  });

  it('explains a refused connection', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    expect(await test({ ...n8n.connection(), baseUrl })).toEqual({
      status: 'Error',
      message: expect.stringMatching(/^The service could not be reached: connection refused\./),
    });
  });
});

it('Allowed HTTP Request Domains set to None stops the HTTP Request node, and not ours', async () => {
  const data = { ...n8n.connection(), allowedHttpRequestDomains: 'none' };
  const closed = await n8n.owner.createCredential('walletPassApi', 'Closed', data);
  expect(await n8n.owner.testCredential(closed, data)).toMatchObject({ status: 'OK' });

  const { baseUrl } = n8n.connection();
  const own = walletPass('Check Key', { resource: 'account', operation: 'get' });
  const { status } = await n8n.owner.importAndRun(chain('Ours', START, own), {
    credentials: [closed],
  });
  expect(status).toBe('success');
  const call = customApiCall('Who Am I', 'POST', `${baseUrl}/auth`);
  const refused = await n8n.owner.importAndRun(chain('Own call', START, call), {
    credentials: [closed],
  });
  expect(refused.status).toBe('error');
});

describe('The HTTP Request node', () => {
  it('can use the credential and is authenticated by its key', async () => {
    const { baseUrl } = n8n.connection();
    const execution = await n8n.owner.importAndRun(
      chain('Own call', START, customApiCall('Who Am I', 'POST', `${baseUrl}/auth`)),
      { credentials: [n8n.credential] },
    );

    expect(execution.status).toBe('success');
    const [asked] = n8n.sandbox.control.requests().slice(-1);
    expect(asked).toMatchObject({ path: '/auth', status: 200 });
    expect(asked?.headers).toHaveProperty('x-api-key');
  });
});
