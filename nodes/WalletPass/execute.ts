import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { messageOf } from '../../shared/errors/serviceError';
import { failedCheckText } from '../../shared/operations/notes';
import { Attempts } from '../../shared/run/attempts';
import { runList } from '../../shared/run/runList';
import { runMany } from '../../shared/run/runMany';
import { errorItem, type ItemsOfRun } from './errors/errorItems';
import { nodeError } from './errors/nodeErrors';
import { collectInput } from './controls';
import { parameterReader } from './controls/itemParameters';
import { listDoubt, rememberVoided } from './listDoubt';
import { chosenOperation, continuesOnFail } from './operations';
import { readItemOutput } from './output/outputFormat';
import { outputItems } from './output/outputItems';
import { addRunHints, showHint } from './output/runHints';
import { MAX_WAIT_LABEL, readRunLimits } from './controls/runLimits';
import { isBlankRow, itemRows, readRunIndex, runKey, runRetries } from './nodeRun';
import { withRunContext } from './transport/runContext';

/**
 * Runs the chosen operation for all items, in parallel, with one result per item. If a failed item
 * stops the run, all items are prepared before anything is sent.
 */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const node = functions.getNode();
  const items = functions.getInputData();
  const input = { items, rows: itemRows(items, readRunIndex(functions)) };
  try {
    return [await runNode(functions, input)];
  } catch (thrown) {
    if (!continuesOnFail(functions)) throw nodeError(node, thrown, input);
    // With Continue On Fail, a thrown error would make n8n emit the input as output.
    return [items.map((_, item) => errorItem(node, thrown, item, input))];
  }
}

async function runNode(
  functions: IExecuteFunctions,
  input: ItemsOfRun,
): Promise<INodeExecutionData[]> {
  const { items, rows } = input;
  const operation = chosenOperation(functions);
  const readParameters = parameterReader(functions);
  const attempts = new Attempts(operation, runRetries(functions));
  const limits = readRunLimits(readParameters(0));
  const options = {
    runKey: runKey(functions),
    maxWaitMs: limits.maxWaitMs,
    ...(operation.longRuns && { maxWaitLabel: MAX_WAIT_LABEL }),
    maxConcurrentRequests: limits.concurrency,
    signal: functions.getExecutionCancelSignal(),
  };
  return await withRunContext(functions, options, async (context) => {
    const batch = {
      operation,
      context,
      count: items.length,
      rows,
      collectItem(index: number) {
        const parameters = readParameters(index);
        const raw = collectInput(parameters, operation);
        const output = readItemOutput(functions, parameters, operation);
        const errors = [...limits.errors, ...output.errors];
        const isBlank = () => isBlankRow(parameters);
        const { fileSink } = output;
        return { raw, errors, output, isBlank, ...(fileSink && { fileSink }) };
      },
      concurrency: limits.concurrency,
      stopOnFailure: !continuesOnFail(functions),
      attempts,
    };
    const { list } = operation;
    const ended = await (list ? runList(batch, list, listDoubt(functions)) : runMany(batch));
    // From here on, a failure becomes a hint, because it must not make sent items look failed.
    await showHint(functions, () => {
      rememberVoided(functions, ended.listResults);
      return undefined;
    });
    await addRunHints(functions, context, readParameters(0), operation, { ...ended, rows });
    const { outputs, failure } = outputItems(functions.getNode(), operation, ended, input);
    await showHint(functions, () =>
      failure === undefined ? undefined : failedCheckText(messageOf(failure)),
    );
    return outputs;
  });
}
