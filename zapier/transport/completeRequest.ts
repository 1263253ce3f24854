import type { BeforeRequestMiddleware, HttpRequestOptions } from 'zapier-platform-core';

import { KEY_HEADER, SERVICE_VERSION, VERSION_HEADER } from '../../shared/service/vocabulary';

type OptionsWithUrl = HttpRequestOptions & { url: string };

/**
 * A request to exactly this URL. Zapier's core takes the query of a URL apart and removes every `{{…}}`
 * from its values, so that `M-1{{x}}` would find M-1.
 */
export function exactRequest(url: string): OptionsWithUrl {
  return { url, middlewareData: { exactUrl: url } };
}

/** A call to the service, the only kind of request that has the API key. */
export function serviceRequest(url: string): OptionsWithUrl {
  return { url, middlewareData: { exactUrl: url, isServiceCall: true } };
}

/**
 * Restores the URL, and adds API key and version to calls to the service. A download never has the key,
 * whatever its host. Zapier's core does not send `middlewareData`.
 */
export const completeRequest: BeforeRequestMiddleware = (request, _z, { authData }) => {
  const { exactUrl, isServiceCall } = request.middlewareData ?? {};
  if (typeof exactUrl !== 'string') return request;
  const exact = { ...request, url: exactUrl, params: {} };
  if (isServiceCall !== true) return exact;
  return {
    ...exact,
    headers: {
      ...request.headers,
      [KEY_HEADER]: (authData.apiKey ?? '').trim(),
      [VERSION_HEADER]: SERVICE_VERSION,
    },
  };
};
