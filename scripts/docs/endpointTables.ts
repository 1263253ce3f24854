/** Tables of docs/service.md and docs/retries.md, from shared/api/endpoints.ts. */

import { ENDPOINTS, type Endpoint } from '../../shared/api/endpoints';
import type { Retry } from '../../shared/http/retryPolicy';
import { OPERATIONS } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import { insertGenerated } from './insertGenerated';
import { code, either, headingLink, table } from './markdown';

/** A row of shared/api/endpoints.ts. */
interface Request extends Endpoint {
  /** `PATCH /pass`, shared by all rows of the endpoint. */
  methodAndPath: string;
  /** In Markdown, with the kind of body if it has one. */
  name: string;
}

const REQUESTS: Request[] = Object.entries(ENDPOINTS).map(([key, row]) => {
  const [methodAndPath = '', body] = key.split(' with ');
  return {
    ...row,
    methodAndPath,
    name: body === undefined ? code(methodAndPath) : `${code(methodAndPath)} with ${body}`,
  };
});

/** docs/service.md with its tables of endpoints and retries. */
export function withEndpointTables(page: string): string {
  return [['endpoints', endpointsTable()] as const, ['retries', retriesTable()] as const].reduce(
    (text, [name, rows]) => insertGenerated(text, name, rows),
    page,
  );
}

function endpointsTable(): string {
  const rows = grouped(REQUESTS, ({ methodAndPath }) => methodAndPath).map(
    ([methodAndPath, requests]) => [
      code(methodAndPath),
      headingLink(requests[0]?.heading ?? ''),
      [...new Set(requests.map(scopesText))].join('; '),
    ],
  );
  return table(['Method and path', 'Purpose', 'Scope'], rows);
}

function scopesText({ scopes, otherScopes, scopesUndocumented, fullAccess }: Endpoint): string {
  if (scopesUndocumented) return '**Not documented**';
  if (fullAccess) return 'Full access';
  if (scopes.length === 0) return 'Any key';
  if (otherScopes) return either([...scopes, ...otherScopes].map(code));
  return scopes.map(code).join(' and ');
}

/** Names of requests; an endpoint with all of its requests is named once. */
function namesOf(requests: readonly Request[]): string[] {
  const names = requests.map((request) => {
    const all = REQUESTS.filter(({ methodAndPath }) => methodAndPath === request.methodAndPath);
    return all.every((each) => requests.includes(each))
      ? code(request.methodAndPath)
      : request.name;
  });
  return [...new Set(names)];
}

const REPEAT: Record<Retry, string> = {
  idempotent: 'Yes',
  lookUpFirst: 'Only if it is not found',
  never: 'No',
};

function retriesTable(): string {
  const rows = grouped(REQUESTS, ({ retry, retryReason }) => `${retry}: ${retryReason}`).map(
    ([, requests]) => [
      requestsText(requests),
      requests.map(({ retry }) => REPEAT[retry])[0] ?? '',
      requests[0]?.retryReason ?? '',
    ],
  );
  return table(['Request', 'Repeat after an unknown result', 'Why'], rows);
}

/** Their names; all GET requests are one. */
function requestsText(requests: readonly Request[]): string {
  const others = requests.filter(({ methodAndPath }) => !methodAndPath.startsWith('GET '));
  const gets = others.length < requests.length ? [`Every ${code('GET')}`] : [];
  return [...gets, ...namesOf(others)].join(', ');
}

/** docs/retries.md with the operations by what the connector does after an unknown result. */
export function withRetriesByOperation(page: string): string {
  return insertGenerated(page, 'retries by operation', retriesByOperation());
}

function retriesByOperation(): string {
  const rows = (['idempotent', 'lookUpFirst', 'never'] as const).map((retry) => [
    CONNECTOR_DOES[retry],
    operationsWith(retry).join('; '),
  ]);
  return table(['What the connector does', 'Operations'], rows);
}

const CONNECTOR_DOES: Record<Retry, string> = {
  idempotent: 'Sends the request again, up to three attempts',
  lookUpFirst: 'Looks up the pass; sends the request again only if the pass does not exist',
  never:
    'Does not retry, because the request could take effect twice; the item fails with an [unknown result](troubleshooting.md#unknown-results)',
};

/** Those that write; the balance operation that only Zapier has is three others in one. */
function operationsWith(retry: Retry): string[] {
  const names = OPERATIONS.filter(
    ({ effect, zapierOnly }) => effect !== 'read' && !zapierOnly,
  ).flatMap((operation) => nameWith(operation, retry) ?? []);
  return retry === 'idempotent' ? ['Everything that only reads', ...names] : names;
}

/** `Issue pass (with an external ID)`; `undefined` if the operation never behaves like this. */
function nameWith({ action, retry: declared }: Operation, retry: Retry): string | undefined {
  if (typeof declared === 'string') return declared === retry ? action : undefined;
  const inputs = declared.cases[retry];
  return inputs && `${action} (${inputs.charAt(0).toLowerCase()}${inputs.slice(1)})`;
}

/** Items by a key, in the order of the first of each. */
export function grouped<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): [key: string, same: T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups];
}
