import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError, isExpression } from 'n8n-workflow';

import type { ItemInputs } from '../../shared/engine/itemInputs';
import { checkedInput, readItem, runChecked } from '../../shared/engine/itemInputs';
import type { Operation, OperationContext } from '../../shared/operations/operation';
import { isServiceError } from '../../shared/errors/serviceError';
import type { ItemResult } from '../../shared/engine/runItems';
import { runItems } from '../../shared/engine/runItems';
import { createTemplateReader } from '../../shared/api/templateReader';
import { collectInput, collection, mapsAutomatically, stored } from './input/collectInput';
import { connect } from './transport/connection';
import type { RunReport } from './errors/nodeErrors';
import { errorItem, nodeError } from './errors/nodeErrors';
import type { NodeResult } from './output/fileOutput';
import { isFileResult, runForFile } from './output/fileOutput';
import type { Shape } from './output/outputItems';
import { outputItems, outputShape } from './output/outputItems';
import {
  MAX_PARALLEL,
  MAX_WAIT,
  MAX_WAIT_LABEL,
  findOperation,
} from './properties/operationProperties';
import type { RetryLedger } from './input/retryLedger';
import { retryLedger, runIndexOf } from './input/retryLedger';

/** An item's inputs as they were read, or why nothing could be read. */
type Prepared = { inputs: ItemInputs; shape: Shape } | { refused: unknown };

/** An item's complete input, checked when it is first asked for. */
type CheckedInput = (index: number) => Promise<ItemInputs['values']>;

/**
 * With Continue On Fail, inputs are resolved in batches so that thousands of expressions do not delay the
 * first request. Smaller batches cost more processor time, larger ones delay responses.
 */
const READ_AT_ONCE = 10;

/**
 * Runs the chosen operation for every item, in parallel and with a result of its own for each. If a
 * failed item stops the run, the inputs of all items are checked before anything is sent.
 */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const run = await runAll(functions).then(
    (items) => ({ items }),
    (thrown: unknown) => ({ thrown }),
  );
  if ('items' in run) return [run.items];
  if (!functions.continueOnFail()) throw nodeError(functions.getNode(), run.thrown);
  // With Continue On Fail, a thrown error would make n8n emit the input as output.
  const node = functions.getNode();
  return [functions.getInputData().map((_, item) => errorItem(node, run.thrown, item))];
}

async function runAll(functions: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const operation = chosenOperation(functions);
  const items = functions.getInputData();
  const goOn = functions.continueOnFail();
  const ledger = retryLedger(functions, operation);
  const prepared = preparing(functions, operation, items.length);
  if (!goOn) items.forEach((_, index) => prepared(index));

  const width = maxParallel(functions);
  const shared = await runContext(functions, width);
  const runKey = runKeyOf(functions);
  const context = (index: number) => ({ ...shared, itemKey: `${runKey}:${index}` });
  const inputOf = checking(operation, context, prepared, !goOn);
  if (!goOn) await refuseBeforeSending(functions, inputOf, items.length, width, ledger);

  const results = await runItems<NodeResult>({
    count: items.length,
    concurrency: () => width,
    stopOnFailure: !goOn,
    concurrencyKeys: (index) => lanesOf(operation, prepared(index)),
    run: (index) =>
      runOnce(functions, operation, context(index), ledger, prepared(index), inputOf, index),
  });

  const failedAt = results.findIndex((result) => result.state === 'failed');
  // Where the workflow goes on, n8n tries again only if the first item has failed.
  ledger.ended(goOn ? results[0]?.state === 'failed' : failedAt >= 0);
  if (failedAt >= 0 && !goOn) throw stopped(functions, results, failedAt, ledger);
  sayWhatWasNotMapped(functions, operation, results);
  return outputItems(functions.getNode(), operation, results, (item) => shapeOf(prepared(item)));
}

function shapeOf(prepared: Prepared): Shape {
  return 'shape' in prepared
    ? prepared.shape
    : { simplify: false, asItems: false, binaryField: 'data' };
}

