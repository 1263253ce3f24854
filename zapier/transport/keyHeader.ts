import type { BeforeRequestMiddleware, HttpRequestOptions } from 'zapier-platform-core';

import { KEY_HEADER, SERVICE_VERSION, VERSION_HEADER } from '../../shared/service/vocabulary';

/** Marks a request as a call to the service. Zapier's core passes this to `addHeaders` and does not send it. */
export function serviceRequest(url: string): HttpRequestOptions & { url: string } {
  return { url, middlewareData: { isServiceCall: true } };
}

/**
 * Adds API key and version to calls to the service, and to no other request: a download must never have
 * the key, whatever its host.
 */
export const addHeaders: BeforeRequestMiddleware = (request, _z, { authData }) => {
  if (request.middlewareData?.isServiceCall !== true) return request;
  return {
    ...request,
    headers: {
      ...request.headers,
      [KEY_HEADER]: (authData.apiKey ?? '').trim(),
      [VERSION_HEADER]: SERVICE_VERSION,
    },
  };
};
