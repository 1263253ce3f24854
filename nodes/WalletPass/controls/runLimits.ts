import type { ServiceError } from '../../../shared/errors/serviceError';
import { number, parseInputs } from '../../../shared/fields';
import { compact } from '../../../shared/runtime/records';
import { form } from './index';
import type { ItemParameters } from './itemParameters';

/** About as fast as n8n's HTTP Request node without a limit; see docs/decisions.md#many-items. */
export const DEFAULT_PARALLEL_REQUESTS = 32;
const DEFAULTS = { maxParallelRequests: DEFAULT_PARALLEL_REQUESTS, maxWaitMinutes: 5 };

/** Also used by the error for an exceeded wait. */
export const MAX_WAIT_LABEL = 'Max Wait (Minutes)';

/** The options of an operation whose runs take thousands of items. */
export const RUN_LIMITS = {
  maxParallelRequests: number({
    label: 'Max Parallel Requests',
    section: 'options',
    min: 1,
    max: 50,
    integer: true,
    default: DEFAULTS.maxParallelRequests,
    description:
      'Maximum number of requests sent at the same time. Items for the same pass always run in order.',
  }),
  maxWaitMinutes: number({
    label: MAX_WAIT_LABEL,
    section: 'options',
    min: 0,
    integer: false,
    default: DEFAULTS.maxWaitMinutes,
    description:
      'How long an item waits for a rate limit, or for another execution, before it fails',
  }),
};

interface RunLimits {
  concurrency: number;
  maxWaitMs: number;
  /** Errors of invalid limits: they fail every item. */
  errors: ServiceError[];
}

/** The limits of a run, from the options of its first item. */
export function readRunLimits(firstItem: ItemParameters): RunLimits {
  const raw = form.collect(firstItem, RUN_LIMITS);
  const { values, errors } = parseInputs(RUN_LIMITS, raw, { timezone: 'UTC' });
  const { maxParallelRequests, maxWaitMinutes } = { ...DEFAULTS, ...compact(values) };
  return {
    concurrency: maxParallelRequests,
    maxWaitMs: maxWaitMinutes * 60_000,
    errors: [...errors.values()],
  };
}
