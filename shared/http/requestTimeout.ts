/** Abort signal for an HTTP client: aborts on timeout until the response begins, or on demand. */
interface RequestTimeout {
  signal: AbortSignal;
  /** The response has begun: from now on only `streamedResponse` measures the time. */
  onResponse: () => void;
  abort: () => void;
}

export function requestTimeout(timeoutMs: number): RequestTimeout {
  const controller = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  const onTimeout = () => controller.abort(timeout.reason);
  timeout.addEventListener('abort', onTimeout);
  return {
    signal: controller.signal,
    onResponse: () => timeout.removeEventListener('abort', onTimeout),
    abort: () => controller.abort(),
  };
}
