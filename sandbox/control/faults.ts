import type { LoggedRequest } from './requestLog';
import type { RetryAfter } from './retryAfter';

/** Requests that a fault hits; by default any, or any that the kind applies to. */
export interface FaultMatch {
  /** HTTP method, any case. */
  method?: string;
  /** Regular expression on the path, e.g. `^/pass$`. */
  path?: string | RegExp;
}

/** A fault to inject. */
export type FaultKind =
  /** 429: refused without being processed. */
  | { kind: 'rateLimited'; retryAfter?: RetryAfter; seconds?: number }
  /**
   * 500, 502, 503 or 504; not processed unless `processed`, as if only the response failed.
   * `body` replaces the JSON body with raw text.
   */
  | {
      kind: 'unavailable';
      status: 500 | 502 | 503 | 504;
      processed?: boolean;
      body?: string;
      retryAfter?: RetryAfter;
      seconds?: number;
    }
  /**
   * A proxy in front of the service responds with this status and its own page
   * (`body`, else a short one); the request never reaches the service unless `processed`, as if the proxy
   * refused only the response.
   */
  | { kind: 'intercepted'; status: number; body?: string; processed?: boolean }
  /** The connection is dropped before the request is processed. */
  | { kind: 'dropBefore' }
  /** The request is processed, then the connection is dropped without a response. */
  | { kind: 'dropAfter' }
  /** Processed immediately; the response is `ms` late, or with `body` only the second half of its body. */
  | { kind: 'late'; ms: number; body?: boolean }
  /** The request is processed, and the connection is dropped in the middle of the response body. */
  | { kind: 'cutOff' }
  /** The request is processed, and the response body ends after its first half. */
  | { kind: 'garbled' }
  /** The response has `credentials: null` instead of badge credentials. */
  | { kind: 'credentialsNull' }
  /** 502 `users_list_failed`: the credential service does not list the badge holders. */
  | { kind: 'usersListFailed' }
  /** 502 `lifecycle_failed`: the credential service does not change a badge; nothing is processed. */
  | { kind: 'lifecycleFailed' };

/** A fault in the queue: it hits the next `count` matching requests (default 1). */
export type Fault = FaultKind & { match?: FaultMatch; count?: number };

/** Faults of the credential service hit only endpoints that use it, unless `match` is set. */
const READS_BADGES: FaultMatch = { method: 'GET', path: /^\/badge\/users(\/|$)/ };
const CHANGES_BADGES: FaultMatch = {
  path: /^\/badge\/(passes\/[^/]+\/lifecycle|users\/[^/]+)$/,
};
const DEFAULT_MATCHES: Partial<Record<Fault['kind'], FaultMatch>> = {
  credentialsNull: READS_BADGES,
  usersListFailed: READS_BADGES,
  lifecycleFailed: CHANGES_BADGES,
};

/** Chooses a fault for a request; `undefined` for none. */
export type FaultChooser = (request: LoggedRequest) => FaultKind | undefined;

/** Queued faults, oldest first, and a chooser for requests that no queued fault matches. */
export class FaultQueue {
  chooser: FaultChooser | undefined;
  private queue: { fault: Fault; left: number }[] = [];

  /** @throws SyntaxError when the pattern of its path is not a regular expression */
  add(fault: Fault): void {
    new RegExp(fault.match?.path ?? '');
    this.queue.push({ fault, left: fault.count ?? 1 });
  }

  clear(): void {
    this.queue = [];
    this.chooser = undefined;
  }

  /** Take the first fault that matches the request, if any. */
  take(request: LoggedRequest): FaultKind | undefined {
    return this.queued(request) ?? this.chooser?.(request);
  }

  private queued({ method, path }: LoggedRequest): Fault | undefined {
    if (this.queue.length === 0) return undefined;
    const entry = this.queue.find(({ fault }) =>
      matches(fault.match ?? DEFAULT_MATCHES[fault.kind], method, path),
    );
    if (entry === undefined) return undefined;
    entry.left -= 1;
    if (entry.left <= 0) this.queue = this.queue.filter((other) => other !== entry);
    return entry.fault;
  }
}

function matches(match: FaultMatch | undefined, method: string, path: string): boolean {
  if (match?.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match?.path === undefined || new RegExp(match.path).test(path);
}
