import type { IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

import type { ListDoubt, ListResult } from '../../shared/operations/operation';
import { counted, joinWords } from '../../shared/service/wording';
import { readRunIndex } from './nodeRun';

const ONE_RUN =
  'All rows of the list must arrive in one run of this node. Combine branches with Merge, and remove the loop.';
const MAX_LISTED = 20;
/** Triggers without rows: a node after them reads the rows. */
const TRIGGERS_WITHOUT_ROWS: ReadonlySet<string> = new Set(
  ['cron', 'interval', 'manualTrigger', 'scheduleTrigger'].map((name) => `n8n-nodes-base.${name}`),
);

/** Why this run of the node may have only a part of the list, if n8n shows a reason; `undefined` if not. */
export function listDoubt(functions: IExecuteFunctions): ListDoubt | undefined {
  const node = functions.getNode();
  if (node.executeOnce) {
    return {
      message: "'Execute Once' is on in the settings of the node, so it gets only the first row",
      fix: "Turn off 'Execute Once'.",
    };
  }
  const hasFreshRows = functions.getMode() !== 'retry' || hasReadRowsItself(functions);
  rememberExecution(functions);
  if (!hasFreshRows) {
    return {
      message: 'this execution is a retry with the rows of an earlier one',
      fix: 'Run the workflow again, so that it reads the list as it is now.',
    };
  }
  if (isInLoop(functions)) {
    return { message: 'the node is in a loop, so each round has only a part', fix: ONE_RUN };
  }
  if (sourcesOf(functions).size > 1) {
    return {
      message: 'several nodes are connected to this one, so each has only a part',
      fix: ONE_RUN,
    };
  }
  if (readRunIndex(functions) === 0) return undefined;
  const { walletPassVoided: voided = [] } = memory(functions);
  const before =
    voided.length === 0
      ? ''
      : `. Earlier runs voided ${counted(voided.length, 'pass', 'passes')}: ${joinWords(voided, MAX_LISTED)}`;
  return {
    message: `the node has already run in this execution, so each run has only a part${before}`,
    fix: ONE_RUN,
  };
}

/**
 * Whether the retry of an execution has read the rows itself: this node did not run in the earlier execution, and all
 * nodes before it ran in this one, except a trigger without rows. A retry begins with the node that failed, and n8n
 * counts the nodes that it runs from 0 again.
 */
function hasReadRowsItself(functions: IExecuteFunctions): boolean {
  const { walletPassExecution: ranIn = functions.getExecutionId() } = memory(functions);
  const { runExecutionData } = functions as { runExecutionData?: IRunExecutionData };
  const runs = runExecutionData?.resultData.runData ?? {};
  const before = functions
    .getParentNodes(functions.getNode().name)
    .flatMap(({ name, type }) => (runs[name] ?? []).map((run) => ({ name, type, ...run })));
  const read = before.filter(({ type }) => !TRIGGERS_WITHOUT_ROWS.has(type));
  const starts = read.flatMap((run) => (run.executionIndex === 0 ? run.startTime : []));
  const areFromThisExecution = read.every(({ startTime }) => startTime >= Math.max(...starts));
  return ranIn === functions.getExecutionId() && starts.length > 0 && areFromThisExecution;
}

/** The nodes connected to this node that deliver data in this execution: they, or nodes before them, have run. */
function sourcesOf(functions: IExecuteFunctions): ReadonlySet<string> {
  const parentsOf = (name: string, depth?: number) =>
    functions.getParentNodes(name, { depth }).map((parent) => parent.name);
  const find = functions.getWorkflowDataProxy(0).$ as (name: string) => { isExecuted: boolean };
  const hasRun = (name: string) => find(name).isExecuted;
  const { name } = functions.getNode();
  return new Set(parentsOf(name, 1).filter((one) => [one, ...parentsOf(one)].some(hasRun)));
}

/** Behind the "done" branch of a loop, a node does not lead back to itself. */
function isInLoop(functions: IExecuteFunctions): boolean {
  const { name } = functions.getNode();
  const after = new Set(functions.getChildNodes(name).map((child) => child.name));
  return functions.getParentNodes(name).some((parent) => after.has(parent.name));
}

/** n8n keeps the context of a node until the execution ends. */
function memory(functions: IExecuteFunctions): {
  walletPassVoided?: string[];
  /** The first execution that ran this node; a retry is another execution. */
  walletPassExecution?: string;
} {
  return functions.getContext('node');
}

/** Remembers the first execution that ran this node. Call it in every run, whether or not the list is in doubt. */
function rememberExecution(functions: IExecuteFunctions): void {
  memory(functions).walletPassExecution ??= functions.getExecutionId();
}

/** Remembers the passes that this run has voided, for later runs of the node. */
export function rememberVoided(functions: IExecuteFunctions, results: readonly ListResult[]): void {
  const voided = results.flatMap((result) =>
    result.state === 'done' && result.value.outcome === 'voided'
      ? [String(result.value.externalId)]
      : [],
  );
  if (voided.length === 0) return;
  const { walletPassVoided: before = [] } = memory(functions);
  memory(functions).walletPassVoided = [...before, ...voided];
}
