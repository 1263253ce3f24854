/** A broken service and the HTTP client of each platform. The limits themselves are tested on the core. */

import { dripping, endless, tooLong } from '../support/brokenBodies';
import { byId, useN8n } from '../support/n8n';
import { startStub } from '../support/stubService';
import { failureOf, useZapier } from '../zapier/harness';

/** What a person sees of a call to this service. */
type Send = (baseUrl: string) => Promise<string | undefined>;

/** The ways of sending requests. */
const SENDERS: Record<string, () => Send> = {
  'An n8n node': () => {
    const n8n = useN8n();
    const parameters = { templateId: byId('t') };
    return async (baseUrl) => (await n8n.pass('getAll', parameters, { baseUrl })).error?.message;
  },
  'The test of an n8n credential': () => {
    const n8n = useN8n();
    return async (baseUrl) => {
      const values = { baseUrl, apiKey: 'svc_sk_x' };
      const { status, message } = await n8n.engine.testCredential('walletPassApi', values);
      return status === 'Error' ? message : undefined;
    };
  },
  'A Zapier step': () => {
    const app = useZapier();
    const input = { templateId: 't', searchQuery: 'ana@example.com' };
    return async (baseUrl) =>
      (await failureOf(app.search('find_pass', input, { authData: { baseUrl } }))).message;
  },
};

/** A correct response to all of them, if it could be read. */
const CORRECT = { passes: [], totalCount: 0, data: [], displayName: 'Harbor & Pine' };

describe.each(Object.entries(SENDERS))('%s', (name, use) => {
  const send = use();

  test('A response that arrives byte by byte is given up', async () => {
    const body = dripping();
    const { baseUrl, requests } = await startStub(() => ({ stream: body.stream() }));
    expect(await send(baseUrl)).toContain('no response in time');
    // A byte every two seconds: on n8n for 30, 30 and 120 seconds at most, on Zapier until its step ends.
    expect(body.taken).toBeLessThan(name === 'A Zapier step' ? 15 : 100);
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  test('A body that is too long is not read', async () => {
    const { baseUrl, requests } = await startStub(() => tooLong(CORRECT));
    expect(await send(baseUrl)).toContain('could not be read (it is longer than 64 MiB)');
    const paths = requests.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('An error response is not read to its end', async () => {
    const body = endless();
    const { baseUrl } = await startStub(() => ({ status: 500, stream: body.stream() }));
    expect(await send(baseUrl)).toContain('(status 500)');
    expect(body.taken).toBeLessThan(1000);
  });
});
