import type { IExecuteFunctions } from 'n8n-workflow';

import type { RunRetries } from '../../shared/run/attempts';

/**
 * How n8n's Retry On Fail retries a run: it runs the whole node again with all its items.
 * @returns `undefined` if the node is not set to retry
 */
export function runRetries(functions: IExecuteFunctions): RunRetries | undefined {
  const { retryOnFail, maxTries = 3 } = functions.getNode();
  if (!retryOnFail) return undefined;
  return {
    // The node's context survives from one attempt to the next.
    store: functions.getContext('node'),
    runIndex: readRunIndex(functions),
    // n8n allows two to five.
    maxAttempts: Math.min(5, Math.max(2, maxTries)),
  };
}

/** The same for every attempt of Retry On Fail; differs between executions and between rounds of a loop. */
export function runKey(functions: IExecuteFunctions): string {
  return [functions.getExecutionId(), functions.getNode().id, readRunIndex(functions)].join(':');
}

/** Which run of the node this is within the execution: a loop runs it several times. */
export function readRunIndex(functions: IExecuteFunctions): number {
  return Number(functions.getWorkflowDataProxy(0).$runIndex ?? 0);
}
