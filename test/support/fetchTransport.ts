import { KEY_HEADER } from '../../shared/service/vocabulary';
import { requestTimeout } from '../../shared/http/requestTimeout';
import { streamedResponse } from '../../shared/http/streamedResponse';
import { type Transport, formData, networkFailure } from '../../shared/http/transport';

/** The part of the WHATWG `fetch` that the transport uses; the runtime's own fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  redirect: 'manual';
  signal: AbortSignal;
}

interface FetchResponse {
  status: number;
  headers: Iterable<[string, string]>;
  body: AsyncIterable<Uint8Array> | null;
  text(): Promise<string>;
}

/**
 * Transport over any WHATWG `fetch`.
 * @param apiKey sent to every host that the client addresses
 */
export function fetchTransport(apiKey: string, fetch: Fetch): Transport {
  return ({ method, url, headers, json, form, timeoutMs, stream }) => {
    const timeout = requestTimeout(timeoutMs);
    return fetch(url, {
      method,
      redirect: 'manual',
      // A body that is not streamed must arrive within the timeout as well.
      signal: stream ? timeout.signal : AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        [KEY_HEADER]: apiKey,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ? formData(form) : json === undefined ? undefined : JSON.stringify(json),
    })
      .then(async (response) => {
        timeout.onResponse();
        const head = { status: response.status, headers: Object.fromEntries(response.headers) };
        const { body } = response;
        return {
          ok: true as const,
          response:
            stream && body
              ? await streamedResponse(head, { chunks: body, destroy: timeout.abort }, stream)
              : { ...head, body: await response.text() },
        };
      })
      .catch(networkFailure);
  };
}
