import { Agent, fetch } from 'undici';
import type { BodyInit } from 'undici';

import { KEY_HEADER } from '../service/vocabulary';
import type { Transport } from './transport';
import { formData, notArrived } from './transport';

/**
 * Transport of tests, benchmark and scripts; neither platform's bundle holds it.
 * @param apiKey sent to whatever host the client asks for
 */
export function undiciTransport(apiKey: string): Transport & { close(): Promise<void> } {
  const dispatcher = new Agent({ connections: 64 });
  const transport: Transport = ({ method, url, headers, json, form, timeoutMs }) =>
    fetch(url, {
      method,
      dispatcher,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        [KEY_HEADER]: apiKey,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form
        ? (formData(form) as unknown as BodyInit)
        : json === undefined
          ? undefined
          : JSON.stringify(json),
    })
      .then(async (response) => ({
        arrived: true as const,
        response: {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: await response.text(),
        },
      }))
      .catch(notArrived);
  return Object.assign(transport, { close: () => dispatcher.close() });
}
