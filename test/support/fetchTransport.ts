import { KEY_HEADER } from '../../shared/service/vocabulary';
import { limitedRequest } from '../../shared/http/limitedRequest';
import { type Transport, formData } from '../../shared/http/transport';

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
}

/**
 * Transport over any WHATWG `fetch`.
 * @param apiKey sent to every host that the client addresses
 */
export function fetchTransport(apiKey: string, fetch: Fetch): Transport {
  return ({ method, url, headers, json, form, ...limits }) =>
    limitedRequest(limits, async (signal) => {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          ...headers,
          [KEY_HEADER]: apiKey,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: form ? formData(form) : json === undefined ? undefined : JSON.stringify(json),
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        chunks: response.body ?? noBody(),
      };
    });
}

async function* noBody(): AsyncGenerator<Uint8Array, void, undefined> {}
