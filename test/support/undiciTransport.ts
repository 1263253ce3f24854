import { Agent, FormData as UndiciFormData, fetch } from 'undici';

import { type Fetch, fetchTransport } from './fetchTransport';
import type { Transport } from '../../shared/http/transport';

/** Transport over undici with its own connections. */
export function undiciTransport(apiKey: string): Transport & { close(): Promise<void> } {
  const dispatcher = new Agent({ connections: 64 });
  const send: Fetch = (url, { body, ...init }) =>
    fetch(url, {
      ...init,
      dispatcher,
      body: body instanceof FormData ? toUndici(body) : body,
    });
  return Object.assign(fetchTransport(apiKey, send), { close: () => dispatcher.close() });
}

/** undici accepts only its own `FormData` class; it would send Node's as `[object FormData]`. */
function toUndici(form: FormData): UndiciFormData {
  const copy = new UndiciFormData();
  for (const [name, value] of form) copy.append(name, value);
  return copy;
}
