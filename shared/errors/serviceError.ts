/**
 * The closed set of things that can go wrong, on both platforms. Adapters translate a failure into
 * their platform's error; nothing else is ever thrown on purpose by `shared/`.
 */
export const ERROR_KINDS = [
  'wrongKey',
  'missingScope',
  'planLimit',
  'notFound',
  'conflict',
  'invalidInput',
  'rateLimited',
  'unavailable',
  'outcomeUnknown',
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** One refused input of an item. */
export interface InvalidField {
  /** Input key; `undefined` where it is about no single input. */
  field?: string;
  message: string;
  hint: string;
}

export interface ErrorFields {
  kind: ErrorKind;
  /** What happened, one sentence for a person who cannot read a stack trace. */
  message: string;
  /** How to fix it. */
  hint: string;
  /** HTTP status, where the service answered. */
  status?: number;
  /** The service's `code`, where it gave one; else the token it put in `error`. */
  code?: string;
  /** Scope the key lacks (`missingScope`). */
  scope?: string;
  /** Input key the failure is about (`invalidInput`). */
  field?: string;
  /** How long the service asked to wait, ms (`rateLimited`). */
  retryAfterMs?: number;
  /** Whether running the item again cannot do it twice (`outcomeUnknown`). */
  safeToRepeat?: boolean;
  /** Every refused input, where several are refused at once (`invalidInput`). */
  invalid?: readonly InvalidField[];
  /** Further facts for the output of a failed item, e.g. `passCount` of a refused delete. */
  details?: Record<string, unknown>;
}

export class ServiceError extends Error {
  readonly kind: ErrorKind;
  readonly hint: string;
  readonly status?: number;
  readonly code?: string;
  readonly scope?: string;
  readonly field?: string;
  readonly retryAfterMs?: number;
  readonly safeToRepeat?: boolean;
  readonly invalid?: readonly InvalidField[];
  readonly details?: Record<string, unknown>;

  constructor(fields: ErrorFields) {
    super(fields.message);
    this.name = 'ServiceError';
    this.kind = fields.kind;
    this.hint = fields.hint;
    this.status = fields.status;
    this.code = fields.code;
    this.scope = fields.scope;
    this.field = fields.field;
    this.retryAfterMs = fields.retryAfterMs;
    this.safeToRepeat = fields.safeToRepeat;
    this.invalid = fields.invalid;
    this.details = fields.details;
  }

  /** A copy with some fields replaced. */
  with(fields: Partial<ErrorFields>): ServiceError {
    return new ServiceError({ ...this.toFields(), ...fields });
  }

  toFields(): ErrorFields {
    const { kind, message, hint, status, code, scope, field } = this;
    const { retryAfterMs, safeToRepeat, invalid, details } = this;
    return {
      kind,
      message,
      hint,
      status,
      code,
      scope,
      field,
      retryAfterMs,
      safeToRepeat,
      invalid,
      details,
    };
  }
}

/** Whether a thrown value is a failure of this kind. Compares by name, so that it holds across bundles. */
export function isServiceError(thrown: unknown, kind?: ErrorKind): thrown is ServiceError {
  return (
    thrown instanceof Error &&
    thrown.name === 'ServiceError' &&
    (kind === undefined || (thrown as ServiceError).kind === kind)
  );
}

/** Whether a failure is about its own try alone: turned away, or not sent at all. */
export function wasNotProcessed(thrown: unknown): thrown is ServiceError {
  return isServiceError(thrown, 'rateLimited') || isServiceError(thrown, 'unavailable');
}

/** A refused input value: names the field by its label, keeps its key for the adapters. */
export function invalidInput(
  label: string,
  field: string,
  what: string,
  hint: string,
): ServiceError {
  return new ServiceError({ kind: 'invalidInput', field, message: `'${label}' ${what}`, hint });
}

/**
 * All refused inputs of an item as one failure, so that a person fixes them in one go.
 * @param failures at least one
 */
export function allInvalid(failures: readonly ServiceError[]): ServiceError {
  const invalid = uniqueBy(failures.flatMap(invalidFields), ({ message }) => message);
  const [first] = failures as [ServiceError, ...ServiceError[]];
  if (invalid.length === 1) return first;
  return new ServiceError({
    kind: 'invalidInput',
    field: first.field,
    message: invalid.map(({ message }) => message).join('; '),
    hint: uniqueBy(invalid, ({ hint }) => hint)
      .map(({ hint }) => hint)
      .join(' '),
    invalid,
  });
}

function invalidFields({ invalid, field, message, hint }: ServiceError): readonly InvalidField[] {
  return invalid ?? [{ field, message, hint }];
}

/** @throws {ServiceError} for those that are there, all at once */
export function refuseAll(failures: readonly (ServiceError | undefined)[]): void {
  const refused = failures.filter((failure) => failure !== undefined);
  if (refused.length > 0) throw allInvalid(refused);
}

/** The failure that `work` throws, if it throws one; any other error is thrown on. */
export function errorFrom(work: () => void): ServiceError | undefined {
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

/** The value or the failure that a promise ends with; any other error is thrown on. */
export function settled<T>(
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

/** Says of each refused input where it is: `Pass 2: 'Email' ...`. */
export function prefixed(failure: ServiceError, place: string): ServiceError {
  const inPlace = (message: string) => `${place}: ${message}`;
  if (!failure.invalid) return failure.with({ message: inPlace(failure.message) });
  const invalid = failure.invalid.map((one) => ({ ...one, message: inPlace(one.message) }));
  return failure.with({ message: invalid.map(({ message }) => message).join('; '), invalid });
}

function uniqueBy<T>(all: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [key(one), one])).values()];
}
