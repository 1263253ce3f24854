import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readInput } from '../../../shared/fields';
import type {
  Operation,
  OperationContext,
  OperationResult,
} from '../../../shared/operations/operation';
import { isFailure } from '../../../shared/http/failures';
import { isFileOutput } from '../../../shared/operations/operation';
import { simplified } from '../../../shared/operations/output';
import type { ItemResult } from '../../../shared/operations/runItems';
import { runItems } from '../../../shared/operations/runItems';
import { createTemplateReader } from '../../../shared/operations/templateReader';
import { collectInput, collection, mapsAutomatically } from './collectInput';
import { connect } from './connection';
import type { RunReport } from './errors';
import { errorItem, nodeError } from './errors';
import {
  BINARY_FIELD,
  MAX_PARALLEL,
  MAX_WAIT,
  OUTPUT_AS,
  SIMPLIFY,
  canSimplify,
  findOperation,
} from './properties';
import type { RetryLedger } from './retryLedger';
import { retryLedger, runIndexOf } from './retryLedger';

/** An item's input, or why it is refused. */
type Prepared = { input: Record<string, unknown> } | { refused: unknown };

/**
 * Runs the chosen operation for every item: inputs are read before anything is sent, then the items
 * run side by side, in lanes, each with its own outcome.
 */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const operation = chosenOperation(functions);
  const items = functions.getInputData();
  const goOn = functions.continueOnFail();
  const read = items.map((_, index) => prepare(functions, operation, index));
  if (!goOn) refuseBeforeSending(functions, read);

  const shared = await runContext(functions);
  const context = (index: number) => ({ ...shared, itemKey: itemKey(functions, index) });
  const prepared = goOn ? read : await checked(functions, operation, context, read);
  if (!goOn) refuseBeforeSending(functions, prepared);

  const ledger = retryLedger(functions, operation);
  const results = await runItems<OperationResult>({
    count: items.length,
    width: () => maxParallel(functions),
    stopOnFailure: !goOn,
    lane: (index) => laneOf(operation, prepared[index]),
    run: (index) => runOnce(operation, context(index), ledger, prepared[index], index),
  });

  const failedAt = results.findIndex((result) => result.state === 'failed');
  if (failedAt < 0) ledger.clear();
  else if (!goOn) throw stopped(functions, results, failedAt);
  sayWhatWasNotMapped(functions, operation, results);
  return [await outputItems(functions, operation, results)];
}

/**
 * When mapping automatically, columns that match no field are normal: they serve other inputs. One
 * hint for the whole run names them, instead of a list in every item.
 */
function sayWhatWasNotMapped(
  functions: IExecuteFunctions,
  operation: Operation,
  results: ItemResult<OperationResult>[],
): void {
  const columns = new Set<string>();
  results.forEach((result, index) => {
    if (result.state !== 'done' || isFileOutput(result.value) || Array.isArray(result.value))
      return;
    const { leftOut } = result.value;
    if (!Array.isArray(leftOut) || !mapsAutomatically(functions, operation, index)) return;
    for (const column of leftOut as string[]) columns.add(column);
    delete result.value.leftOut;
  });
  if (columns.size === 0) return;
  functions.addExecutionHints({
    message: `These columns carry the name of no field of the template and were not written to the passes: ${[...columns].join(', ')}`,
    location: 'outputPane',
  });
}

function chosenOperation(functions: IExecuteFunctions): Operation {
  const resource = functions.getNodeParameter('resource', 0);
  const key = functions.getNodeParameter('operation', 0);
  const operation = findOperation(resource, key);
  if (operation) return operation;
  throw new NodeOperationError(
    functions.getNode(),
    `'Operation' ${key} of ${resource} is unknown`,
    {
      description: 'Choose the operation again; the workflow may come from a newer version.',
    },
  );
}

function prepare(functions: IExecuteFunctions, operation: Operation, index: number): Prepared {
  try {
    const raw = collectInput(functions, operation, index);
    return { input: readInput(operation.input, raw, { timezone: functions.getTimezone() }) };
  } catch (thrown) {
    return { refused: thrown };
  }
}

/** Without Continue On Fail one bad item stops the run before any pass is touched. */
function refuseBeforeSending(functions: IExecuteFunctions, prepared: Prepared[]): void {
  const failed = prepared.flatMap((one, index) => ('refused' in one ? [index] : []));
  const first = failed[0];
  if (first === undefined) return;
  const notStarted = prepared.flatMap((one, index) => ('refused' in one ? [] : [index]));
  const { refused } = prepared[first] as { refused: unknown };
  throw nodeError(functions.getNode(), refused, first, { done: [], failed, notStarted });
}

/**
 * The part of the checks that takes reading, e.g. the design of a template. Every item with a bad
 * value is found; anything else, like a key that is not accepted, is found once.
 */
