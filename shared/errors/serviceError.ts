/**
 * The closed set of things that can go wrong, on both platforms. Adapters translate a failure into
 * their platform's error; nothing else is ever thrown on purpose by `shared/`.
 */
export const FAILURE_KINDS = [
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
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** One refused input of an item. */
export interface InvalidField {
  /** Input key; `undefined` where it is about no single input. */
  field?: string;
  message: string;
  hint: string;
}

export interface FailureFacts {
  kind: FailureKind;
  /** What happened, one sentence for a person who cannot read a stack trace. */
  what: string;
  /** How to fix it. */
  fix: string;
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

export class ServiceFailure extends Error {
  readonly kind: FailureKind;
  readonly fix: string;
  readonly status?: number;
  readonly code?: string;
  readonly scope?: string;
  readonly field?: string;
  readonly retryAfterMs?: number;
  readonly safeToRepeat?: boolean;
  readonly invalid?: readonly InvalidField[];
  readonly details?: Record<string, unknown>;

  constructor(facts: FailureFacts) {
    super(facts.what);
    this.name = 'ServiceFailure';
    this.kind = facts.kind;
    this.fix = facts.fix;
    this.status = facts.status;
    this.code = facts.code;
    this.scope = facts.scope;
    this.field = facts.field;
    this.retryAfterMs = facts.retryAfterMs;
    this.safeToRepeat = facts.safeToRepeat;
    this.invalid = facts.invalid;
    this.details = facts.details;
  }

  /** The same failure, told differently where an operation knows more than the status says. */
  retold(facts: Partial<FailureFacts>): ServiceFailure {
    return new ServiceFailure({ ...this.facts(), ...facts });
  }

  facts(): FailureFacts {
    const { kind, message: what, fix, status, code, scope, field } = this;
    const { retryAfterMs, safeToRepeat, invalid, details } = this;
    return {
      kind,
      what,
      fix,
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
export function isFailure(thrown: unknown, kind?: FailureKind): thrown is ServiceFailure {
  return (
    thrown instanceof Error &&
    thrown.name === 'ServiceFailure' &&
    (kind === undefined || (thrown as ServiceFailure).kind === kind)
  );
}

/** Whether a failure is about its own try alone: turned away, or not sent at all. */
export function saysNothingOfBefore(thrown: unknown): thrown is ServiceFailure {
  return isFailure(thrown, 'rateLimited') || isFailure(thrown, 'unavailable');
}

/** A refused input value: names the field by its label, keeps its key for the adapters. */
export function invalidInput(
  label: string,
  field: string,
  what: string,
  fix: string,
): ServiceFailure {
  return new ServiceFailure({ kind: 'invalidInput', field, what: `'${label}' ${what}`, fix });
}

/**
 * All refused inputs of an item as one failure, so that a person fixes them in one go.
 * @param failures at least one
 */
export function allInvalid(failures: readonly ServiceFailure[]): ServiceFailure {
  const invalid = uniqueBy(failures.flatMap(invalidFields), ({ message }) => message);
  const [first] = failures as [ServiceFailure, ...ServiceFailure[]];
  if (invalid.length === 1) return first;
  return new ServiceFailure({
    kind: 'invalidInput',
    field: first.field,
    what: invalid.map(({ message }) => message).join('; '),
    fix: uniqueBy(invalid, ({ hint }) => hint)
      .map(({ hint }) => hint)
      .join(' '),
    invalid,
  });
}

function invalidFields({ invalid, field, message, fix }: ServiceFailure): readonly InvalidField[] {
  return invalid ?? [{ field, message, hint: fix }];
}

/** @throws {ServiceFailure} for those that are there, all at once */
export function refuseAll(failures: readonly (ServiceFailure | undefined)[]): void {
  const refused = failures.filter((failure) => failure !== undefined);
  if (refused.length > 0) throw allInvalid(refused);
}

/** The failure that `work` throws, if it throws one; any other error is thrown on. */
export function failureFrom(work: () => void): ServiceFailure | undefined {
  let thrown: unknown;
  try {
    work();
    return undefined;
  } catch (caught) {
    thrown = caught;
  }
  if (isFailure(thrown)) return thrown;
  throw thrown;
}

/** The value or the failure that a promise ends with; any other error is thrown on. */
export function settled<T>(
  promise: Promise<T>,
): Promise<{ value: T; failure?: undefined } | { value?: undefined; failure: ServiceFailure }> {
  return promise.then(
    (value) => ({ value }),
    (thrown: unknown) => {
      if (isFailure(thrown)) return { failure: thrown };
      throw thrown;
    },
  );
}

/** Says of each refused input where it is: `Pass 2: 'Email' ...`. */
export function prefixed(failure: ServiceFailure, place: string): ServiceFailure {
  const inPlace = (message: string) => `${place}: ${message}`;
  if (!failure.invalid) return failure.retold({ what: inPlace(failure.message) });
  const invalid = failure.invalid.map((one) => ({ ...one, message: inPlace(one.message) }));
  return failure.retold({ what: invalid.map(({ message }) => message).join('; '), invalid });
}

function uniqueBy<T>(all: readonly T[], key: (one: T) => string): T[] {
  return [...new Map(all.map((one) => [key(one), one])).values()];
}
