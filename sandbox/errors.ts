/** A refusal of the service: HTTP status and the JSON body `{error, code?, ...}`. */
export class ServiceError extends Error {
  /**
   * @param status HTTP status, 400 to 599
   * @param message the plain words of `error`
   * @param extra further keys of the body, such as `code` or `reason`
   */
  constructor(
    readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 502 | 504,
    message: string,
    readonly extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** The response body. */
  toBody(): Record<string, unknown> {
    return { error: this.message, ...this.extra };
  }
}

export const badRequest = (message: string) => new ServiceError(400, message);
/** A template or pass that is missing or belongs to another account. */
export const resourceNotFound = () => new ServiceError(404, 'Resource not found');
/** For `GET /pass` and the per-pass calls. */
export const passNotFound = () => new ServiceError(404, 'Pass not found');
export const notAuthorized = () => new ServiceError(401, 'You are not authorized for this action');
/** A badge, holder or badge pass that is missing or not the caller's. */
export const notFound = () => new ServiceError(404, 'not found');

/**
 * A limit of the account's plan.
 * @param feature the exceeded limit; absent for the number of passes
 */
export function upgradeRequired(message: string, reason: string, feature?: string): ServiceError {
  return new ServiceError(402, message, { code: 'upgrade_required', reason, feature });
}
