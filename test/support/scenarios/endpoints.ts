import type { LoggedRequest } from '../../../sandbox/index';
import { ENDPOINTS } from '../../../shared/api/endpoints';

/** Method and path of every endpoint of the service: `GET /templates/{id}`. */
export const METHODS_AND_PATHS = [
  ...new Set(Object.keys(ENDPOINTS).map((key) => key.split(' with ')[0] ?? '')),
];

/** The endpoint of a request; unchanged if there is none. */
export function endpointOf({ method, path }: Pick<LoggedRequest, 'method' | 'path'>): string {
  const request = `${method} ${path}`;
  const isOf = (endpoint: string) =>
    new RegExp(`^${endpoint.replace(/\{\w+\}/, '[^/]+')}$`).test(request);
  // Those without an ID first: a search is no pass with the ID `search`.
  return (
    METHODS_AND_PATHS.find((endpoint) => endpoint === request) ??
    METHODS_AND_PATHS.find(isOf) ??
    request
  );
}
