import { fileInputs } from '../support/fileInputs';
import { PUBLIC_ADDRESS, namesLeadTo, usePublicAddress } from '../support/publicAddress';
import { file, template } from '../support/documented';
import { PNG, type StubAnswer, type StubService, startStub } from '../support/stubService';
import { ZAPIER_OPERATIONS } from '../../zapier/catalog';
import { publicLookup, redirectTarget } from '../../zapier/transport/publicAddress';
import { failureOf, useZapier } from './harness';

const app = useZapier();
usePublicAddress();
const KEY = 'svc_sk_theKeyOfThisTest';
const IMAGE: StubAnswer = { headers: { 'content-type': 'image/png' }, bytes: PNG };

/** The steps with files, and the labels of their file inputs by key. */
const FILE_STEPS = ZAPIER_OPERATIONS.map(
  ({ zapier, input }) => [zapier.key, fileInputs(input)] as const,
).filter(([, labels]) => Object.keys(labels).length > 0);

/** Inputs that these steps require, without files. */
const OTHER_INPUTS = { templateId: 'tpl', name: 'Coffee Club', type: 'loyalty' };

/** A URL of this service with another host. */
const as = (host: string, { baseUrl }: StubService) => baseUrl.replace('127.0.0.1', host);

/** A public URL of this service, to which a redirect is allowed. */
const elsewhere = (host: StubService) => as(PUBLIC_ADDRESS, host);

/** A service that also hosts images. @param image answer for an image */
function serviceWithImages(image: (path: string) => StubAnswer): Promise<StubService> {
  return startStub(({ method, path }) => {
    if (path.startsWith('/images')) return image(path);
    const body = path === '/files' ? file() : template({ type: 'loyalty' });
    return { status: method === 'POST' ? 201 : 200, body };
  });
}

/** Runs a step with this URL in all of its file inputs. */
function runWithFiles(step: string, labels: object, service: StubService, url: string) {
  const files = Object.fromEntries(Object.keys(labels).map((key) => [key, url]));
  return app.zapier.perform('create', step, {
    authData: { baseUrl: service.baseUrl, apiKey: KEY },
    inputData: {
      ...OTHER_INPUTS,
      ...(step === 'upload_image' ? { templateId: '' } : {}),
      ...files,
    },
  });
}

/** Paths of the requests that had the key. */
const withKey = (...hosts: StubService[]) =>
  hosts.flatMap(({ requests }) =>
    requests.filter(({ headers }) => JSON.stringify(headers).includes(KEY)).map(({ path }) => path),
  );

const PUBLIC = [PUBLIC_ADDRESS, '8.8.8.8', '[2606:4700::1111]', '[::ffff:8.8.8.8]'].map(
  (host) => new URL(`http://${host}`).hostname,
);

/** This machine, private networks, link-local and reserved ranges, and other spellings of them. */
const NOT_PUBLIC = [
  ...['127.0.0.1', '127.0.0.2', '127.255.255.255', '2130706433', '0x7f.1', '017700000001'],
  ...['0.0.0.0', '0.1.2.3', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:0:0]', '[::127.0.0.1]'],
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '[::ffff:10.0.0.1]', '100.64.0.1'],
  ...['169.254.169.254', '[fe80::1]', '[fc00::1]', '[fd12:3456::1]', '[fec0::1]'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::'].map((address) => `[${address}]`),
  ...['224.0.0.1', '255.255.255.255', '[ff02::1]', 'LOCALHOST', 'localhost.'],
];

const redirectTo =
  (outcome: 'followed' | 'refused') =>
  (host: string): [string, string, string | undefined] => {
    const location = `http://${host}/y`;
    return ['http://a.example/x', location, outcome === 'followed' ? location : undefined];
  };

test('The key goes to the service with the version, and not to an image on the same host', async () => {
  const service = await serviceWithImages(() => IMAGE);
  await runWithFiles('upload_image', { file: '' }, service, `${service.baseUrl}/images/a.png`);
  const [download, call] = service.requests;
  expect(call?.headers).toMatchObject({ 'x-api-key': KEY, 'service-version': '2026-05-13' });
  expect(download?.path).toBe('/images/a.png');
  expect(Object.keys(download?.headers ?? {}).filter((name) => /key|version/.test(name))).toEqual(
    [],
  );
});

