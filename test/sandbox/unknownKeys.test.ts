import { FormData } from 'undici';

import { ENDPOINTS } from '../../sandbox/http/app';
import { useSandbox } from './harness';

const h = useSandbox();
const last = () => h.sandbox.control.requests().at(-1);

describe('the log names the keys that an endpoint does not know', () => {
  test('of every endpoint', async () => {
    expect(ENDPOINTS).toHaveLength(34);
    for (const { method, path } of ENDPOINTS) {
      const body = method === 'GET' ? undefined : { unheard: 1, constructor: 1 };
      const url = `${path.replace(/:\w+/, 'x')}?unheard=1&toString=1`;
      await h.call(method, url, { body });
      expect([path, last()?.unknownKeys]).toEqual([
        path,
        [
          ...['query.unheard', 'query.toString'],
          ...(body ? ['body.unheard', 'body.constructor'] : []),
        ],
      ]);
    }
  });

  const templateId = 'x';
  test.each<[string, string, unknown, string[]]>([
    ['POST', '/pass', { passes: [{ templateId }, { templateId, color: 1 }] }, ['body.passes.1.color']],
    ['POST', '/pass', { passes: [{ templateId, customFields: { color: 1 } }] }, []],
    ['PATCH', '/pass', { id: 'x', stampOperation: { operation: 'add', stamps: 1 } }, ['body.stampOperation.stamps']],
    ['PATCH', '/pass', { id: 'x', balanceOperation: { operation: 'add', amount: 1, unit: 'EUR' } }, ['body.balanceOperation.unit']],
    ['PATCH', '/pass', { id: 'x', templateFields: { validUntil: 'x', any: 1 } }, []],
    ['POST', '/templates', { pass: { rows: [[{ label: 'A', color: 1 }]], size: 1 } }, ['body.pass.rows.0.0.color', 'body.pass.size']],
    ['POST', '/templates', { locations: [{ latitude: 1, longitude: 1, relevantText: 'x' }] }, []],
    ['PATCH', '/templates/x', { pass: { logo: { fileId: 'x', url: 'y' } } }, ['body.pass.logo.url']],
    ['POST', '/files/x/logo', { treatment: 'onecolor', shade: '#000000' }, ['body.shade']],
    ['POST', '/auth', 'not an object', []],
  ])('%s %s with %j: %j', async (method, path, body, unknown) => {
    await h.call(method, path, { body });
    expect(last()?.unknownKeys).toEqual(unknown);
  }); // prettier-ignore

  test('even if the request is refused before its body is read', async () => {
    await h.call('POST', '/pass', { key: 'wrong', body: { pass: {} } });
    expect(last()).toMatchObject({ status: 401, unknownKeys: ['body.pass'] });
  });

  test('of a form with files', async () => {
    const form = new FormData();
    form.set('file', new Blob(['x']), 'x');
    for (const name of ['purpose', 'templateId', 'folder', '__proto__']) form.set(name, '');
    await h.call('POST', '/files', { form });
    expect(last()?.unknownKeys).toEqual(['body.folder', 'body.__proto__']);
  });

  test('over HTTP, too', async () => {
    await h.call('POST', '/auth?page=1');
    const { body } = await h.call('GET', '/_sandbox/requests', { headers: {} });
    expect(body).toMatchObject([{ unknownKeys: ['query.page'] }]);
  });
});
