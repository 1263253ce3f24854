import { type ServiceError, isServiceError } from '../../shared/errors/serviceError';

/** The `ServiceError` that `work` throws; any other outcome fails the test. */
export async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  return await work.then(
    (value) => {
      throw new Error(`Expected a failure, got ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => {
      if (isServiceError(thrown)) return thrown;
      throw thrown;
    },
  );
}

/** The same for synchronous work. */
export function thrownBy(work: () => unknown): ServiceError {
  let value: unknown;
  try {
    value = work();
  } catch (thrown) {
    if (isServiceError(thrown)) return thrown;
    throw thrown;
  }
  throw new Error(`Expected a failure, got ${JSON.stringify(value)}`);
}

/** Words that texts for people avoid (n8n's writing guide). */
export const HARSH_WORDS = /\b(errors?|problems?|failures?|mistakes?)\b/i;
