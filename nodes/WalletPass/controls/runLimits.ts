import type { INodeProperties } from 'n8n-workflow';

import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { isBlank } from '../../../shared/service/text';
import type { ItemParameters } from './itemParameters';
import { readOrError } from './unresolved';

/** As fast as n8n's HTTP Request node without a limit; see docs/decisions.md#many-items. */
export const DEFAULT_PARALLEL_REQUESTS = 32;

/** The option for the number of parallel requests. */
export const maxParallel: INodeProperties = {
  displayName: 'Max Parallel Requests',
  name: 'maxParallelRequests',
  type: 'number',
  typeOptions: { minValue: 1, maxValue: 50, numberPrecision: 0 },
  default: DEFAULT_PARALLEL_REQUESTS,
  description:
    'Maximum number of requests sent at the same time. Items for the same pass always run in order.',
};

/** Also named by the error when the wait is exceeded. */
export const MAX_WAIT_LABEL = 'Max Wait (Minutes)';

/** The option for the longest wait. */
export const maxWait: INodeProperties = {
  displayName: MAX_WAIT_LABEL,
  name: 'maxWaitMinutes',
  type: 'number',
  typeOptions: { minValue: 0 },
  default: 5,
  description: 'How long a request waits for a rate limit before its item fails',
};

interface RunLimits {
  concurrency: number;
  maxThrottleWaitMs: number;
  /** Of limits whose expressions fail: the other items run with the default, the first one fails. */
  errors: ServiceError[];
}

/** The limits of a run, from the options of its first item. */
export function readRunLimits(firstItem: ItemParameters): RunLimits {
  const errors: ServiceError[] = [];
  const read = ({ name, displayName }: INodeProperties, fallback: number): number => {
    const value = readOrError(() => firstItem.collection('options')[name], name, displayName);
    if (isServiceError(value)) errors.push(value);
    // An expression can evaluate to anything.
    return isBlank(value) || !Number.isFinite(Number(value)) ? fallback : Number(value);
  };
  const concurrency = read(maxParallel, DEFAULT_PARALLEL_REQUESTS);
  return {
    concurrency: Math.min(50, Math.max(1, Math.floor(concurrency || DEFAULT_PARALLEL_REQUESTS))),
    maxThrottleWaitMs: Math.max(0, read(maxWait, 5)) * 60_000,
    errors,
  };
}
