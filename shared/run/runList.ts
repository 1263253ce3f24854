import { invalidInput, isServiceError } from '../errors/serviceError';
import type {
  ListDoubt,
  ListItem,
  ListPhases,
  ListResult,
  ListRun,
  Operation,
} from '../operations/operation';
import type { RunItem } from './readItems';
import { createReport } from './report';
import { type Batch, type BatchResult, BatchStopped, Run } from './runMany';
import { type ItemInputs, isPreview } from './itemPhases';

/**
 * Like `runMany`, for an operation whose items form one list: checks the list before anything is sent, and finishes it
 * when all items are done.
 * @param doubt why the platform may have given the run only a part of the list
 * @throws {BatchStopped} if `stopOnFailure` is set, and an item or the list failed
 */
export async function runList<ItemOutput>(
  batch: Batch<ItemOutput>,
  list: ListPhases,
  doubt: ListDoubt | undefined,
): Promise<BatchResult<ItemOutput>> {
  const { operation, context, attempts } = batch;
  const run = await Run.read(batch);
  const { items } = run;
  for (const { inputs } of items)
    refuseDisagreement(operation, list.sameForAll, inputs, items[0]?.inputs);
  const listRun: ListRun = {
    // Preparing the items refuses more of them, so their state is read each time.
    get items() {
      return items.map(asListItem);
    },
    isPreview: items.some(({ inputs }) => inputs && isPreview(inputs)),
    isRetry: items.some(({ earlier }) => earlier !== undefined),
    doubt,
    limitToFirstAttempt: (ids) => attempts.limitToFirstAttempt(ids),
  };
  const keys = listRun.isPreview ? [] : list.lockKeys(listRun.items);
  return await context.account
    .oneAtATime(keys, context.client, () => runWholeList(run, list, listRun))
    .catch((thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown;
      return endUnsent(run, thrown);
    });
}

async function runWholeList<ItemOutput>(
  run: Run<ItemOutput>,
  list: ListPhases,
  listRun: ListRun,
): Promise<BatchResult<ItemOutput>> {
  const { items, batch } = run;
  const { context, attempts, stopOnFailure } = batch;
  await run.prepareAll();
  const plan = await list.plan(context, listRun);
  await run.send();
  const checkFailure = await run.checkIssuedTwice();
  if (stopOnFailure && items.some(({ result }) => result.state === 'failed')) throw run.stop();
  const results = plan === undefined ? [] : await finish(plan as never);
  return run.end(attempts.addListResults(results));

  async function finish(plan: never): Promise<ListResult[]> {
    if (checkFailure !== undefined) return [failureOfRun(checkFailure)];
    const failedCount = items.filter(({ result }) => result.state !== 'done').length;
    return await list
      .finish(context, listRun, plan, failedCount)
      .catch((error: unknown) => [failureOfRun(error)]);
  }
}

function asListItem({ inputs, result }: RunItem): ListItem {
  return {
    values: inputs?.values ?? {},
    refusedKeys: new Set(inputs?.errors.keys()),
    failedToPrepare: result.state === 'failed' && !isServiceError(result.error, 'conflict'),
  };
}

/**
 * Ends a run whose list may not be sent. If the workflow continues on errors, the error is output once, not once per
 * item, because a later node might message a person per item.
 * @throws {BatchStopped} if failures stop the run
 */
function endUnsent<ItemOutput>(run: Run<ItemOutput>, error: unknown): BatchResult<ItemOutput> {
  const { items, batch } = run;
  batch.attempts.endAttempt({ mayRetry: true });
  run.reuseEarlierResults();
  const { notes } = batch.context;
  if (batch.stopOnFailure) {
    throw new BatchStopped(error, undefined, createReport(items, { notes }));
  }
  const listResults = [failureOfRun(error)];
  return { items, listResults, report: createReport(items, { listResults, notes }) };
}

function failureOfRun(error: unknown): ListResult {
  return { state: 'failed', error, isAboutRun: true };
}

/** Refuses inputs that differ from those of the first item. */
function refuseDisagreement(
  { input }: Operation,
  sameForAll: readonly string[],
  inputs: ItemInputs | undefined,
  first: ItemInputs | undefined,
): void {
  if (!inputs || !first) return;
  const { values, errors } = inputs;
  for (const key of sameForAll) {
    if (first.errors.has(key) || errors.has(key) || isSame(values[key], first.values[key]))
      continue;
    const error = invalidInput(
      input[key]?.label ?? key,
      key,
      'differs from that of the first item',
      'Use the same value for all items: together, they are one list.',
    );
    errors.set(key, error);
  }
}

/** Compares parsed values: texts, numbers, or objects of those. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
