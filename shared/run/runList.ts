import { invalidInput, isServiceError } from '../errors/serviceError';
import type { Context } from '../operations/context';
import type { ListResult, Operation } from '../operations/operation';
import { SAME_FOR_ALL } from '../operations/pass/sync';
import type { ListDoubt, ListRun } from '../operations/pass/syncList/listDoubts';
import { type ListPlan, planListing, planVoiding } from '../operations/pass/syncList/syncPlan';
import { listKey } from '../operations/serialBy';
import type { RunItem } from './readItems';
import { createReport } from './report';
import { type Batch, type BatchResult, BatchStopped, Run } from './runMany';
import { type ItemInputs, isPreview } from './itemPhases';

/**
 * Runs an operation whose items are one list, Sync List: like `runMany`, but the list is judged before anything is sent,
 * and the passes that are in no item follow when all items are done. Of lists that decide which passes are in no item,
 * only one runs at a time per template.
 * @param doubt why the platform may have given the run only a part of the list
 * @throws {BatchStopped} if `stopOnFailure` is set, and an item or the list failed
 */
export async function runList<ItemOutput>(
  batch: Batch<ItemOutput>,
  doubt: ListDoubt | undefined,
): Promise<BatchResult<ItemOutput>> {
  const { operation, context } = batch;
  const run = await Run.read(batch);
  const { items } = run;
  for (const { inputs } of items) refuseDisagreement(operation, inputs, items[0]?.inputs);
  const scope = listScope(items.map(asListItem));
  const isPreviewed = items.some(({ inputs }) => inputs && isPreview(inputs));
  const keys = scope && !isPreviewed ? [listKey(scope.templateId)] : [];
  return await context.account
    .oneAtATime(keys, context.client, () => runWholeList(run, isPreviewed, doubt))
    .catch((thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown;
      return nothingSent(run, thrown);
    });
}

async function runWholeList<ItemOutput>(
  run: Run<ItemOutput>,
  isPreviewed: boolean,
  doubt: ListDoubt | undefined,
): Promise<BatchResult<ItemOutput>> {
  const { items, batch } = run;
  const { context, attempts, stopOnFailure } = batch;
  await run.prepareAll();

  let plan: ListPlan | undefined;
  try {
    plan = await planList(context, {
      items: items.map(asListItem),
      isPreview: isPreviewed,
      isRetry: items.some(({ earlier }) => earlier !== undefined),
      doubt,
      keepThoseOfFirstAttempt: (ids) => attempts.keepThoseOfFirstAttempt(ids),
    });
  } catch (error) {
    return nothingSent(run, error);
  }

  await run.send();
  const lookFailure = await run.lookForOtherRuns();
  if (stopOnFailure && items.some(({ result }) => result.state === 'failed')) throw run.stop();
  const failedCount = items.filter(({ result }) => result.state !== 'done').length;
  const finish = async () => (await plan?.finish(failedCount)) ?? [];
  const results =
    plan && lookFailure !== undefined
      ? [failureOfRun(lookFailure)]
      : await finish().catch((error: unknown) => [failureOfRun(error)]);
  return run.end(attempts.addListResults(results));
}

type ListItem = ListRun['items'][number];

/** Whether all inputs that the items share can be read. */
function isKnown({ values, refusedKeys }: ListItem): boolean {
  return values.templateId !== undefined && !SAME_FOR_ALL.some((key) => refusedKeys.has(key));
}

/**
 * Which passes the list decides about, and how: by the settings of the first item with all of them. `undefined` if it
 * leaves the passes alone that are in no item.
 */
function listScope(items: readonly ListItem[]) {
  const { templateId, missing, prefix = '', ...limits } = items.find(isKnown)?.values ?? {};
  if (!templateId || missing === undefined || missing === 'keep') return undefined;
  const { maxVoid, graceHours } = limits;
  return { templateId, prefix, missing, maxVoid, graceHours };
}

async function planList(context: Context, run: ListRun): Promise<ListPlan | undefined> {
  const scope = listScope(run.items);
  if (!scope) return undefined;
  return scope.missing === 'list'
    ? await planListing(context, run, scope, run.items.every(isKnown))
    : await planVoiding(context, run, scope);
}

function asListItem({ inputs, result }: RunItem): ListRun['items'][number] {
  return {
    values: inputs?.values ?? {},
    refusedKeys: new Set(inputs?.errors.keys()),
    isRefused: result.state === 'failed' && !isServiceError(result.error, 'conflict'),
  };
}

/**
 * The end of a run whose list may not be sent. Where the workflow continues, it gets the error once, not per item: it
 * may send each one to a person.
 * @throws {BatchStopped} if failures stop the run
 */
function nothingSent<ItemOutput>(run: Run<ItemOutput>, error: unknown): BatchResult<ItemOutput> {
  const { items, batch } = run;
  batch.attempts.forgetUnlessRetried(true);
  run.recallEarlier();
  if (batch.stopOnFailure) throw new BatchStopped(error, undefined, createReport(items));
  const listResults = [failureOfRun(error)];
  return { items, listResults, report: createReport(items, { listResults }) };
}

function failureOfRun(error: unknown): ListResult {
  return { state: 'failed', error, isAboutRun: true };
}

/** Refuses inputs that are not those of the first item. */
function refuseDisagreement(
  { input }: Operation,
  inputs: ItemInputs | undefined,
  first: ItemInputs | undefined,
): void {
  if (!inputs || !first) return;
  const { values, errors } = inputs;
  for (const key of SAME_FOR_ALL) {
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

/** Values are parsed: a text, a number, or an object of those. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
