/**
 * The only kind of error that `shared/` throws on purpose, with functions to recognize, catch and combine such errors.
 */

/** All kinds, on all platforms. */
export type ErrorKind =
  | 'wrongKey'
  | 'missingScope'
  | 'planLimit'
  | 'notFound'
  | 'conflict'
  | 'invalidInput'
  | 'rateLimited'
  | 'unavailable'
  | 'outcomeUnknown';

/** One invalid input of an item. */
interface InvalidField {
  /** Input key; `undefined` if no single input is invalid. */
  field?: string;
  message: string;
  fix: string;
}

export interface ErrorFields {
  kind: ErrorKind;
  /** The problem, in one sentence for people. */
  message: string;
  /** How to fix it. */
  fix: string;
  /** HTTP status, if the service responded. */
  status?: number;
  /** The service's `code`, or the token in its `error`. */
  code?: string;
  /** Scope that the key lacks (`missingScope`). */
  scope?: string;
  /** Key of the input that is invalid, or that names what was not found or conflicts. */
  field?: string;
  /** Why the result is unknown (`outcomeUnknown`). */
  reason?: string;
  /** Wait that the service requested, ms (`rateLimited`, `unavailable`). */
  retryAfterMs?: number;
  /** Whether running the item again cannot apply it twice (`outcomeUnknown`). `false` also if a part of it was done. */
  safeToRepeat?: boolean;
  /** All invalid inputs, if there are several. */
  invalid?: readonly InvalidField[];
  /** More data for the output of a failed item, e.g. `passCount`. */
  details?: Record<string, unknown>;
}

/** `Error`, with the type of the fields that the class below assigns. */
const ErrorWithFields = Error as unknown as new (message: string) => Error & Readonly<ErrorFields>;

/** Has every field of `ErrorFields` as a property. */
export class ServiceError extends ErrorWithFields {
  readonly #fields: ErrorFields;

  constructor(fields: ErrorFields) {
    super(fields.message);
    Object.assign(this, fields, { name: 'ServiceError' });
    this.#fields = fields;
  }

  /** Copy with some fields replaced. */
  with(fields: Partial<ErrorFields>): ServiceError {
    return new ServiceError({ ...this.#fields, ...fields });
  }

  toFields(): ErrorFields {
    return { ...this.#fields };
  }
}

/** Compares by name, so that it also recognizes errors of another bundle. */
export function isServiceError(thrown: unknown, kind?: ErrorKind): thrown is ServiceError {
  return (
    thrown instanceof Error &&
    thrown.name === 'ServiceError' &&
    (kind === undefined || (thrown as ServiceError).kind === kind)
  );
}

/** True if this attempt was not processed (429, unreachable). */
export function wasNotProcessed(thrown: unknown): thrown is ServiceError {
  return isServiceError(thrown, 'rateLimited') || isServiceError(thrown, 'unavailable');
}

/** The value or the `ServiceError` of a promise. Rejects with any other error. */
export function settle<T>(
  promise: Promise<T>,
): Promise<{ value: T; failure?: undefined } | { value?: undefined; failure: ServiceError }> {
  return promise.then(
    (value) => ({ value }),
    (thrown: unknown) => {
      if (isServiceError(thrown)) return { failure: thrown };
      throw thrown;
    },
  );
}

/** The value; `undefined` for an error of these kinds. Rejects with any other error. */
export function undefinedOn<T>(
  promise: Promise<T>,
  ...kinds: readonly ErrorKind[]
): Promise<T | undefined> {
  return promise.catch((thrown: unknown) => {
    if (kinds.some((kind) => isServiceError(thrown, kind))) return undefined;
    throw thrown;
  });
}

/**
 * The value; `undefined` on a 404. Rejects with a 403, which means that the object belongs to another account, and with
 * any other error.
 */
export function undefinedOn404<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((thrown: unknown) => {
    if (isServiceError(thrown, 'notFound') && thrown.status === 404) return undefined;
    throw thrown;
  });
}

/** The `ServiceError` that `work` throws; `undefined` if it throws none. Throws any other error. */
export function catchServiceError(work: () => void): ServiceError | undefined {
  let thrown: unknown;
  try {
    work();
    return undefined;
  } catch (caught) {
    thrown = caught;
  }
  if (isServiceError(thrown)) return thrown;
  throw thrown;
}

/**
 * Error for an invalid input.
 * @param label shown in the message
 * @param field key, for the platforms
 */
export function invalidInput(
  label: string,
  field: string,
  problem: string,
  fix: string,
): ServiceError {
  return new ServiceError({ kind: 'invalidInput', field, message: `'${label}' ${problem}`, fix });
}

/**
 * Throws the errors of several checks as one error.
 * @throws {ServiceError} that names everything a user can fix in the inputs, or else the first error, e.g. a refused
 *   API key; nothing if there are no errors
 */
export function throwIfAny(errors: readonly (ServiceError | undefined)[]): void {
  const present = errors.filter((error) => error !== undefined);
  const aboutInput = present.filter(
    ({ kind, field }) => kind === 'invalidInput' || field !== undefined,
  );
  if (aboutInput.length > 0) throw allInvalid(aboutInput);
  if (present[0]) throw present[0];
}

/**
 * Runs all checks and returns their results.
 * @throws {ServiceError} see {@link throwIfAny}
 */
export async function checkAll<const C extends readonly (() => unknown)[]>(
  ...checks: C
): Promise<{ -readonly [K in keyof C]: Awaited<ReturnType<C[K]>> }> {
  const results = await Promise.all(checks.map((check) => settle((async () => check())())));
  throwIfAny(results.map(({ failure }) => failure));
  return results.map(({ value }) => value) as never;
}

/** Prefixes the message of every invalid input: `Pass 2: 'Email' ...`. */
export function prefixed(error: ServiceError, prefix: string): ServiceError {
  const withPrefix = (message: string) => `${prefix}: ${message}`;
  if (!error.invalid) return error.with({ message: withPrefix(error.message) });
  const invalid = error.invalid.map((entry) => ({ ...entry, message: withPrefix(entry.message) }));
  return error.with({ message: invalid.map(({ message }) => message).join('; '), invalid });
}

/**
 * @param errors at least one, each about an input
 * @returns one error that names all invalid inputs of an item, so that they can be fixed in one go
 */
function allInvalid(errors: readonly ServiceError[]): ServiceError {
  const all = errors.flatMap(
    ({ invalid, field, message, fix }): readonly InvalidField[] =>
      invalid ?? [{ field, message, fix }],
  );
  const invalid = uniqueBy(all, ({ message }) => message);
  const [first] = errors as [ServiceError, ...ServiceError[]];
  if (invalid.length === 1) return first;
  return new ServiceError({
    kind: 'invalidInput',
    field: first.field,
    message: invalid.map(({ message }) => message).join('; '),
    fix: uniqueBy(invalid, ({ fix }) => fix)
      .map(({ fix }) => fix)
      .join(' '),
    invalid,
  });
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The fix for a response that is probably from elsewhere on the host. */
export const CHECK_THE_BASE_URL =
  "Enter 'Base URL' in the {connection} exactly as your provider states it, with or without a path such as /api.";

/** The fix for a response that the documented service does not send. */
export const CHECK_THE_SERVICE =
  "The service has changed, or 'Base URL' in the {connection} is the URL of another one. Send this message to your provider; docs/check-service.md shows how to find out what else differs.";

/** The fix for an ID that was not found. */
export const CHECK_THE_ID =
  'Check that the ID is correct, still exists and belongs to the same account as the API key.';