/**
 * With Map Automatically, columns that match no field are normal: other inputs use them. One hint for
 * the whole run names them, instead of a list in every item.
 */
function sayWhatWasNotMapped(
  functions: IExecuteFunctions,
  operation: Operation,
  results: ItemResult<NodeResult>[],
): void {
  const columns = new Set<string>();
  results.forEach((result, index) => {
    if (result.state !== 'done' || isFileResult(result.value) || Array.isArray(result.value))
      return;
    const { leftOut } = result.value;
    if (!Array.isArray(leftOut) || !mapsAutomatically(functions, operation, index)) return;
    for (const column of leftOut as string[]) columns.add(column);
    delete result.value.leftOut;
  });
  if (columns.size === 0) return;
  functions.addExecutionHints({
    message: `These columns match no template field and were not sent as field values: ${[...columns].join(', ')}`,
    location: 'outputPane',
  });
}

function chosenOperation(functions: IExecuteFunctions): Operation {
  const resource = fixed(functions, 'resource', 'Resource');
  const key = fixed(functions, 'operation', 'Operation');
  const operation = findOperation(resource, key);
  if (operation) return operation;
  throw new NodeOperationError(
    functions.getNode(),
    `'Operation' ${key} of ${resource} does not exist`,
    {
      description:
        'Choose the operation again. The workflow may come from a newer version of this node.',
    },
  );
}

/** A choice for all items, never an expression: a switch that confirms one operation must not confirm another. */
function fixed(functions: IExecuteFunctions, name: string, label: string): string {
  const value = String(stored(functions, name));
  // n8n 1.123 has removed the leading '=' by now.
  if (!value.includes('{{') && !isExpression(value)) return value;
  throw new NodeOperationError(functions.getNode(), `'${label}' is set by an expression`, {
    description: `Choose '${label}' in the node: it cannot be set by an expression. Use one node per operation.`,
  });
}

/** Each item's input, read when it is first needed. */
function preparing(
  functions: IExecuteFunctions,
  operation: Operation,
  count: number,
): (index: number) => Prepared {
  const known: Prepared[] = [];
  return (index) => {
    if (index >= known.length) {
      const end = Math.min(count, index + READ_AT_ONCE);
      while (known.length < end) known.push(prepare(functions, operation, known.length));
    }
    return known[index] as Prepared;
  };
}

function prepare(functions: IExecuteFunctions, operation: Operation, index: number): Prepared {
  try {
    const raw = collectInput(functions, operation, index);
    const inputs = readItem(operation, raw, { timezone: functions.getTimezone() });
    return { inputs, shape: outputShape(functions, operation, index) };
  } catch (thrown) {
    return { refused: thrown };
  }
}

function checking(
  operation: Operation,
  context: (index: number) => OperationContext,
  prepared: (index: number) => Prepared,
  isAhead: boolean,
): CheckedInput {
  const known: Promise<ItemInputs['values']>[] = [];
  return (index) => {
    known[index] ??= check(index);
    return known[index];
  };

  async function check(index: number): Promise<ItemInputs['values']> {
    const item = prepared(index);
    if ('refused' in item) throw item.refused;
    return await checkedInput(operation, context(index), item.inputs, isAhead);
  }
}

/**
 * Without Continue On Fail one bad item stops the run before anything is sent. Every item with a bad
 * value is found; anything else, like a refused key, is found once.
 */
async function refuseBeforeSending(
  functions: IExecuteFunctions,
  inputOf: CheckedInput,
  count: number,
  width: number,
  ledger: RetryLedger,
): Promise<void> {
  let goOn = true;
  const results = await runItems<undefined>({
    count,
    concurrency: () => width,
    stopOnFailure: false,
    concurrencyKeys: () => [],
    run: async (index) => {
      if (!goOn || ledger.known(index)?.state === 'done') return undefined;
      await inputOf(index).catch((thrown: unknown) => {
        goOn &&= isServiceError(thrown, 'invalidInput');
        throw thrown;
      });
      return undefined;
    },
  });
  const first = results.findIndex((result) => result.state === 'failed');
  if (first < 0) return;
  ledger.ended(true);
  const refused = results.map((result): ItemResult<NodeResult> =>
    result.state === 'failed' ? result : { state: 'notStarted' },
  );
  throw stopped(functions, refused, first, ledger);
}

