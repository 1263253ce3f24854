import { dripping, endless, tooLong } from '../support/brokenBodies';
import { byId, useN8n } from '../support/n8n';
import { startStub } from '../support/stubService';

/** A broken service and n8n's HTTP client. The limits themselves are tested on the core. */
const n8n = useN8n();

const templateId = byId('t');

/** The two ways of sending requests from n8n. @returns what it tells the user */
const SENDERS: Record<string, (baseUrl: string) => Promise<string | undefined>> = {
  'a node': async (baseUrl) => {
    const { error } = await n8n.pass('getAll', { templateId }, { baseUrl });
    return error?.message;
  },
  'the test of a credential': async (baseUrl) => {
    const result = await n8n.engine.testCredential('walletPassApi', {
      baseUrl,
      apiKey: 'svc_sk_x',
    });
    return result.status === 'Error' ? result.message : undefined;
  },
};

/** Correct responses to all of them, if they could be read. */
const CORRECT = { passes: [], totalCount: 0, data: [], displayName: 'Harbor & Pine' };

describe.each(Object.entries(SENDERS))('%s', (_name, send) => {
  it('gives up a response that arrives byte by byte', async () => {
    const body = dripping();
    const { baseUrl, requests } = await startStub(() => ({ stream: body.stream() }));
    expect(await send(baseUrl)).toContain('no response in time');
    // A byte every two seconds, for 30, 30 and 120 seconds at most.
    expect(body.taken).toBeLessThan(100);
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  it('does not read a body of any size', async () => {
    const { baseUrl, requests } = await startStub(() => tooLong(CORRECT));
    expect(await send(baseUrl)).toContain('could not be read (it is longer than 64 MiB)');
    const paths = requests.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('does not read an error response to its end', async () => {
    const body = endless();
    const { baseUrl } = await startStub(() => ({ status: 500, stream: body.stream() }));
    expect(await send(baseUrl)).toContain('(status 500)');
    expect(body.taken).toBeLessThan(1000);
  });
});

it('an export that is a web page is not read', async () => {
  const body = endless();
  const { baseUrl } = await startStub(({ path }) =>
    path.startsWith('/passes/export')
      ? { headers: { 'content-type': 'text/html; charset=utf-8' }, stream: body.stream() }
      : { status: 404 },
  );
  const { error } = await n8n.pass('export', { templateId, outputAs: 'file' }, { baseUrl });
  expect(error?.message).toContain('it is a web page');
  expect(body.taken).toBeLessThan(1000);
});
