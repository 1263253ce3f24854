import { useN8n } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const check = (key?: string) => n8n.pass('get', {}, { resource: 'account', key });

describe('Check', () => {
  it('asks whose key it is, with an empty body and the pinned version', async () => {
    const { out, sent } = await check();
    expect(sent).toEqual(['POST /auth']);
    const [request] = control().requests();
    expect(request?.headers).toMatchObject({ 'service-version': '2026-05-13' });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request?.body).toBeUndefined();
    expect(out).toEqual([{ displayName: 'Harbor & Pine', email: 'owner@harbor-and-pine.example' }]);
  });

  it('accepts a key with spaces around it, and one without the usual prefix', async () => {
    expect((await check(` ${n8n.sandbox.keys['Read only']}\n`)).out).toHaveLength(1);
    expect((await check('someOtherKey')).error).toMatchObject({ httpCode: '401' });
  });
});
