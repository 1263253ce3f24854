import type { IExecuteFunctions } from 'n8n-workflow';

import type { ListDoubt, ListResult } from '../../shared/operations/wholeList';
import { counted, listed } from '../../shared/service/wording';
import { readRunIndex } from './runRetries';

const ONE_RUN =
  'All rows of the list must arrive in one run of this node. Combine branches with Merge, and remove the loop.';
const MAX_LISTED = 20;

/** Why this run of the node may have only a part of the list, as far as n8n shows; `undefined` if nothing does. */
export function listDoubt(functions: IExecuteFunctions): ListDoubt | undefined {
  const node = functions.getNode();
  if (node.executeOnce) {
    return {
      message: "'Execute Once' is on in the settings of the node, so it gets only the first row",
      hint: "Turn off 'Execute Once'.",
    };
  }
  if (functions.getMode() === 'retry') {
    return {
      message: 'this execution is a retry with the rows of an earlier one',
      hint: 'Run the workflow again, so that it reads the list as it is now.',
    };
  }
  if (isInLoop(functions)) {
    return { message: 'the node is in a loop, so each round has only a part', hint: ONE_RUN };
  }
  const parents = functions.getParentNodes(node.name, { depth: 1 });
  if (new Set(parents.map(({ name }) => name)).size > 1) {
    return {
      message: 'several nodes are connected to this one, so each has only a part',
      hint: ONE_RUN,
    };
  }
  if (readRunIndex(functions) === 0) return undefined;
  const voided = voidedBefore(functions);
  const before =
    voided.length === 0
      ? ''
      : `. Earlier runs voided ${counted(voided.length, 'pass', 'passes')}: ${listed(voided, MAX_LISTED)}`;
  return {
    message: `the node has already run in this execution, so each run has only a part${before}`,
    hint: ONE_RUN,
  };
}

/** Behind the "done" branch of a loop, a node does not lead back to itself. */
function isInLoop(functions: IExecuteFunctions): boolean {
  const { name } = functions.getNode();
  const after = new Set(functions.getChildNodes(name).map((child) => child.name));
  return functions.getParentNodes(name).some((parent) => after.has(parent.name));
}

/** n8n keeps the context of a node until the execution ends. */
function memory(functions: IExecuteFunctions): { walletPassVoided?: string[] } {
  return functions.getContext('node');
}

function voidedBefore(functions: IExecuteFunctions): readonly string[] {
  return memory(functions).walletPassVoided ?? [];
}

/** Remembers whom this run has voided, for later runs of the node. */
export function rememberVoided(functions: IExecuteFunctions, results: readonly ListResult[]): void {
  const voided = results.flatMap((result) =>
    result.state === 'done' && result.value.outcome === 'voided'
      ? [String(result.value.externalId)]
      : [],
  );
  if (voided.length > 0) {
    memory(functions).walletPassVoided = [...voidedBefore(functions), ...voided];
  }
}
