import { ServiceError } from '../errors/serviceError';

/**
 * Most characters of state between polls, 4 MiB: enough for the most passes a poll may read
 * ({@link import('./inputs').MOST_PASSES}) with any event, or with three watched fields for 120,000.
 * n8n keeps the state as JSON in its database, writes it whole and may copy it into saved executions;
 * its own limit for one request is 16 MiB.
 */
export const MAX_STATE_SIZE = 4 * 1024 * 1024;

/** @throws {ServiceError} `invalidInput` where the state is larger than a trigger may keep */
export function assertStateSize(state: unknown): void {
  const size = JSON.stringify(state).length;
  if (size <= MAX_STATE_SIZE) return;
  throw new ServiceError({
    kind: 'invalidInput',
    message: `This trigger would have to remember ${size} characters between polls, more than its limit of ${MAX_STATE_SIZE}`,
    hint: "Lower 'Look Back (Days)', watch fewer fields or fewer templates, or split them over several triggers. No events were emitted and none are lost.",
  });
}
