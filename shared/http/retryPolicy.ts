/**
 * What to do after an unknown result (docs/service.md#what-may-be-retried). `idempotent`: sending the
 * request again ends in the same state, so the client makes up to {@link MAX_TRIES} tries. `never`:
 * sending it again could do it twice. `lookUpFirst`: the client does not send it again, because its
 * caller first looks up what it did. A 429 and a connection that was never made mean that nothing was
 * processed, so the client sends every request again after those.
 */
export type Retry = 'idempotent' | 'never' | 'lookUpFirst';

export const MAX_TRIES = 3;

const BASE_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

/** 408 and 5xx: the service, or something before it, may have done half the work. */
export function isAmbiguous(status: number): boolean {
  return status === 408 || status >= 500;
}

/** Those of them that pass: the others would be the same on the next try. */
export function isTransient(status: number): boolean {
  return [408, 502, 503, 504].includes(status);
}

/**
 * Wait before another try: doubling from one second, half of it jitter, at most 30 s.
 * @param tries how many were made already, from 1
 * @param random in [0, 1)
 */
export function backoffMs(tries: number, random: number): number {
  const full = Math.min(MAX_WAIT_MS, BASE_WAIT_MS * 2 ** (tries - 1));
  return Math.round(full / 2 + (full / 2) * random);
}
