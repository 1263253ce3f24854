import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { AttemptStore, Attempts } from '../../../shared/engine/completedItems';

const KEY = 'walletPassRetry';

/**
 * Stores the attempts of n8n's Retry On Fail, which runs the whole node again with all its items. The
 * node's context survives from one attempt to the next.
 * @returns `undefined` if the node is not set to retry
 */
export function attemptStore<R>(functions: IExecuteFunctions): AttemptStore<R> | undefined {
  const { retryOnFail, maxTries = 3 } = functions.getNode();
  if (!retryOnFail) return undefined;
  const context = functions.getContext('node') as IDataObject & {
    [KEY]?: (Attempts<R> & IDataObject) | undefined;
  };
  return {
    load: () => context[KEY],
    save(attempts) {
      context[KEY] = attempts as (Attempts<R> & IDataObject) | undefined;
    },
    runIndex: runIndexOf(functions),
    // n8n allows two to five.
    maxAttempts: Math.min(5, Math.max(2, maxTries)),
  };
}

/** The same for every attempt of Retry On Fail; differs between executions and between rounds of a loop. */
export function runKeyOf(functions: IExecuteFunctions): string {
  return [functions.getExecutionId(), functions.getNode().id, runIndexOf(functions)].join(':');
}

/** Which run of the node this is within the execution: a loop runs it several times. */
function runIndexOf(functions: IExecuteFunctions): number {
  return Number(functions.getWorkflowDataProxy(0).$runIndex ?? 0);
}
