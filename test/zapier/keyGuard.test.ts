import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import { addHeaders } from '../../zapier/transport/keyHeader';
import { failureOf, useZapier } from './harness';
import { startStub } from '../support/stubService';

const app = useZapier();
const BASE = 'https://api.example.com/wallet';

/** The headers that a request to `url` leaves with. */
async function headersFor(url: string): Promise<HttpRequestOptions['headers']> {
  const bundle = {
    authData: { baseUrl: BASE, apiKey: ' svc_sk_secret ' },
    inputData: {},
  } as unknown as Parameters<typeof addHeaders>[2];
  const request = { url, headers: { accept: 'text/csv' } };
  return (await addHeaders(request, {} as ZObject, bundle)).headers;
}

describe('the API key', () => {
  it("goes to the connection's own host", async () => {
    expect(await headersFor('https://api.example.com/wallet/pass?id=1')).toEqual({
      accept: 'text/csv',
      'X-API-Key': 'svc_sk_secret',
      'Service-Version': '2026-05-13',
    });
  });

  it.each([
    'https://files.example.com/passes.csv',
    'https://api.example.com.evil.example/pass',
    'https://api.example.com:8443/pass',
    'https://evil.example/?https://api.example.com/wallet',
    'https://api.example.com@evil.example/pass',
    'http://api.example.com/pass',
    '/pass',
    '',
  ])('never goes to %j', async (url) => {
    expect(await headersFor(url)).toEqual({ accept: 'text/csv' });
  });

  it('does not follow a redirect to another host', async () => {
    const elsewhere = await startStub(() => ({}));
    const service = await startStub(() => ({
      status: 307,
      headers: { location: `${elsewhere.baseUrl}/auth` },
    }));
    const failure = await failureOf(
      app.zapier.authTest({ authData: { baseUrl: service.baseUrl } }),
    );
    expect(failure.message).toMatch(
      /redirects to another URL.*the API key is never sent to another host/,
    );
    expect(service.requests[0]?.headers['x-api-key']).toBe(app.sandbox.keys['Full access']);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a key that was pasted into another input', () => {
  const KEY = 'svc_sk_pastedByMistake_0123456789';

  it.each<[string, () => Promise<unknown>]>([
    ['an ID', () => app.create('void_pass', { passId: KEY })],
    ['an ID with a template', () => app.create('add_stamps', { externalId: KEY, templateId: KEY, count: 1 })],
    ['an ID in a URL', () => app.create('notify_pass_holder', { passId: KEY, title: 'T', content: 'C' })],
    ['an invalid value', () => app.create('issue_pass', { templateId: app.sandbox.templates.loyalty, email: KEY })],
    ['the template of a trigger', () => app.trigger('new_pass', { templateId: KEY })],
  ])('is not in the error: %s', async (_name, run) => {
    const failure = await failureOf(run());
    expect(failure.message).toContain('svc_sk_[hidden]');
    expect(`${failure.message} ${failure.stack}`).not.toContain('pastedBy');
  });
}); // prettier-ignore
