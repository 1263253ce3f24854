import type { BeforeRequestMiddleware } from 'zapier-platform-core';

import { KEY_HEADER, SERVICE_VERSION, VERSION_HEADER } from '../../shared/service/vocabulary';

/**
 * Adds key and version to requests of the connection's own host and to no other: a request for a
 * file, or a redirect somebody followed, must never carry the key away.
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
  const own = originOf(baseUrl);
  return own !== undefined && originOf(url) === own;
}

function originOf(url: string): string | undefined {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined;
}
