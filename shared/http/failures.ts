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
    this.details = facts.details;
  }

  /** The same failure, told differently where an operation knows more than the status says. */
  retold(facts: Partial<FailureFacts>): ServiceFailure {
    return new ServiceFailure({ ...this.facts(), ...facts });
  }

  facts(): FailureFacts {
    const { kind, message: what, fix, status, code, scope, field } = this;
    const { retryAfterMs, safeToRepeat, details } = this;
    return { kind, what, fix, status, code, scope, field, retryAfterMs, safeToRepeat, details };
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
