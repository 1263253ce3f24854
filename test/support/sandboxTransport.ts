import type { Sandbox } from '../../sandbox/index';
import type { Transport } from '../../shared/http/transport';
import { type Fetch, fetchTransport } from './fetchTransport';

/** Transport to a sandbox in this process, without a network; other hosts are reached over it. */
export function sandboxTransport(
  sandbox: Pick<Sandbox, 'baseUrl' | 'fetch' | 'keys'>,
  apiKey = sandbox.keys['Full access'],
): Transport {
  const send: Fetch = async (url, { signal, ...init }) =>
    url.startsWith(sandbox.baseUrl)
      ? await sandbox.fetch(new Request(url, init))
      : await fetch(url, { signal, ...init });
  return fetchTransport(apiKey, send);
}
