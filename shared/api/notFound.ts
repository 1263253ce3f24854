import { isServiceError } from '../errors/serviceError';
import { CHECK_THE_ID } from '../http/errorRules';
import { quoted } from '../service/text';

/** A type of resource with an ID. */
export interface ResourceType {
  /** Sentence case: `Badge holder`. */
  noun: string;
  /** Key of the input with the ID. */
  field: string;
  hint?: string;
}

/** `undefined` if what a call is about does not exist. That the account must not touch it is another answer: 403. */
export async function ifThere<T>(call: Promise<T>): Promise<T | undefined> {
  return await call.catch((thrown: unknown) => {
    if (isServiceError(thrown, 'notFound') && thrown.status === 404) return undefined;
    throw thrown;
  });
}

/** For `.catch`: makes a `notFound` error name the resource and its ID. */
export function notFound(
  { noun, field, hint = CHECK_THE_ID }: ResourceType,
  id: string,
): (thrown: unknown) => never {
  return (thrown) => {
    // An error with a field is about another resource, e.g. a file in a design.
    if (!isServiceError(thrown, 'notFound') || thrown.field !== undefined) throw thrown;
    throw thrown.with({ field, hint, message: `${noun} not found: ${quoted(id)}` });
  };
}
