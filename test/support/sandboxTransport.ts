import type { Sandbox } from '../../sandbox/index';
import type { Transport } from '../../shared/http/transport';
import { type Fetch, fetchTransport } from './fetchTransport';

/** Transport to a sandbox in this process, without a network; other hosts are reached over it. */
export function sandboxTransport(
  sandbox: Pick<Sandbox, 'baseUrl' | 'fetch' | 'keys'>,
  apiKey = sandbox.keys['Full access'],
): Transport {
  const send: Fetch = async (url, { signal, ...init }) => {
    if (!url.startsWith(sandbox.baseUrl)) return fetch(url, { signal, ...init });
    const response = await orAborted(signal, sandbox.fetch(new Request(url, init)));
    return {
      status: response.status,
      headers: response.headers,
      body: response.body,
      text: () => orAborted(signal, response.text()),
    };
  };
  return fetchTransport(apiKey, send);
}

/** Rejects once the signal aborts, as `fetch` does. */
function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
