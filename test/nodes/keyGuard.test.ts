/** SECURITY.md: where a run sends the key. That it is in no URL and no body, the harness of all tests checks. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { startImageHost, startStub } from '../support/stubService';
import { OPERATION_CASES } from '../support/scenarios';
import { INPUT_KEY, n8nParameters } from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { binaryFile, useN8n } from '../support/n8n';

const n8n = useN8n();
const inputs = useWorkingInputs(n8n);
const KEY = 'svc_sk_theKeyOfThisTest';
/** Node's own channel, which every client over HTTP passes. */
const REQUEST_START = 'http.client.request.start';

const CASES = OPERATION_CASES.filter(({ operation }) => !operation.zapierOnly).map(
  (one) => [one.name, one] as const,
);

/** Hosts that this process sends requests to while it works, whatever the client. */
async function hostsOf(work: () => Promise<unknown>): Promise<string[]> {
  const hosts = new Set<string>();
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    hosts.add(String(request.getHeader('host')));
  };
  subscribe(REQUEST_START, onRequest);
  await work().finally(() => unsubscribe(REQUEST_START, onRequest));
  return [...hosts];
}

describe.each(CASES)('%s', (_name, one) => {
  const { operation } = one;

  it('sends the key in its header, to the host of the Base URL, and follows no redirect', async () => {
    const { input } = await inputs.working(one);
    const elsewhere = await startImageHost();
    const service = await startStub(({ path }) => ({
      status: 307,
      headers: { location: `${elsewhere.baseUrl}${path}` },
    }));
    const hosts = await hostsOf(() =>
      n8n.pass(operation.key, n8nParameters(operation, input), {
        resource: operation.resource,
        items: [{ [INPUT_KEY]: input as IDataObject }],
        binary: { data: binaryFile(inputs.image.content) },
        key: KEY,
        baseUrl: service.baseUrl,
      }),
    );
    expect(elsewhere.requests).toEqual([]);
    expect(hosts).toEqual([new URL(service.baseUrl).host]);
    for (const { path, headers, body } of service.requests) {
      expect(headers).toMatchObject({ 'x-api-key': KEY });
      const { 'x-api-key': _, ...others } = headers;
      expect(JSON.stringify([path, others, body])).not.toContain(KEY);
    }
  });
});
