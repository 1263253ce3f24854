import type { FaultMatch } from '../../sandbox/control/faults';
import { OPERATION_CASES } from '../support/cases';
import { readServerState } from '../support/cases/fixture';
import { useCasesOnN8n } from '../support/cases/onN8n';
import { byId, passByExternalId, useN8n } from '../support/n8n';

/** Pages of a proxy in front of the service must not be taken for responses of the service. */
const n8n = useN8n();
const { working, run } = useCasesOnN8n(n8n);
const control = () => n8n.sandbox.control;
const ANA = 'ana@example.com';

/** Operations that delete something. */
const DELETES = OPERATION_CASES.filter(({ endpoints }) =>
  endpoints.some((endpoint) => endpoint.startsWith('DELETE ')),
);
const DELETE: FaultMatch = { method: 'DELETE' };

describe.each(DELETES.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  it('is not done if a proxy returns its 404 page for the retry', async () => {
    const { fixture, scenario, input } = await working(one);
    control().queueFault([
      { kind: 'unavailable', status: 503, match: DELETE },
      { kind: 'intercepted', status: 404, match: DELETE },
    ]);
    const { error, out } = await run(one, input);
    expect(out).toEqual([]);
    expect(error?.context).toMatchObject({ kind: 'outcomeUnknown' });
    expect(scenario.seen?.(await readServerState(fixture))).toBe(0);
  });

  it('is not done if a sign-in page returns 200', async () => {
    const { fixture, scenario, input } = await working(one);
    control().queueFault({ kind: 'intercepted', status: 200, match: DELETE });
    const { error, out } = await run(one, input);
    expect(out).toEqual([]);
    expect(error?.message).toMatch(/could not be read/);
    expect(scenario.seen?.(await readServerState(fixture))).toBe(0);
  });
});

describe('a page of a proxy', () => {
  const pass = () => passByExternalId('M-1', n8n.sandbox.templates.loyalty);
  const issue = { ifExists: 'return' };
  const one = () => ({ templateId: byId(n8n.sandbox.templates.loyalty), externalId: 'M-1' });

  it.each([302, 400, 401, 402, 403, 404, 409, 413, 200])(
    'with status %i on a lookup never leads to a second pass',
    async (status) => {
      control().seedPasses(n8n.sandbox.templates.loyalty, 1, { values: { externalId: 'M-1' } });
      for (const [operation, method] of [
        ['create', 'GET'],
        ['upsert', 'PATCH'],
      ] as const) {
        control().queueFault({
          kind: 'intercepted',
          status,
          match: { method, path: '^/pass$' },
        });
        const { error } = await n8n.pass(operation, { ...one(), email: ANA, options: issue });
        expect(error).toBeDefined();
        control().clearFaults();
      }
      expect(control().passes(n8n.sandbox.templates.loyalty)).toHaveLength(1);
      expect(control().outbox()).toEqual([]);
    },
  );

  it('with status 401 is not a wrong key', async () => {
    control().queueFault({ kind: 'intercepted', status: 401 });
    const { error, sent } = await n8n.pass('get', pass());
    expect(error?.message).toBe(
      "The server at 'Base URL' isn't a wallet pass service (status 401) [item 0]",
    );
    expect(error?.context).toMatchObject({ kind: 'unavailable' });
    expect(sent).toHaveLength(1);
  });

  it('with status 200 is not a message to every holder', async () => {
    control().queueFault({ kind: 'intercepted', status: 200 });
    const { error, out } = await n8n.pass(
      'notify',
      { ...one(), title: 'T', content: 'C', confirm: true },
      { resource: 'template' },
    );
    expect(out).toEqual([]);
    expect(error?.context).toMatchObject({ kind: 'outcomeUnknown' });
  });

  it('with status 504 does not blame an image', async () => {
    control().queueFault({ kind: 'intercepted', status: 504, count: 3 });
    const { error } = await n8n.pass(
      'upload',
      { inputSource: 'url', url: 'https://example.com/a.png' },
      { resource: 'file' },
    );
    expect(error?.message).not.toMatch(/image/);
  });
});

describe('a gateway that gives up after the work was done', () => {
  const gaveUp = { kind: 'unavailable', status: 504, processed: true } as const;
  const body = JSON.stringify({ error: 'Upstream timeout' });
  const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
  const giveUpOn = (match: FaultMatch) => control().queueFault({ ...gaveUp, body, match });

  it('does not make Retry On Fail add points again', async () => {
    const [passId = ''] = control().seedPasses(n8n.sandbox.templates.loyalty, 1, {
      values: { templateFields: { balance: '50' } },
    });
    giveUpOn({ method: 'PATCH' });
    const { error } = await n8n.pass(
      'add',
      { identifyBy: 'passId', passId: byId(passId), amount: 5 },
      { resource: 'balance', node: retry },
    );
    expect(error?.context).toMatchObject({ kind: 'outcomeUnknown' });
    expect(control().pass(passId)).toMatchObject({ templateFields: { balance: 55 } });
  });

  it('does not make Retry On Fail send a message again', async () => {
    const templateId = n8n.sandbox.templates.loyalty;
    giveUpOn({ method: 'POST', path: '^/pass$' });
    await n8n.pass('create', { templateId: byId(templateId), email: ANA }, { node: retry });
    expect(control().outbox()).toHaveLength(1);

    giveUpOn({ path: '/notification$' });
    const message = { templateId: byId(templateId), title: 'T', content: 'C', confirm: true };
    const { error } = await n8n.pass('notify', message, { resource: 'template', node: retry });
    expect(error?.context).toMatchObject({ kind: 'outcomeUnknown' });
    expect(n8n.bodies('POST', /\/notification$/)).toHaveLength(1);
  });
});