/** What all items share. */
type RunContext = Omit<OperationContext, 'itemKey'>;

async function runContext(functions: IExecuteFunctions, width: number): Promise<RunContext> {
  const { [MAX_WAIT]: minutes = 5 } = collection(functions, 'options', 0);
  const client = await connect(functions, {
    maxThrottleWaitMs: Math.max(0, numberOr(5, minutes)) * 60_000,
    maxThrottleWaitLabel: MAX_WAIT_LABEL,
    maxConcurrentRequests: width,
    signal: functions.getExecutionCancelSignal(),
  });
  return {
    client,
    templates: createTemplateReader(client),
    timezone: functions.getTimezone(),
  };
}

/** n8n's Retry On Fail keeps execution, node and run; a new execution is a new event. */
function runKeyOf(functions: IExecuteFunctions): string {
  return [functions.getExecutionId(), functions.getNode().id, runIndexOf(functions)].join(':');
}

function maxParallel(functions: IExecuteFunctions): number {
  const { [MAX_PARALLEL]: width = 10 } = collection(functions, 'options', 0);
  return Math.min(50, Math.max(1, Math.floor(numberOr(10, width) || 10)));
}

/** An expression can evaluate to anything. */
function numberOr(fallback: number, value: unknown): number {
  return value === '' || value === null || !Number.isFinite(Number(value))
    ? fallback
    : Number(value);
}

function lanesOf(operation: Operation, prepared: Prepared): string[] {
  if ('refused' in prepared || prepared.inputs.refused.size > 0) return [];
  return [operation.concurrencyKeys?.(prepared.inputs.values) ?? []].flat();
}

async function runOnce(
  functions: IExecuteFunctions,
  operation: Operation,
  context: OperationContext,
  ledger: RetryLedger,
  prepared: Prepared,
  inputOf: CheckedInput,
  index: number,
): Promise<NodeResult> {
  if ('refused' in prepared) throw prepared.refused;
  const earlier = ledger.earlier(index);
  if (earlier) return earlier;
  const { inputs, shape } = prepared;
  const input = await inputOf(index);
  const running =
    operation.output.returns === 'file'
      ? runForFile(functions, shape.asItems, (file) =>
          runChecked(operation, { ...context, file }, input, inputs),
        )
      : runChecked(operation, context, input, inputs);
  const result = await running.catch((thrown: unknown) => {
    throw ledger.failed(index, thrown);
  });
  ledger.done(index, result);
  return result;
}

/** The error with a report of all items: n8n drops the results of those that succeeded. */
function stopped(
  functions: IExecuteFunctions,
  results: ItemResult<NodeResult>[],
  failedAt: number,
  ledger: RetryLedger,
): Error {
  const report: RunReport = { done: [], failed: [], unknown: [], notStarted: [] };
  results.forEach((ofThisTry, item) => {
    const result = ofThisTry.state === 'done' ? ofThisTry : (ledger.known(item) ?? ofThisTry);
    if (result.state === 'done') report.done.push({ item, ...identity(result.value) });
    else if (result.state === 'notStarted') report.notStarted.push(item);
    else if (isServiceError(result.error, 'outcomeUnknown')) report.unknown.push(item);
    else report.failed.push(item);
  });
  const { error } = results[failedAt] as { error: unknown };
  return nodeError(functions.getNode(), error, failedAt, report);
}

function identity(result: NodeResult): IDataObject {
  const json = isFileResult(result) ? result.json : Array.isArray(result) ? {} : result;
  const { id, externalId, outcome } = json as IDataObject;
  return { id, externalId, outcome };
}
