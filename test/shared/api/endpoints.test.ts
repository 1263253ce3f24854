import { ENDPOINTS as SANDBOX_ENDPOINTS } from '../../../sandbox/http/app';
import {
  ENDPOINTS,
  endpoint,
  listScopes,
  strictestRetry,
  type EndpointKey,
} from '../../../shared/api/endpoints';
import { SCOPES } from '../../../shared/service/scopes';
import { useSandbox } from '../../sandbox/harness';

const KEYS = Object.keys(ENDPOINTS) as EndpointKey[];
const methodAndPath = (key: string) => key.split(' with ')[0] ?? '';

test('The endpoints are those of the sandbox, which knows them from docs/service.md', () => {
  const known = SANDBOX_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  const anyId = (route: string) => route.replace(/\{\w+\}|:\w+/, '{id}');
  expect([...new Set(KEYS.map(methodAndPath))].map(anyId).sort()).toEqual(known.map(anyId).sort());
});

test('An endpoint that only reads may be repeated', () => {
  const reads = KEYS.filter((key) => key.startsWith('GET ') || ENDPOINTS[key].readOnly);
  expect(reads.filter((key) => ENDPOINTS[key].retry !== 'idempotent')).toEqual([]);
});

test('An endpoint fills in the ID, encoded', () => {
  expect(endpoint('POST /pass/{passId}/notify', 'a/b?c')).toMatchObject({
    method: 'POST',
    path: '/pass/a%2Fb%3Fc/notify',
    retry: 'never',
    ifMissing: { message: "Pass not found: 'a/b?c'" },
  });
  const stamping = endpoint('PATCH /pass with a stamp operation');
  expect(stamping).toMatchObject({ method: 'PATCH', path: '/pass' });
});

test('Several endpoints together need all scopes, and repeat like the strictest of them', () => {
  const scopes = listScopes(['PATCH /pass', 'GET /passes', 'GET /pass']);
  expect(scopes).toEqual(['passes.edit', 'passes.viewAll']);
  expect(strictestRetry(['GET /pass', 'PATCH /pass'])).toBe('idempotent');
  expect(strictestRetry(['PATCH /pass', 'POST /pass'])).toBe('lookUpFirst');
  expect(strictestRetry(['POST /pass', 'POST /templates', 'PATCH /pass'])).toBe('never');
});

/** The sandbox knows the scopes from docs/service.md and not from the rows. */
describe('Scopes of the endpoints', () => {
  const h = useSandbox();
  const BODIES: Partial<Record<EndpointKey, object>> = {
    'PATCH /pass with a stamp operation': { stampOperation: {} },
    'PATCH /pass with a balance change': { balanceOperation: { operation: 'add' } },
    'PATCH /pass with a new balance': { balanceOperation: { operation: 'set' } },
    'POST /badge/passes/{passId}/lifecycle': { action: 'suspend' },
    'POST /badge/passes/{passId}/lifecycle with refresh': { action: 'refresh' },
  };
  /** Calls an endpoint with a key that has these scopes. */
  const callWith = (key: EndpointKey, scopes: Parameters<typeof h.sandbox.control.addKey>[0]) => {
    const [method = '', template = ''] = key.split(' ');
    const body = BODIES[key];
    const options = { key: h.sandbox.control.addKey(scopes), ...(body && { body }) };
    return h.call(method, template.replace(/\{\w+\}/, 'x'), options);
  };

  test.each(KEYS)('The scopes of %s are the ones that the service asks for', async (key) => {
    const { scopes, otherScopes = [], fullAccess } = ENDPOINTS[key];
    if (fullAccess) {
      expect(await callWith(key, SCOPES)).toMatchObject({ status: 403 });
      expect(await callWith(key, 'all')).not.toMatchObject({ status: 403 });
      return;
    }
    for (const enough of [scopes, ...otherScopes.map((scope) => [scope])]) {
      expect(await callWith(key, enough)).not.toMatchObject({ status: 403 });
    }
    for (const missing of scopes) {
      const without = SCOPES.filter((scope) => scope !== missing && !otherScopes.includes(scope));
      const { status, body } = await callWith(key, without);
      expect([status, body.error]).toEqual([403, `Missing permission: ${missing}`]);
    }
  });
});
