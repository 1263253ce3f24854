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

type Request = Pick<LoggedRequest, 'method' | 'path'>;

/** The endpoint of a request; unchanged if there is none. */
export function endpointOf({ method, path: url }: Request): string {
  const request = `${method} ${url}`;
  const isOf = (endpoint: string) =>
    new RegExp(`^${endpoint.replaceAll('{id}', '[^/]+')}$`).test(request);
  return ENDPOINTS.find(isOf) ?? request;
}
