/** The log names the keys that an endpoint does not know; names that every object inherits are ordinary names. */
import { FormData } from 'undici';

import { ENDPOINTS } from '../../sandbox/http/app';
import { sendingKnownKeysOnly } from '../support/unknownKeys';
import { useSandbox } from './harness';

const h = useSandbox();
const last = () => h.sandbox.control.requests().at(-1);

test.each(ENDPOINTS.map(({ method, path }) => [method, path]))(
  '%s %s logs the unknown keys of its query and body',
  async (method, path) => {
    const body = method === 'GET' ? undefined : { unheard: 1, constructor: 1 };
    await h.call(method, `${path.replace(/:\w+/, 'x')}?unheard=1&toString=1`, { body });
    const inBody = body ? ['body.unheard', 'body.constructor'] : [];
    expect(last()?.unknownKeys).toEqual(['query.unheard', 'query.toString', ...inBody]);
  },
);

const templateId = 'x';
test.each<[string, string, unknown, string[]]>([
  ['POST', '/pass', { passes: [{ templateId }, { templateId, color: 1 }] }, ['body.passes.1.color']],
  ['POST', '/pass', { passes: [{ templateId, customFields: { color: 1 } }] }, []],
  ['PATCH', '/pass', { id: 'x', stampOperation: { operation: 'add', stamps: 1 } }, ['body.stampOperation.stamps']],
  ['POST', '/templates', { pass: { rows: [[{ label: 'A', color: 1 }]], size: 1 } }, ['body.pass.rows.0.0.color', 'body.pass.size']],
  ['POST', '/templates', { locations: [{ latitude: 1, longitude: 1, relevantText: 'x' }] }, []],
  ['POST', '/auth', 'not an object', []],
])('%s %s with %j logs the unknown keys %j', async (method, path, body, unknown) => {
  await h.call(method, path, { body, key: 'refused before its body is read' });
  expect(last()).toMatchObject({ status: 401, unknownKeys: unknown });
}); // prettier-ignore

test('A test that fails shows its own failure, and only otherwise the unknown keys', async () => {
  const sending = (ending: () => void) =>
    sendingKnownKeysOnly(h.sandbox, async () => {
      await h.call('GET', '/passes?unheard=1');
      ending();
    });
  await expect(sending(() => {})).rejects.toThrow('GET /passes: query.unheard');
  const failing = sending(() => {
    throw new Error('first');
  });
  await expect(failing).rejects.toThrow('first');
});

test('A form with files logs its unknown keys', async () => {
  const form = new FormData();
  form.set('file', new Blob(['x']), 'x');
  for (const name of ['purpose', 'templateId', 'folder', '__proto__']) form.set(name, '');
  await h.call('POST', '/files', { form });
  expect(last()?.unknownKeys).toEqual(['body.folder', 'body.__proto__']);
});
