/** What the sandbox accepts at all: it needs no key for its pages and controls, and keeps what it is sent. */
import { Readable } from 'node:stream';

import { FormData, request } from 'undici';

import { useSandbox } from './harness';

const h = useSandbox();
const control = () => h.sandbox.control;
const port = () => new URL(h.sandbox.baseUrl).port;
const withPort = (text: string) => text.replace('PORT', port());

/** Status of a request with these headers; `fetch` cannot set `Host`. */
async function statusOf(method: 'GET' | 'POST', path: string, headers: Record<string, string>) {
  const { statusCode, body } = await request(h.sandbox.baseUrl + path, { method, headers });
  await body.dump();
  return statusCode;
}

/** A pass page, an invite, and everything that shows or changes something without a key. */
async function openPaths() {
  const id = await h.issue({ templateId: h.sandbox.templates.offer });
  const invites = `/badge/templates/${h.sandbox.badges.published}/invites`;
  const invite = await h.call<{ code: string }>('POST', invites, { body: { phone: '+4312345' } });
  const change = [`/wallet/wallet_a/${id}`, `/i/${invite.body.code}`, '/_sandbox/advanceClock'];
  const controls = ['info', 'now', 'outbox', 'passes', 'requests', 'badgeInvites'];
  const show = ['/', `/p/${id}`, ...controls.map((name) => `/_sandbox/${name}`)];
  const changed = () => [
    control().pass(id)?.deviceCount,
    control().badgeInvites().at(-1)?.state,
    control().now(),
  ];
  return { show, change, changed };
}

test.each([
  ['accepted', 'a script, without an origin', {}],
  ['accepted', 'its own origin', { Origin: 'http://127.0.0.1:PORT' }],
  ['accepted', 'its own origin by name', { Origin: 'http://localhost:PORT' }],
  ['accepted', 'its own host by name', { Host: 'localhost:PORT' }],
  ['refused', 'another site', { Origin: 'https://evil.example' }],
  ['refused', 'another port', { Origin: 'http://127.0.0.1:1' }],
  ['refused', 'a file or a sandboxed frame', { Origin: 'null' }],
  ['refused', 'a name that was made to resolve to this machine', { Host: 'evil.example:PORT' }],
  ['refused', 'such a name, with its origin', { Host: 'evil.example:PORT', Origin: 'http://evil.example:PORT' }],
  ['refused', 'a host without the port', { Host: '127.0.0.1' }],
])('A request is %s if it comes from %s', async (outcome, _origin, given) => {
  const isAccepted = outcome === 'accepted';
  const { show, change, changed } = await openPaths();
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, withPort(value)]),
  );
  const before = changed();
  for (const path of show) {
    expect([path, await statusOf('GET', path, headers)]).toEqual([path, isAccepted ? 200 : 403]);
  }
  for (const path of change) {
    const status = await statusOf('POST', path, headers);
    expect([path, status === 403]).toEqual([path, !isAccepted]);
  }
  if (isAccepted) expect(changed()).toMatchObject([1, 'used', expect.any(Number)]);
  else expect(changed()).toEqual(before);
  const withKey = { ...headers, 'X-API-Key': h.sandbox.keys['Full access'] };
  expect(await statusOf('POST', '/auth', withKey)).toBe(isAccepted ? 200 : 403);
}); // prettier-ignore

const MIB = 1024 * 1024;
const post = (raw: string, key = 'unknown') =>
  h.call('POST', '/pass', {
    raw,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
  });

test('A body larger than 1 MiB is refused, whether or not its size is stated', async () => {
  expect((await post(`"${'x'.repeat(MIB - 2)}"`)).status).toBe(401);
  const refused = [413, { error: 'Request body exceeds 1 MiB limit' }];
  const { status, body } = await post(`"${'x'.repeat(MIB - 1)}"`);
  expect([status, body]).toEqual(refused);

  const chunks = Array.from({ length: 17 }, () => Buffer.alloc(MIB / 16, 'x'));
  const url = `${h.sandbox.baseUrl}/pass`;
  const streamed = await request(url, { method: 'POST', body: Readable.from(chunks) });
  expect([streamed.statusCode, await streamed.body.json()]).toEqual(refused);
  expect(control().requests()).toHaveLength(1);
});

test('A file that is too large is refused, also without a key', async () => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(12 * MIB)]), 'x');
  const { status, body } = await h.call('POST', '/files', { form, key: 'unknown' });
  expect([status, body]).toEqual([413, { error: 'File exceeds 10 MiB limit' }]);
});
