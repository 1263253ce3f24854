import { ServiceError } from '../../../shared/errors/serviceError';
import { createContext } from '../../../shared/operations/context';
import { voidPass } from '../../../shared/operations/pass/void';
import { upload } from '../../../shared/operations/file/upload';
import { Attempts } from '../../../shared/run/attempts';
import { BatchStopped, runBatch } from '../../../shared/run/runBatch';
import { runItem } from '../../../shared/run/runItem';
import { fastClock } from '../../support/clock';
import { failureOf } from '../../support/failures';

const context = createContext({
  connection: { baseUrl: 'https://api.example.com', apiKey: 'svc_sk_unused' },
  transport: () => Promise.reject(new Error('Nothing is sent')),
  clock: fastClock,
});

it('a run that stops again reports why the later attempt failed', async () => {
  const failures = [
    new ServiceError({ kind: 'outcomeUnknown', safeToRepeat: true, message: 'Lost', hint: '' }),
    new ServiceError({ kind: 'missingScope', message: 'Scope is missing', hint: '' }),
  ];
  const run = () => Promise.reject(failures.shift() as ServiceError);
  const operation = { ...voidPass, run };
  const retries = { store: {}, runIndex: 0, maxAttempts: 3 };
  const attempt = () =>
    runBatch({
      operation,
      context,
      count: 2,
      readItem: (index) => ({ raw: { passId: `p${index}` } }),
      concurrency: 1,
      stopOnFailure: true,
      attempts: new Attempts(operation, retries),
    }).catch((thrown: unknown) => thrown);
  await attempt();
  const stopped = (await attempt()) as BatchStopped;
  expect(stopped).toBeInstanceOf(BatchStopped);
  expect(stopped.report).toMatchObject({
    unknown: [0],
    notStarted: [1],
    reasons: [{ message: 'Lost. A later attempt: Scope is missing' }],
  });
});

it("an error of the platform does not hide the item's refused inputs", async () => {
  const load = () => Promise.reject(new Error('The file is gone'));
  const failure = await failureOf(runItem(upload, context, { file: { load }, templateId: '..' }));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
  await expect(runItem(upload, context, { file: { load } })).rejects.toThrow('The file is gone');
});

it('a preview is not kept as the result of an attempt', async () => {
  const run = (_context: unknown, { pass }: { pass: { passId: string } }) =>
    pass.passId === 'p0' ? Promise.resolve({}) : Promise.reject(new Error('Stopped'));
  const operation = { ...voidPass, run: run as typeof voidPass.run };
  const store = {};
  const stopped = await runBatch({
    operation,
    context,
    count: 2,
    readItem: (index) => ({ raw: { passId: `p${index}`, previewOnly: true } }),
    concurrency: 1,
    stopOnFailure: true,
    attempts: new Attempts(operation, { store, runIndex: 0, maxAttempts: 3 }),
  }).catch((thrown: unknown) => thrown);
  expect(stopped).toBeInstanceOf(BatchStopped);
  expect(store).toHaveProperty('walletPassAttempts.results', {});
});
