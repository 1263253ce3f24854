import { Attempts } from '../../../shared/run/attempts';
import { type Context, createContext } from '../../../shared/operations/context';
import type { Operation } from '../../../shared/operations/operation';
import { runList } from '../../../shared/run/runList';
import { BatchStopped, runMany } from '../../../shared/run/runMany';
import { sandboxTransport } from '../../support/sandboxTransport';
import { create } from '../../../shared/operations/pass/create';
import { sync } from '../../../shared/operations/pass/sync';
import { upsert } from '../../../shared/operations/pass/upsert';
import { fastClock } from '../../support/clock';
import { ServiceError } from '../../../shared/errors/serviceError';
import { notesOf } from '../../support/core';
import { useService } from '../../support/service';

const service = useService();

/** Busy for a moment, like an expression of a platform. */
function evaluate(): void {
  const until = performance.now() + 2;
  while (performance.now() < until);
}

test.each([true, false])(
  'Reading many inputs does not block the platform (stop: %s)',
  async (stopOnFailure) => {
    const context = createContext({
      connection: { baseUrl: service.sandbox.baseUrl, apiKey: 'svc_sk_unused' },
      transport: sandboxTransport(service.sandbox),
      clock: fastClock,
    });
    let answered = 0;
    const platform = setInterval(() => (answered += 1), 1);
    const run = runMany({
      operation: create,
      context,
      count: 100,
      // Nothing is sent, so nothing else interrupts the run.
      collectItem: () => {
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

test('An item names all errors of settings that are no inputs', async () => {
  const settingError = (message: string) =>
    new ServiceError({ kind: 'invalidInput', message, fix: 'Check the settings.' });
  const run = runMany({
    operation: create,
    context: createContext({
      connection: { baseUrl: service.sandbox.baseUrl, apiKey: 'svc_sk_unused' },
      transport: sandboxTransport(service.sandbox),
      clock: fastClock,
    }),
    count: 1,
    collectItem: () => ({
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
    error: { message: 'One is wrong; Another is wrong', fix: 'Check the settings.' },
  });
});

const run = (operation: Operation, spoil: (context: Context) => void, more: object = {}) => {
  const context = createContext({
    connection: {
      baseUrl: service.sandbox.baseUrl,
      apiKey: service.sandbox.keys['Full access'],
    },
    transport: sandboxTransport(service.sandbox),
    clock: fastClock,
  });
  spoil(context);
  const templateId = service.sandbox.templates.loyalty;
  const batch = {
    operation,
    context,
    count: 2,
    collectItem: (index: number) => ({
      raw: { templateId, externalId: `M-${index + 1}`, sendToEmail: 'doNotSend', ...more },
    }),
    concurrency: 2,
    stopOnFailure: false,
    attempts: new Attempts(operation, undefined),
  };
  return operation.list ? runList(batch, operation.list, undefined) : runMany(batch);
};
const fails = () => {
  throw new TypeError('a defect');
};
const noLook = ({ passes }: Context) =>
  Object.assign(passes, { noteIssuedTwice: async () => fails() });

test('A check that fails after the last request is reported, and the sent items have not failed', async () => {
  const { items, report } = await run(upsert, noLook);
  expect(items.map(({ result }) => result.state)).toEqual(['done', 'done']);
  expect(notesOf(report, 'failedCheck')?.lines).toEqual([
    'All items ended as their results say, but a check after them failed: a defect',
  ]);
});

test('Nobody is voided if nobody could look for other runs', async () => {
  const templateId = service.sandbox.templates.loyalty;
  service.sandbox.control.seedPasses(templateId, 3, { externalIdPrefix: 'M-' });
  const settings = { missing: 'void', confirmVoid: true, maxVoid: '10', graceHours: 0 };
  const { items, listResults } = await run(sync, noLook, settings);
  expect(items.map(({ result }) => result.state)).toEqual(['done', 'done']);
  expect(listResults).toMatchObject([{ state: 'failed', isAboutRun: true }]);
  const passes = service.sandbox.control.passes(templateId);
  expect(passes.every(({ isValid }) => isValid)).toBe(true);
});
