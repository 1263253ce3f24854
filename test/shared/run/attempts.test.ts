import { ServiceError } from '../../../shared/errors/serviceError';
import { createContext } from '../../../shared/operations/context';
import { voidPass } from '../../../shared/operations/pass/void';
import { upload } from '../../../shared/operations/file/upload';
import type { Operation } from '../../../shared/operations/operation';
import { Attempts, type RunRetries } from '../../../shared/run/attempts';
import { BatchStopped, runMany } from '../../../shared/run/runMany';
import { runPhases } from '../../../shared/run/itemPhases';
import { fastClock } from '../../support/clock';
import { failureOf } from '../../support/failures';

const context = createContext({
  connection: { baseUrl: 'https://api.example.com', apiKey: 'svc_sk_unused' },
  transport: () => Promise.reject(new Error('Nothing is sent')),
  clock: fastClock,
});

/** One attempt of a run with these passes; the error if it stops. */
const attempt = (operation: Operation, retries: RunRetries, ...passIds: string[]) =>
  runMany({
    operation,
    context,
    count: passIds.length,
    collectItem: (index) => ({ raw: { passId: passIds[index] } }),
    concurrency: 1,
    stopOnFailure: true,
    attempts: new Attempts(operation, retries),
  }).catch((thrown: unknown) => thrown);
const newRetries = (): RunRetries => ({ store: {}, runIndex: 0, maxAttempts: 3 });

test('A run that stops again reports why the later attempt failed', async () => {
  const failures = [
    new ServiceError({ kind: 'outcomeUnknown', safeToRepeat: true, message: 'Lost', fix: '' }),
    new ServiceError({ kind: 'missingScope', message: 'Scope is missing', fix: '' }),
  ];
  const run = () => Promise.reject(failures.shift() as ServiceError);
  const operation = { ...voidPass, run };
  const retries = newRetries();
  await attempt(operation, retries, 'p0', 'p1');
  const stopped = (await attempt(operation, retries, 'p0', 'p1')) as BatchStopped;
  expect(stopped).toBeInstanceOf(BatchStopped);
  expect(stopped.report).toMatchObject({
    unknown: [0],
    notStarted: [1],
    reasons: [{ message: 'Lost. A later attempt: Scope is missing' }],
  });
});

test('A retry does not repeat an item of which a part was done', async () => {
  let runs = 0;
  const partly = {
    kind: 'conflict',
    safeToRepeat: false,
    message: 'Half of it',
    fix: '',
  } as const;
  const run = () => {
    runs += 1;
    return Promise.reject(new ServiceError(partly));
  };
  const operation = { ...voidPass, run };
  const retries = newRetries();
  for (const _attempt of [1, 2]) await attempt(operation, retries, 'p0');
  expect(runs).toBe(1);
});

test('A retry that stops at a refused input reports that one, not an earlier unknown result', async () => {
  const unknown = {
    kind: 'outcomeUnknown',
    safeToRepeat: true,
    message: 'Lost',
    fix: '',
  } as const;
  const operation = { ...voidPass, run: () => Promise.reject(new ServiceError(unknown)) };
  const retries = newRetries();
  await attempt(operation, retries, 'p0', 'p1');
  const stopped = (await attempt(operation, retries, 'p0', '..')) as BatchStopped;
  expect(stopped.item).toBe(1);
  expect(stopped.cause).toMatchObject({ kind: 'invalidInput' });
});

test('A run that cannot be reported is not sent again by a retry', async () => {
  let sent = 0;
  const run = () => {
    sent += 1;
    // What reports the run reads the output, and fails.
    const broken = () => {
      throw new Error('Broken');
    };
    return Promise.resolve(Object.defineProperty({}, 'wouldBe', { get: broken }));
  };
  const operation = { ...voidPass, run };
  const retries = newRetries();
  await attempt(operation, retries, 'p0');
  await attempt(operation, retries, 'p0');
  expect(sent).toBe(1);
});

test("An error of the platform does not hide the item's refused inputs", async () => {
  const load = () => Promise.reject(new Error('The file is gone'));
  const failure = await failureOf(runPhases(upload, context, { file: { load }, templateId: '..' }));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
  await expect(runPhases(upload, context, { file: { load } })).rejects.toThrow('The file is gone');
});

test('A preview is not kept as the result of an attempt', async () => {
  const run = (_context: unknown, { pass }: { pass: { passId: string } }) =>
    pass.passId === 'p0' ? Promise.resolve({}) : Promise.reject(new Error('Stopped'));
  const operation = { ...voidPass, run: run as typeof voidPass.run };
  const store = {};
  const stopped = await runMany({
    operation,
    context,
    count: 2,
    collectItem: (index) => ({ raw: { passId: `p${index}`, previewOnly: true } }),
    concurrency: 1,
    stopOnFailure: true,
    attempts: new Attempts(operation, { store, runIndex: 0, maxAttempts: 3 }),
  }).catch((thrown: unknown) => thrown);
  expect(stopped).toBeInstanceOf(BatchStopped);
  expect(store).toHaveProperty('walletPassAttempts.results', {});
});

test.each([
  ['a node that was changed to another operation before a retry', { key: 'reactivate' }, {}],
  ['the next round of a loop', {}, { runIndex: 1 }],
])('%s runs all of its items', async (_, changed, later) => {
  const retries = newRetries();
  const refuse = new ServiceError({ kind: 'missingScope', message: 'Refused', fix: '' });
  const [first, second] = [Promise.resolve({ id: 'p0' }), Promise.reject(refuse)];
  second.catch(() => undefined);
  const results = [first, second];
  await attempt({ ...voidPass, run: () => results.shift() ?? first }, retries, 'p0', 'p1');
  const ran: unknown[] = [];
  const run = (_: unknown, plan: unknown) => {
    ran.push(plan);
    return Promise.resolve({ id: 'p' });
  };
  await attempt({ ...voidPass, ...changed, run }, { ...retries, ...later }, 'p0', 'p1');
  expect(ran).toHaveLength(2);
});
