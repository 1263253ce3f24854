import type { RunRetries } from '../../shared/run/attempts';
import type { Fault } from '../../sandbox/index';
import { upload } from '../../shared/operations/file/upload';
import { add } from '../../shared/operations/balance/add';
import { create } from '../../shared/operations/pass/create';
import { get } from '../../shared/operations/pass/get';
import { upsert } from '../../shared/operations/pass/upsert';
import { notify as notifyAll } from '../../shared/operations/template/notify';
import { fastClock } from '../support/clock';
import { fileOf, useCore } from '../support/core';

/** What the generated tests do not state: which error it is, and what a person reads. */
const core = useCore();
const control = () => core.sandbox.control;
const loyalty = () => core.sandbox.templates.loyalty;
const EMAIL = 'ana@example.com';
const ISSUE = { method: 'POST', path: '^/pass$' };

describe('a page of a proxy', () => {
  const member = () => ({ templateId: loyalty(), externalId: 'M-1' });
  const intercept = (status: number, match: Fault['match'] = {}, count = 1) =>
    control().queueFault({ kind: 'intercepted', status, match, count });

  it.each([302, 400, 401, 402, 403, 404, 409, 413, 200])(
    'with status %i in place of a lookup never leads to a second pass',
    async (status) => {
      control().seedPasses(loyalty(), 1, { values: { externalId: 'M-1' } });
      const input = { ...member(), email: EMAIL };
      intercept(status, { method: 'GET', path: '^/pass$' });
      const issued = await core.run(create, { ...input, ifExists: 'return' });
      intercept(status, { method: 'PATCH', path: '^/pass$' });
      const updated = await core.run(upsert, input);
      expect([issued.out, updated.out]).toEqual([[], []]);
      expect(control().passes(loyalty())).toHaveLength(1);
      expect(control().outbox()).toEqual([]);
    },
  );

  it('with status 401 is not a wrong key', async () => {
    intercept(401);
    const { error, sent } = await core.run(get, member());
    expect(error).toMatchObject({ kind: 'unavailable', status: 401 });
    expect(error?.message).toMatch(/did not come from the service/);
    expect(sent).toHaveLength(1);
  });

  it('with status 504 does not blame an image', async () => {
    intercept(504, {}, 3);
    const { error } = await core.run(upload, { file: fileOf(new Uint8Array(8)) });
    expect(error?.message).not.toMatch(/image/);
  });
});

describe('a gateway that gives up after the work was done', () => {
  const GAVE_UP: Fault = {
    kind: 'unavailable',
    status: 504,
    processed: true,
    body: JSON.stringify({ error: 'Upstream timeout' }),
  };

  /** Two attempts of one run, as of a run that is retried. */
  async function twice(operation: Parameters<typeof core.run>[0], input: object) {
    const retries: RunRetries = { store: {}, runIndex: 0, maxAttempts: 3 };
    await core.run(operation, input, { retries, clock: fastClock });
    return await core.run(operation, input, { retries, clock: fastClock });
  }

  it('does not make a retried run add points again', async () => {
    const values = { templateFields: { balance: '50' } };
    const [passId = ''] = control().seedPasses(loyalty(), 1, { values });
    control().queueFault({ ...GAVE_UP, match: { method: 'PATCH' } });
    const { error } = await twice(add, { passId, amount: 5 });
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
    expect(control().pass(passId)).toMatchObject({ templateFields: { balance: 55 } });
  });

  it('does not make a retried run send a message again', async () => {
    control().queueFault({ ...GAVE_UP, match: ISSUE });
    await twice(create, { templateId: loyalty(), email: EMAIL });
    expect(control().outbox()).toHaveLength(1);

    control().queueFault({ ...GAVE_UP, match: { path: '/notification$' } });
    const message = { templateId: loyalty(), title: 'T', content: 'C', confirm: true };
    const { error } = await twice(notifyAll, message);
    expect(error).toMatchObject({ kind: 'outcomeUnknown' });
    expect(core.bodies('POST', /\/notification$/)).toHaveLength(1);
  });
});
