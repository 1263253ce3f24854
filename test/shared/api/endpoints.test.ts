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

describe('the endpoints', () => {
  it('are those of the sandbox, which knows them from docs/service.md', () => {
    const known = SANDBOX_ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
    const anyId = (route: string) => route.replace(/\{\w+\}|:\w+/, '{id}');
    expect([...new Set(KEYS.map(methodAndPath))].map(anyId).sort()).toEqual(
      known.map(anyId).sort(),
    );
  });

  it('that only read may be repeated', () => {
    const reads = KEYS.filter((key) => key.startsWith('GET ') || ENDPOINTS[key].readOnly);
    expect(reads.filter((key) => ENDPOINTS[key].retry !== 'idempotent')).toEqual([]);
  });

  it('fill in the ID, encoded', () => {
    expect(endpoint('POST /pass/{passId}/notify', 'a/b?c')).toMatchObject({
      method: 'POST',
      path: '/pass/a%2Fb%3Fc/notify',
      retry: 'never',
      missing: { message: "Pass not found: 'a/b?c'" },
    });
    expect(endpoint('PATCH /pass with a stamp operation')).toMatchObject({
      method: 'PATCH',
      path: '/pass',
    });
  });

  it('together need all scopes, and repeat like the strictest of them', () => {
    expect(listScopes(['PATCH /pass', 'GET /passes', 'GET /pass'])).toEqual([
      'passes.edit',
      'passes.viewAll',
    ]);
    expect(strictestRetry(['GET /pass', 'PATCH /pass'])).toBe('idempotent');
    expect(strictestRetry(['PATCH /pass', 'POST /pass'])).toBe('lookUpFirst');
    expect(strictestRetry(['POST /pass', 'POST /templates', 'PATCH /pass'])).toBe('never');
  });
});

/** The sandbox knows the scopes from docs/service.md and not from the rows. */
describe('the scopes of the endpoints', () => {
  const h = useSandbox();
  const BODIES: Partial<Record<EndpointKey, object>> = {
    'PATCH /pass with a stamp operation': { stampOperation: {} },
    'PATCH /pass with a balance change': { balanceOperation: { operation: 'add' } },
    'PATCH /pass with a new balance': { balanceOperation: { operation: 'set' } },
    'POST /badge/passes/{passId}/lifecycle': { action: 'suspend' },
    'POST /badge/passes/{passId}/lifecycle with refresh': { action: 'refresh' },
  };
  const call = (key: EndpointKey, apiKey: string) => {
    const [method = '', template = ''] = key.split(' ');
    const body = BODIES[key];
    return h.call(method, template.replace(/\{\w+\}/, 'x'), { key: apiKey, ...(body && { body }) });
  };

  it.each(KEYS)('are the ones that the service asks for: %s', async (key) => {
    const { scopes, otherScopes = [], fullAccess } = ENDPOINTS[key];
    const status = async (given: Parameters<typeof h.sandbox.control.addKey>[0]) =>
      (await call(key, h.sandbox.control.addKey(given))).status;

    if (fullAccess) {
      expect(await status(SCOPES)).toBe(403);
      expect(await status('all')).not.toBe(403);
      return;
    }
    expect(await status(scopes)).not.toBe(403);
    for (const other of otherScopes) expect(await status([other])).not.toBe(403);
    for (const missing of scopes) {
      const without = SCOPES.filter((scope) => scope !== missing && !otherScopes.includes(scope));
      const { status: refused, body } = await call(key, h.sandbox.control.addKey(without));
      expect([refused, body.error]).toEqual([403, `Missing permission: ${missing}`]);
    }
  });
});
