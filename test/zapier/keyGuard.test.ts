import { fileInputs } from '../support/fileInputs';
import { PNG, type StubAnswer, type StubService, startStub } from '../support/stubService';
import { ZAPIER_OPERATIONS } from '../../zapier/catalog';
import { redirectTarget } from '../../zapier/transport/redirectTarget';
import { failureOf, useZapier } from './harness';

const app = useZapier();
const KEY = 'svc_sk_theKeyOfThisTest';
const IMAGE: StubAnswer = { headers: { 'content-type': 'image/png' }, bytes: PNG };

/** The steps with files, and the labels of their file inputs by key. */
const FILE_STEPS = ZAPIER_OPERATIONS.map(
  ({ zapier, input }) => [zapier.key, fileInputs(input)] as const,
).filter(([, labels]) => Object.keys(labels).length > 0);

/** Inputs that these steps require, without files. */
const OTHER_INPUTS = { templateId: 'tpl', name: 'Coffee Club', type: 'loyalty' };

/** Another name of this machine, to which a redirect is allowed. */
const elsewhere = (host: StubService) => host.baseUrl.replace('127.0.0.1', '0.0.0.0');

/** A service that also hosts images. @param image answer for an image */
function serviceWithImages(image: (path: string) => StubAnswer): Promise<StubService> {
  const template = { id: 'tpl', name: 'Coffee Club', type: 'loyalty', pass: '{}' };
  return startStub(({ method, path }) => {
    if (path.startsWith('/images')) return image(path);
    const file = { id: `file_${'0'.repeat(32)}`, url: 'https://files.example.com/a.png' };
    return { status: method === 'POST' ? 201 : 200, body: path === '/files' ? file : template };
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

describe('the API key', () => {
  it('goes to the service, with the version, and nothing else is added', async () => {
    const service = await serviceWithImages(() => IMAGE);
    await runWithFiles('upload_image', { file: '' }, service, `${service.baseUrl}/images/a.png`);
    const [download, call] = service.requests;
    expect(call?.headers).toMatchObject({ 'x-api-key': KEY, 'service-version': '2026-05-13' });
    expect(download?.path).toBe('/images/a.png');
    expect(Object.keys(download?.headers ?? {}).filter((name) => /key|version/.test(name))).toEqual(
      [],
    );
  });

  it('is not sent to read a list of keys as an image', async () => {
    const { 'Full access': apiKey } = app.sandbox.keys;
    const file = `${app.sandbox.baseUrl}/api-keys`;
    const failure = await failureOf(app.create('upload_image', { file }, { authData: { apiKey } }));
    expect(failure.message).toMatch(/^'Image' couldn't be downloaded \(status 401\)/);
  });

  describe.each(FILE_STEPS)('with files in %s', (step, labels) => {
    const count = Object.keys(labels).length;

    it.each([302, 307])(
      'does not go to another host after status %i, which is followed',
      async (status) => {
        const other = await startStub(() => IMAGE);
        const location = `${elsewhere(other)}/b.png`;
        const service = await serviceWithImages(() => ({ status, headers: { location } }));
        await runWithFiles(step, labels, service, `${service.baseUrl}/images/a.png`);
        expect(other.requests).toHaveLength(count);
        expect(withKey(other)).toEqual([]);
        const own = service.requests.filter(({ path }) => !path.startsWith('/images'));
        expect(withKey(service)).toEqual(own.map(({ path }) => path));
      },
    );

    it('does not go to another port of the host', async () => {
      const other = await startStub(() => IMAGE);
      const service = await serviceWithImages(() => IMAGE);
      await runWithFiles(step, labels, service, `${other.baseUrl}/b.png`);
      expect(other.requests).toHaveLength(count);
      expect(withKey(other)).toEqual([]);
    });

    it.each([
      ['another scheme', () => 'ftp://0.0.0.0/b.png'],
      ['a file', () => 'file:///etc/hostname'],
      ['this machine', (other: StubService) => other.baseUrl],
      ['nowhere', () => ''],
    ])('does not follow a redirect to %s', async (_name, target) => {
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

  it.each([
    [5, undefined],
    [6, "'Image' couldn't be downloaded (redirected more than 5 times)"],
  ])('a download follows at most five redirects: %i', async (redirects, error) => {
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

  it.each([
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
    ['https://a.example/x', 'https://', undefined],
  ])('a download of %s that is redirected to %s continues at %s', (url, location, target) => {
    expect(redirectTarget(url, location)).toBe(target);
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
