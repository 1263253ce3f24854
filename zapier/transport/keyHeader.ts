import type { BeforeRequestMiddleware } from 'zapier-platform-core';

import { KEY_HEADER, SERVICE_VERSION, VERSION_HEADER } from '../../shared/service/vocabulary';

/**
 * Adds API key and version to requests to the host of the connection only. Downloads and redirects may
 * go to other hosts, which must never receive the key.
 */
export const addHeaders: BeforeRequestMiddleware = (request, _z, { authData }) => {
  if (!sameOrigin(request.url, authData.baseUrl)) return request;
  return {
    ...request,
    headers: {
      ...request.headers,
      [KEY_HEADER]: (authData.apiKey ?? '').trim(),
      [VERSION_HEADER]: SERVICE_VERSION,
    },
  };
};

/** Same protocol, host and port. */
function sameOrigin(url: string, baseUrl = ''): boolean {
  const expected = parseOrigin(baseUrl);
  return expected !== undefined && parseOrigin(url) === expected;
}

function parseOrigin(url: string): string | undefined {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined;
}
