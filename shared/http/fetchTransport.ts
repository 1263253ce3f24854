import { Agent, FormData, fetch } from 'undici';

import { KEY_HEADER } from '../service/vocabulary';
import { requestTimer, streamedAnswer } from './bodyStream';
import type { FormBody, Transport } from './transport';
import { formData, networkFailure } from './transport';

/**
 * Transport of tests, benchmark and scripts; neither platform's bundle holds it.
 * @param apiKey sent to whatever host the client asks for
 */
export function fetchTransport(apiKey: string): Transport & { close(): Promise<void> } {
  const dispatcher = new Agent({ connections: 64 });
  const transport: Transport = ({ method, url, headers, json, form, timeoutMs, nextPartMs }) => {
    const timer = requestTimer(timeoutMs);
    return fetch(url, {
      method,
      dispatcher,
      redirect: 'manual',
      signal: nextPartMs ? timer.signal : AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        [KEY_HEADER]: apiKey,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ? ownFormData(form) : json === undefined ? undefined : JSON.stringify(json),
    })
      .then(async (response) => {
        timer.begun();
        const head = { status: response.status, headers: Object.fromEntries(response.headers) };
        const { body } = response;
        const answer =
          nextPartMs && body
            ? await streamedAnswer(head, { chunks: body, destroy: timer.stop }, nextPartMs)
            : { ...head, body: await response.text() };
        return { arrived: true as const, response: answer };
      })
      .catch(networkFailure);
  };
  return Object.assign(transport, { close: () => dispatcher.close() });
}

/** undici takes only a form of its own for one; Node's it would send as the text of an object. */
function ownFormData(form: FormBody): FormData {
  const own = new FormData();
  for (const [name, value] of formData(form)) own.append(name, value);
  return own;
}
