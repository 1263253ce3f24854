/** Format of `Retry-After` in a refusal. */
export type RetryAfter = 'seconds' | 'date' | 'none';

/**
 * The `Retry-After` header of a refusal.
 * @param wait seconds to wait
 * @param now real time, epoch ms: callers wait by their own clock
 */
export function retryAfterHeader(
  form: RetryAfter,
  wait: number,
  now: number,
): Record<string, string> {
  if (form === 'none') return {};
  if (form === 'seconds') return { 'Retry-After': String(Math.max(1, Math.ceil(wait))) };
  // HTTP dates have whole seconds: round up, or the caller would retry too early.
  const at = Math.ceil((now + wait * 1000) / 1000) * 1000;
  return { 'Retry-After': new Date(at).toUTCString() };
}