async function checked(
  functions: IExecuteFunctions,
  operation: Operation,
  context: (index: number) => OperationContext,
  prepared: Prepared[],
): Promise<Prepared[]> {
  let goOn = true;
  const results = await runItems<undefined>({
    count: prepared.length,
    width: () => maxParallel(functions),
    stopOnFailure: false,
    lane: () => undefined,
    run: async (index) => {
      const one = prepared[index];
      if (!goOn || !one || 'refused' in one) return undefined;
      await operation.check?.(context(index), one.input).catch((thrown: unknown) => {
        goOn &&= isFailure(thrown, 'invalidInput');
        throw thrown;
      });
      return undefined;
    },
  });
  return prepared.map((one, index) => {
    const result = results[index];
    return result?.state === 'failed' ? { refused: result.error } : one;
  });
}

/** What all items share. */
type RunContext = Omit<OperationContext, 'itemKey'>;

async function runContext(functions: IExecuteFunctions): Promise<RunContext> {
  const { [MAX_WAIT]: minutes = 5 } = collection(functions, 'options', 0);
  const client = await connect(functions, {
    patienceMs: Math.max(0, numberOr(5, minutes)) * 60_000,
    signal: functions.getExecutionCancelSignal(),
  });
  return {
    client,
    templates: createTemplateReader(client),
    timezone: functions.getTimezone(),
  };
}

/** n8n's Retry On Fail keeps execution, node and run; a new execution is a new event. */
function itemKey(functions: IExecuteFunctions, index: number): string {
  return [functions.getExecutionId(), functions.getNode().id, runIndexOf(functions), index].join(
    ':',
  );
}

function maxParallel(functions: IExecuteFunctions): number {
  const { [MAX_PARALLEL]: width = 10 } = collection(functions, 'options', 0);
  return Math.min(50, Math.max(1, Math.floor(numberOr(10, width) || 10)));
}

/** An expression may have made anything of a number. */
function numberOr(fallback: number, value: unknown): number {
  return value === '' || value === null || !Number.isFinite(Number(value))
    ? fallback
    : Number(value);
}

function laneOf(operation: Operation, prepared: Prepared | undefined): string | undefined {
  return prepared && 'input' in prepared ? operation.lane?.(prepared.input) : undefined;
}

async function runOnce(
  operation: Operation,
  context: OperationContext,
  ledger: RetryLedger,
  prepared: Prepared | undefined,
  index: number,
): Promise<OperationResult> {
  if (!prepared || 'refused' in prepared) throw prepared?.refused;
  const earlier = ledger.earlier(index);
  if (earlier) return earlier;
  const running = operation.run(context, prepared.input);
  await running.then(
    (result) => ledger.done(index, result),
    (thrown: unknown) => ledger.failed(index, thrown),
  );
  return await running;
}

/** Says what was done and what was not: the results of the done ones are lost with the throw. */
function stopped(
  functions: IExecuteFunctions,
  results: ItemResult<OperationResult>[],
  failedAt: number,
): Error {
  const report: RunReport = { done: [], failed: [], notStarted: [] };
  results.forEach((result, item) => {
    if (result.state === 'done') report.done.push({ item, ...identity(result.value) });
    else if (result.state === 'failed') report.failed.push(item);
    else report.notStarted.push(item);
  });
  const { error } = results[failedAt] as { error: unknown };
  return nodeError(functions.getNode(), error, failedAt, report);
}

function identity(result: OperationResult): IDataObject {
  const json = isFileOutput(result) ? result.json : Array.isArray(result) ? {} : result;
  const { id, externalId, outcome } = json as IDataObject;
  return { id, externalId, outcome };
}

async function outputItems(
  functions: IExecuteFunctions,
  operation: Operation,
  results: ItemResult<OperationResult>[],
): Promise<INodeExecutionData[]> {
  const output: INodeExecutionData[] = [];
  for (const [item, result] of results.entries()) {
    const pairedItem = { item };
    if (result.state === 'done') {
      output.push(...(await resultItems(functions, operation, result.value, item)));
    } else if (result.state === 'failed') {
      output.push({ json: errorItem(result.error, item), pairedItem });
    }
  }
  return output;
}

async function resultItems(
  functions: IExecuteFunctions,
  operation: Operation,
  result: OperationResult,
  item: number,
): Promise<INodeExecutionData[]> {
  const pairedItem = { item };
  if (isFileOutput(result)) {
    if (functions.getNodeParameter(OUTPUT_AS, item, 'file') === 'items') {
      return result.rows().map((row) => ({ json: row as IDataObject, pairedItem }));
    }
    const { name, mimeType, content } = result.file;
    const field = functions.getNodeParameter(BINARY_FIELD, item, 'data');
    const data = await functions.helpers.prepareBinaryData(Buffer.from(content), name, mimeType);
    return [{ json: result.json as IDataObject, binary: { [field]: data }, pairedItem }];
  }
  const simplify =
    canSimplify(operation.output) && functions.getNodeParameter(SIMPLIFY, item, true) === true;
  const list = Array.isArray(result) ? result : [result];
  return list.map((one) => ({
    json: (simplify ? simplified(one, operation.output.fields) : one) as IDataObject,
    pairedItem,
  }));
}
