import { everyOperation } from '../support/everyOperation';
import { useN8n } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const check = (key?: string) => n8n.pass('get', {}, { resource: 'account', key });

describe('Check', () => {
  it('traps 1, 2, 7: asks whose key it is, with a body of nothing and the version', async () => {
    const { out, sent } = await check();
    expect(sent).toEqual(['POST /auth']);
    const [request] = control().requests();
    expect(request?.headers).toMatchObject({ 'service-version': '2026-05-13' });
    expect(request?.headers).not.toHaveProperty('authorization');
    expect(request?.body).toBeUndefined();
    expect(out).toEqual([
      { displayName: 'Harbour & Pine', email: 'owner@harbour-and-pine.example' },
    ]);
  });

  it('trap 2: works with every key, however little it may do', async () => {
    for (const key of [...Object.values(n8n.sandbox.keys), control().addKey(['analytics.view'])]) {
      expect((await check(key)).out).toHaveLength(1);
    }
  });

  it('trap 5: takes a key with blanks around it, and one without the usual beginning', async () => {
    expect((await check(` ${n8n.sandbox.keys['Read only']}\n`)).out).toHaveLength(1);
    expect((await check('someOtherKey')).error).toMatchObject({ httpCode: '401' });
  });

  it('trap 124: is repeated, for it changes nothing', async () => {
    control().queueFault({ kind: 'dropBefore' });
    expect((await check()).out).toHaveLength(1);
    expect(control().requests()).toHaveLength(2);
  });
});

everyOperation(n8n, 'account', {
  get: {
    parameters: () => ({}),
    scope: 'everyKey',
    bad: 'none',
    refused: () => {
      const key = control().addKey(['passes.create']);
      control().disableKey(key);
      return { key, status: 401, message: /^The service does not accept this API key/ };
    },
  },
});