test('The key is not sent to read a list of keys as an image', async () => {
  const { 'Full access': apiKey } = app.sandbox.keys;
  const file = `${app.sandbox.baseUrl}/api-keys`;
  const failure = await failureOf(app.create('upload_image', { file }, { authData: { apiKey } }));
  expect(failure.message).toMatch(/^'Image' couldn't be downloaded \(status 401\)/);
});

describe.each(FILE_STEPS)('Files in %s', (step, labels) => {
  const count = Object.keys(labels).length;

  test.each([302, 307])('A redirect with status %i is followed without the key', async (status) => {
    const other = await startStub(() => IMAGE);
    const location = `${elsewhere(other)}/b.png`;
    const service = await serviceWithImages(() => ({ status, headers: { location } }));
    await runWithFiles(step, labels, service, `${service.baseUrl}/images/a.png`);
    expect(other.requests).toHaveLength(count);
    expect(withKey(other)).toEqual([]);
    const own = service.requests.filter(({ path }) => !path.startsWith('/images'));
    expect(withKey(service)).toEqual(own.map(({ path }) => path));
  });

  test('The key does not go to another port of the host', async () => {
    const other = await startStub(() => IMAGE);
    const service = await serviceWithImages(() => IMAGE);
    await runWithFiles(step, labels, service, `${other.baseUrl}/b.png`);
    expect(other.requests).toHaveLength(count);
    expect(withKey(other)).toEqual([]);
  });

  test.each([
    ['another scheme', () => `ftp://${PUBLIC_ADDRESS}/b.png`],
    ['a file', () => 'file:///etc/hostname'],
    ['this machine', (other: StubService) => other.baseUrl],
    ['this machine: 0.0.0.0', (other: StubService) => as('0.0.0.0', other)],
    ['this machine: 127.0.0.2', (other: StubService) => as('127.0.0.2', other)],
    ['this machine: [::]', (other: StubService) => as('[::]', other)],
    ['this machine: mapped', (other: StubService) => as('[::ffff:127.0.0.1]', other)],
    ['nowhere', () => ''],
  ])('A redirect to %s is not followed', async (_name, target) => {
    const other = await startStub(() => IMAGE);
    const location = target(other);
    const service = await serviceWithImages(() => ({ status: 302, headers: { location } }));
    const url = `${service.baseUrl}/images/a.png`;
    const { message } = await failureOf(runWithFiles(step, labels, service, url));
    for (const label of Object.values(labels)) {
      expect(message).toContain(
        `'${label}' couldn't be downloaded (redirected to a URL that is not allowed)`,
      );
    }
    expect([...withKey(service), ...other.requests]).toEqual([]);
  });
});

test.each([
  ['this machine', '127.0.0.1'],
  ['this machine', '::1'],
  ['a private network', '192.168.1.1'],
  ['also to a private network', PUBLIC_ADDRESS, 'fd00::1'],
])('A redirect to a name that leads to %s is not followed', async (_where, ...addresses) => {
  const other = await startStub(() => IMAGE);
  const location = `${as('images.example', other)}/b.png`;
  const service = await serviceWithImages(() => ({ status: 302, headers: { location } }));
  namesLeadTo(...addresses);
  const run = runWithFiles('upload_image', { file: '' }, service, `${service.baseUrl}/images/a`);
  const { message } = await failureOf(run);
  expect(message).toContain("'Image' couldn't be downloaded (its address is not public)");
  expect(other.requests).toEqual([]);
});

test.each([
  'http://10.0.0.1/a',
  'http://169.254.169.254/a',
  'http://localhost:1/a',
  'http://[::1]/a',
])('Nothing is sent to download %s if the service is not on this machine', async (url) => {
  const service = { baseUrl: 'https://api.example.com', requests: [] };
  const { message } = await failureOf(runWithFiles('upload_image', { file: '' }, service, url));
  expect(message).toContain("'Image' couldn't be downloaded (its address is not public)");
});

test.each([
  [5, undefined],
  [6, "'Image' couldn't be downloaded (redirected more than 5 times)"],
])('A download follows at most five redirects: %i', async (redirects, error) => {
  const service = await serviceWithImages((path) => {
    const number = Number(path.split('/').at(-1));
    const location = `${elsewhere(service)}/images/${number + 1}`;
    const status = [301, 302, 303, 307, 308][number] ?? 302;
    return number < redirects ? { status, headers: { location } } : IMAGE;
  });
  const run = runWithFiles('upload_image', { file: '' }, service, `${service.baseUrl}/images/0`);
  if (error === undefined) await run;
  else expect((await failureOf(run)).message).toContain(error);
});

test.each<[string, string, string | undefined]>([
  ['https://a.example/x', 'https://b.example/y', 'https://b.example/y'],
  ['https://a.example/x', '/y?z=1', 'https://a.example/y?z=1'],
  ['https://a.example/x', 'https://a.example:8443/y', 'https://a.example:8443/y'],
  ['https://a.example/x', 'http://a.example/y', undefined],
  ['https://a.example/x', 'http://b.example/y', undefined],
  ['http://a.example/x', 'https://a.example/y', 'https://a.example/y'],
  ['http://a.example/x', 'http://b.example/y', 'http://b.example/y'],
  ['http://a.example/x', 'data:image/png;base64,AAAA', undefined],
  ['https://a.example/x', 'https://localhost/y', undefined],
  ['https://a.example/x', 'https://[::1]/y', undefined],
  ['https://a.example/x', 'https://images.localhost/y', undefined],
  ['https://a.example/x', 'https://', undefined],
  ...PUBLIC.map(redirectTo('followed')),
  ...NOT_PUBLIC.map(redirectTo('refused')),
])('A download of %s that is redirected to %s continues at %s', (url, location, target) => {
  expect(redirectTarget(url, location)).toBe(target);
});

test.each([
  [[PUBLIC_ADDRESS], undefined],
  [[PUBLIC_ADDRESS, '2606:4700::1111'], undefined],
  [['127.0.0.1'], 'ENOTPUBLIC'],
  [[PUBLIC_ADDRESS, '10.0.0.1'], 'ENOTPUBLIC'],
])('A name that leads to %j is looked up, with one address or all: %s', (addresses, code) => {
  namesLeadTo(...addresses);
  publicLookup('a.example', { all: true }, (error, found) => {
    expect(error?.code).toBe(code);
    if (!code) expect(found).toMatchObject(addresses.map((address) => ({ address })));
  });
  publicLookup('a.example', {}, (error, found, family) => {
    expect(error?.code).toBe(code);
    if (!code) expect([found, family]).toEqual([addresses[0], 4]);
  });
  expect.assertions(code ? 2 : 4);
});

test('The test of the connection follows no redirect to another host', async () => {
  const elsewhere = await startStub(() => ({}));
  const service = await startStub(() => ({
    status: 307,
    headers: { location: `${elsewhere.baseUrl}/auth` },
  }));
  const failure = await failureOf(app.zapier.authTest({ authData: { baseUrl: service.baseUrl } }));
  expect(failure.message).toMatch(
    /redirects to another URL.*the API key is never sent to another host/,
  );
  expect(service.requests[0]?.headers['x-api-key']).toBe(app.sandbox.keys['Full access']);
  expect(elsewhere.requests).toEqual([]);
});

const PASTED_KEY = 'svc_sk_pastedByMistake_0123456789';

test.each([
  ['an ID', 'void_pass', { passId: PASTED_KEY }],
  ['an external ID', 'add_stamps', { externalId: PASTED_KEY, templateId: PASTED_KEY, count: 1 }],
  ['an ID in a URL', 'notify_pass_holder', { passId: PASTED_KEY, title: 'T', content: 'C' }],
  ['an invalid value', 'issue_pass', { email: PASTED_KEY }],
  ['the template of a trigger', 'new_pass', { templateId: PASTED_KEY }],
])('A key that was pasted as %s is not in the error', async (_name, step, input) => {
  const kind = step === 'new_pass' ? 'trigger' : 'create';
  const templateId = app.sandbox.templates.loyalty;
  const failure = await failureOf(app[kind](step, { templateId, ...input }) as Promise<unknown>);
  expect(failure.message).toContain('svc_sk_[hidden]');
  expect(`${failure.message} ${failure.stack}`).not.toContain('pastedBy');
});
