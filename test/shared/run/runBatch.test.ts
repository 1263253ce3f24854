import { Attempts } from '../../../shared/run/attempts';
import { createContext } from '../../../shared/operations/context';
import { BatchStopped, runBatch } from '../../../shared/run/runBatch';
import { sandboxTransport } from '../../support/sandboxTransport';
import { create } from '../../../shared/operations/pass/create';
import { fastClock } from '../../support/clock';
import { ServiceError } from '../../../shared/errors/serviceError';
import { useService } from '../../support/service';

const service = useService();

/** Busy for a moment, like an expression of a platform. */
function evaluate(): void {
  const until = performance.now() + 2;
  while (performance.now() < until);
}

it.each([true, false])(
  'lets the platform answer requests while it reads many inputs (stopOnFailure: %s)',
  async (stopOnFailure) => {
    const context = createContext({
      connection: { baseUrl: service.sandbox.baseUrl, apiKey: 'svc_sk_unused' },
      transport: sandboxTransport(service.sandbox),
      clock: fastClock,
    });
    let answered = 0;
    const platform = setInterval(() => (answered += 1), 1);
    const run = runBatch({
      operation: create,
      context,
      count: 100,
      // Nothing is sent, so nothing else interrupts the run.
      readItem: () => {
        evaluate();
        return { raw: { templateId: 'tpl_1', email: 'no address' } };
      },
      concurrency: 10,
      stopOnFailure,
      attempts: new Attempts(create, undefined),
    });
    if (stopOnFailure) await expect(run).rejects.toBeInstanceOf(BatchStopped);
    else expect((await run).items).toHaveLength(100);
    clearInterval(platform);
    expect(service.sent()).toEqual([]);
    // 200 ms of work: every 40 ms, and never by chance.
    expect(answered).toBeGreaterThan(2);
  },
);

it('names all errors of settings that are no inputs', async () => {
  const settingError = (message: string) =>
    new ServiceError({ kind: 'invalidInput', message, hint: 'Check the settings.' });
  const run = runBatch({
    operation: create,
    context: createContext({
      connection: { baseUrl: service.sandbox.baseUrl, apiKey: 'svc_sk_unused' },
      transport: sandboxTransport(service.sandbox),
      clock: fastClock,
    }),
    count: 1,
    readItem: () => ({
      raw: { templateId: 'tpl_1' },
      errors: [settingError('One is wrong'), settingError('Another is wrong')],
    }),
    concurrency: 1,
    stopOnFailure: false,
    attempts: new Attempts(create, undefined),
  });
  const [item] = (await run).items;
  expect(item?.result).toMatchObject({
    state: 'failed',
    error: { message: 'One is wrong; Another is wrong', hint: 'Check the settings.' },
  });
});
