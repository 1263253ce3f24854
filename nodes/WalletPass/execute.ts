import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createCompletedItems } from '../../shared/engine/completedItems';
import { runBatch } from '../../shared/engine/runBatch';
import { UnresolvedValue } from '../../shared/fields';
import { textedWithoutCountryCode } from '../../shared/operations/delivery';
import type { Operation } from '../../shared/operations/operation';
import { errorItem, nodeError } from './errors/nodeErrors';
import { attemptStore, runKeyOf } from './input/attemptStore';
import { collectInput } from './input/collectInput';
import { parameterReader } from './input/itemParameters';
import { orUnresolved } from './input/unresolved';
import { chosenOperation, continuesOnFail, runLimits } from './input/runOptions';
import type { NodeResult } from './output/fileOutput';
import { singleOutput, runForFile } from './output/fileOutput';
import type { OutputFormat } from './output/outputItems';
import { outputFormat, outputItems } from './output/outputItems';
import { addRunHints } from './output/runHints';
import { locatorName } from './properties/locators';
import { MAX_WAIT_LABEL } from './properties/operationProperties';
import { createRunContext } from './transport/runContext';

/**
 * Runs the chosen operation for all items, in parallel, with one result per item. If a failed item
 * stops the run, the inputs of all items are checked before anything is sent.
 */
export async function execute(functions: IExecuteFunctions): Promise<INodeExecutionData[][]> {
  const node = functions.getNode();
  const outcome = await runNode(functions).then(
    (items) => ({ items }),
    (thrown: unknown) => ({ thrown }),
  );
  if ('items' in outcome) return [outcome.items];
  if (!continuesOnFail(functions)) throw nodeError(node, outcome.thrown);
  // With Continue On Fail, a thrown error would make n8n emit the input as output.
  return [functions.getInputData().map((_, item) => errorItem(node, outcome.thrown, item))];
}

async function runNode(functions: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const operation = chosenOperation(functions);
  const parametersOf = parameterReader(functions);
  const completed = createCompletedItems<NodeResult>(operation, attemptStore(functions));
  const { concurrency, maxThrottleWaitMs, unresolved } = runLimits(parametersOf(0));
  const context = await createRunContext(functions, {
    maxThrottleWaitMs,
    maxThrottleWaitLabel: MAX_WAIT_LABEL,
    maxConcurrentRequests: concurrency,
    signal: functions.getExecutionCancelSignal(),
  });
  const template = locatorName(functions.getNode().parameters.templateId);
  if (template) context.templates.rememberName(template.id, template.name);
  const formats: OutputFormat[] = [];
  const localNumbers: (string | undefined)[] = [];
  const { results, duplicates } = await runBatch<NodeResult>({
    operation,
    context,
    runKey: runKeyOf(functions),
    count: functions.getInputData().length,
    rawInput(index) {
      const item = parametersOf(index);
      const raw = collectInput(item, operation);
      localNumbers[index] = textedWithoutCountryCode(operation.input, raw);
      const format = orUnresolved(() => outputFormat(item, operation), 'output', 'Output');
      if (!(format instanceof UnresolvedValue)) formats[index] = format;
      // What cannot be resolved is refused together with the item's inputs.
      return { ...raw, format, ...(index === 0 && unresolved) };
    },
    run: (index, runOperation) =>
      returnsFile(operation)
        ? runForFile(functions, formats[index]?.asItems === true, runOperation)
        : runOperation(),
    singleOutput,
    concurrency,
    stopOnFailure: !continuesOnFail(functions),
    completed,
  });
  const outcome = { results, duplicates, localNumbers };
  await addRunHints(functions, context, parametersOf(0), operation, outcome);
  return outputItems(functions.getNode(), operation, results, formats);
}

function returnsFile({ output }: Operation): boolean {
  return output.returns === 'file';
}
