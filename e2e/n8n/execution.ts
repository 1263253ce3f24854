import type { ExecutionStatus, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';

import type { N8nRunError } from '../../test/engines/n8nEngine';
import { requireTool } from '../support/tools';

/** The response of `GET /rest/executions/:id`. */
export interface StoredExecution {
  id: string;
  workflowId: string;
  status: ExecutionStatus;
  /** The run data, serialized by the package `flatted`. */
  data: string;
}

/** Final states of an execution. */
export const ENDED: readonly string[] = ['success', 'error', 'crashed', 'canceled'];

/** A finished execution on a server, with the interface of a run in the engine tests. */
export class Execution {
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly data: IRunExecutionData;

  constructor(stored: StoredExecution) {
    this.id = stored.id;
    this.status = stored.status;
    const flatted = requireTool('flatted') as { parse: (text: string) => unknown };
    this.data = flatted.parse(stored.data) as IRunExecutionData;
  }

  /** Items on an output of a node in its last run; none if it did not run. */
  items(node: string, output = 0): INodeExecutionData[] {
    const runs = this.data.resultData.runData[node] ?? [];
    return runs.at(-1)?.data?.main?.[output] ?? [];
  }

  /** The error of a node, or of the execution if no node is named, as the editor shows it. */
  error(node?: string): N8nRunError | undefined {
    const { runData, error } = this.data.resultData;
    const found = node === undefined ? error : runData[node]?.at(-1)?.error;
    return found as N8nRunError | undefined;
  }
}
