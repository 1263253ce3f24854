import { ClientRequest } from 'node:http';

/**
 * Lets time run faster for everything inside this test file: what reads the clock, what waits, and
 * what gives up waiting for an answer. Minutes of backing off then take a moment, and everybody
 * still agrees on how late it is. Timers of the machine itself (a socket, a sandbox's latency) do not.
 * @param speed how many times faster
 * @returns a function that puts everything back
 */
export function fastTime(speed: number): () => void {
  const realSetTimeout = globalThis.setTimeout;
  const realNow = Date.now;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this` below
  const realAbortTimeout = AbortSignal.timeout;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- the same
  const realRequestTimeout = ClientRequest.prototype.setTimeout;
  const began = realNow();
  const shorter = (ms = 0) => (ms > 0 ? Math.max(1, ms / speed) : ms);

  Date.now = () => Math.floor(began + (realNow() - began) * speed);
  globalThis.setTimeout = Object.assign(
    (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      realSetTimeout(work, shorter(ms), ...args),
    realSetTimeout,
  ) as typeof setTimeout;
  AbortSignal.timeout = (ms) => realAbortTimeout.call(AbortSignal, Math.ceil(shorter(ms)));
  ClientRequest.prototype.setTimeout = function (ms, listener) {
    return realRequestTimeout.call(this, Math.ceil(shorter(ms)), listener);
  };
  return () => {
    Date.now = realNow;
    globalThis.setTimeout = realSetTimeout;
    AbortSignal.timeout = realAbortTimeout;
    ClientRequest.prototype.setTimeout = realRequestTimeout;
  };
}
