import { ServiceError } from '../errors/serviceError';

/**
 * Maximum length of a trigger's state, in characters of JSON (4 Mi). Enough for
 * {@link import('./passInputs').MAX_PASSES_PER_POLL} passes, 120,000 with three watched fields, or 59,000 that have
 * all reached six dates. n8n writes the whole state to its database and may copy it into saved executions;
 * its limit for one request is 16 MiB.
 */
export const MAX_STATE_SIZE = 4 * 1024 * 1024;

/** @throws {ServiceError} `invalidInput` if the state is larger than that */
export function assertStateSize(state: unknown): void {
  const size = JSON.stringify(state).length;
  if (size <= MAX_STATE_SIZE) return;
  throw new ServiceError({
    kind: 'invalidInput',
    message: `This trigger would have to remember ${size} characters between polls, more than its limit of ${MAX_STATE_SIZE}`,
    hint: "Lower 'Look Back (Days)', watch fewer fields or fewer templates, or split them over several triggers. No events were emitted and none are lost.",
  });
}
