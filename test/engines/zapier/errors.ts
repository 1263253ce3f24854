/**
 * An error of an app with its parts as fields. Zapier's core puts them into the message, as JSON or
 * followed by a "What happened" trail.
 */
export class ZapierRunError extends Error {
  /** Code of an `AppError`, such as `AuthenticationError`. */
  readonly code: string | undefined;
  /** HTTP status of an `AppError` or a `ResponseError`. */
  readonly status: number | undefined;
  /** Seconds after which a `ThrottledError` should be retried; null if it has none. */
  readonly delay: number | null | undefined;
  /** Everything in the JSON of the message. */
  readonly details: Record<string, unknown>;
  /** The whole message as Zapier gets it, with the trail. */
  readonly fullMessage: string;

  constructor(error: unknown) {
    const { name, message: fullMessage } =
      error instanceof Error || isErrorLike(error) ? error : new Error(String(error));
    const details = parse(fullMessage);
    const message = details.message ?? fullMessage.split('\nWhat happened:\n')[0];
    super(typeof message === 'string' ? message : fullMessage, { cause: error });
    this.name = name;
    this.fullMessage = fullMessage;
    this.details = details;
    this.code = details.code as string | undefined;
    this.status = details.status as number | undefined;
    this.delay = details.delay as number | null | undefined;
  }
}

/** Errors from another module realm (a test runner's sandbox) fail `instanceof`. */
function isErrorLike(value: unknown): value is Error {
  return typeof value === 'object' && value !== null && 'message' in value && 'name' in value;
}

function parse(message: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(message);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
