import { isServiceError } from '../errors/serviceError';
import { CHECK_THE_ID } from '../http/errorMapping';
import { shortened } from '../service/text';

/** A kind of thing that is looked up by an ID. */
export interface Kind {
  /** Sentence case: `Badge holder`. */
  noun: string;
  /** Input that the ID comes from. */
  field: string;
  hint?: string;
}

/** For `catch`: a failure that says what was not found, by kind and ID as given. */
export function notFound(
  { noun, field, hint = CHECK_THE_ID }: Kind,
  id: string,
): (thrown: unknown) => never {
  return (thrown) => {
    // One with a field is about another thing than the call itself: a file in a design.
    if (!isServiceError(thrown, 'notFound') || thrown.field !== undefined) throw thrown;
    throw thrown.with({ field, hint, message: `${noun} not found: '${shortened(id)}'` });
  };
}
