import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import type { ErrorFields } from '../../../shared/errors/serviceError';
import type { Operation } from '../../../shared/operations/operation';
import type { ItemResult } from '../../../shared/engine/runItems';
import type { NodeResult } from '../output/fileOutput';

/**
 * n8n's Retry On Fail runs the whole node again with all its items. What an earlier try of the same
 * run has done is kept in the node's context, which survives the try, and is not done again; nor is
 * an item whose outcome is unknown, where a second time could do it twice.
 */
export interface RetryLedger {
  /** The result of an earlier try; throws where that try ended in an unknown outcome. */
  earlier(index: number): NodeResult | undefined;
  done(index: number, result: NodeResult): void;
  /** @returns what to say of the item: a later try that failed does not undo an unclear one */
  failed(index: number, thrown: unknown): unknown;
  /** What earlier tries have made of an item that was not started in this one. */
  known(index: number): ItemResult<NodeResult> | undefined;
  /**
   * Forgets everything unless another try follows: results may hold secrets, and execution data
   * keeps what is left here.
   */
  ended(mayRetry: boolean): void;
}

interface Page {
  runIndex: number;
  tries: number;
  done: Record<number, NodeResult>;
  unknown: Record<number, ErrorFields>;
}

const KEY = 'walletPassRetry';
const NO_LEDGER: RetryLedger = {
  earlier: () => undefined,
  done: () => {},
  failed: (_index, thrown) => thrown,
  known: () => undefined,
  ended: () => {},
};

/** Which run of the node this is within the execution: a loop runs it several times. */
export function runIndexOf(functions: IExecuteFunctions): number {
  return Number(functions.getWorkflowDataProxy(0).$runIndex ?? 0);
}

/** As n8n counts them: three unless set, between two and five. */
function mostTries(functions: IExecuteFunctions): number {
  return Math.min(5, Math.max(2, functions.getNode().maxTries ?? 3));
}

/** Keeps nothing where the node is not set to retry, or the operation changes nothing. */
export function retryLedger(functions: IExecuteFunctions, operation: Operation): RetryLedger {
  if (!functions.getNode().retryOnFail || operation.effect === 'read') return NO_LEDGER;
  const context = functions.getContext('node') as IDataObject & { [KEY]?: Page | undefined };
  const runIndex = runIndexOf(functions);
  // A loop runs the node again with other items: an older page says nothing about them.
  if (context[KEY]?.runIndex !== runIndex) {
    context[KEY] = { runIndex, tries: 0, done: {}, unknown: {} } as Page & IDataObject;
  }
  const page = context[KEY];
  page.tries += 1;
  return {
    earlier(index) {
      const unknown = page.unknown[index];
      if (unknown && !unknown.safeToRepeat) throw new ServiceError(unknown);
      return page.done[index];
    },
    done(index, result) {
      page.done[index] = result;
    },
    failed(index, thrown) {
      const before = page.unknown[index];
      if (isServiceError(thrown, 'outcomeUnknown')) page.unknown[index] = thrown.facts();
      else if (before && isServiceError(thrown)) return stillUnclear(before, thrown);
      return thrown;
    },
    known(index) {
      const { [index]: value } = page.done;
      if (value) return { state: 'done', value };
      const unknown = page.unknown[index];
      return unknown && { state: 'failed', error: new ServiceError(unknown) };
    },
    ended(mayRetry) {
      if (!mayRetry || page.tries >= mostTries(functions)) context[KEY] = undefined;
    },
  };
}

/** What is gone or refused now may be so because an earlier try was carried out after all. */
function stillUnclear(before: ErrorFields, { message, hint }: ServiceError): ServiceError {
  return new ServiceError({ ...before, message: `${before.message}. A later try: ${message}`, hint });
}
