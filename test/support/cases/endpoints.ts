import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { LoggedRequest } from '../../../sandbox/index';

const PAGE = readFileSync(path.join(__dirname, '../../../docs/service.md'), 'utf8');

/** Every endpoint of docs/service.md#endpoints: `GET /templates/{id}`. */
export const ENDPOINTS = [
  ...new Set(
    [...PAGE.matchAll(/^\| `((?:GET|POST|PATCH|DELETE) \/[^`]+)`/gm)].map(([, endpoint = '']) =>
      endpoint.replace(/\{\w+\}/g, '{id}'),
    ),
  ),
];

/** The endpoints of these requests, sorted. A request to no known endpoint is returned unchanged. */
export function endpointsOf(requests: readonly Pick<LoggedRequest, 'method' | 'path'>[]): string[] {
  const called = requests.map((request) => endpointOf(`${request.method} ${request.path}`));
  return [...new Set(called)].sort();
}

function endpointOf(request: string): string {
  const isOf = (endpoint: string) =>
    new RegExp(`^${endpoint.replaceAll('{id}', '[^/]+')}$`).test(request);
  return ENDPOINTS.find(isOf) ?? request;
}
