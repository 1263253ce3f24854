/** The test of a connection, at a service with a path and at hosts that have none. */
import { z } from 'zod';

import { checkConnection } from '../../../shared/api/apiKeys';
import { createClient } from '../../../shared/http/client';
import { TestClock } from '../../support/clock';
import { failureOf } from '../../support/failures';
import { type Reply, scripted } from '../../support/scriptedTransport';
import { useService } from '../../support/service';

const service = useService({ seed: 'templates', apiPath: '/api' });

test.each(['', '/', '//'])('A service with a path is reached with its URL and %j', async (end) => {
  const client = service.client(undefined, { baseUrl: `${service.sandbox.baseUrl}${end}` });
  expect(await checkConnection(client)).toMatchObject({ displayName: 'Harbor & Pine' });
  await client.call({ method: 'GET', path: '/templates', schema: z.unknown() });
  expect(service.sent()).toEqual(['POST /api/auth', 'GET /api/templates']);
});

test('A missing path of the base URL is named, with a key that the service accepts or refuses', async () => {
  const baseUrl = new URL(service.sandbox.baseUrl).origin;
  for (const apiKey of [undefined, 'svc_sk_another']) {
    expect(await failureOf(checkConnection(service.client(apiKey, { baseUrl })))).toMatchObject({
      message: "There is no wallet pass service at 'Base URL' (status 404)",
      fix: "Add '/api' to the end of 'Base URL': the service is there.",
    });
  }
});

/** Tests a connection at a host that sends these responses in order. */
async function tested(...replies: Reply[]) {
  const { transport, sent } = scripted(...replies);
  const baseUrl = 'https://example.com';
  const client = createClient({ baseUrl, transport, clock: new TestClock() });
  const failure = await failureOf(checkConnection(client));
  return { failure, urls: [...new Set(sent.map(({ url }) => url))] };
}

const HERE = 'https://example.com/auth';
const THERE = 'https://example.com/api/auth';
const PAGE = '<html></html>';

test.each<[string, Reply]>([
  ['a 404', { status: 404, body: PAGE }],
  ['a page', { body: PAGE }],
  ['a redirect to another host', { status: 302, headers: { location: 'https://evil.example' } }],
  ['JSON of something else', { status: 400, body: { error: 'No such method' } }],
])('The connection test tries /api after %s, and keeps the first error', async (_name, reply) => {
  const { failure, urls } = await tested(reply);
  expect(urls).toEqual([HERE, THERE]);
  const { failure: alone } = await tested(reply, { lost: 'maybe' });
  expect([failure.message, failure.fix]).toEqual([alone.message, alone.fix]);
  expect(failure.fix).not.toContain('Add ');
});

test.each<[string, Reply]>([
  ['a refused key', { status: 401, body: { error: 'Invalid API key' } }],
  ['an outage', { status: 503 }],
  ['a rate limit', { status: 429, headers: { 'retry-after': '900' } }],
  ['no response', { lost: 'maybe' }],
  ['no connection', { lost: 'no' }],
])('The connection test asks no other URL after %s', async (_name, reply) => {
  expect((await tested(reply)).urls).toEqual([HERE]);
});
