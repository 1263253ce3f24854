import type { RetryAfter } from './retryAfter';

/** Which requests a fault hits; leave out to hit any, or any the kind makes sense for. */
export interface FaultMatch {
  /** HTTP method, any case. */
  method?: string;
  /** Regular expression on the path, e.g. `^/pass$`. */
  path?: string | RegExp;
}

/** What goes wrong. */
export type FaultKind =
  /** 429: refused without being processed. */
  | { kind: 'rateLimited'; retryAfter?: RetryAfter; seconds?: number }
  /** 502, 503 or 504 without being processed; `body` replaces the JSON body by raw text. */
  | {
      kind: 'unavailable';
      status: 502 | 503 | 504;
      body?: string;
      retryAfter?: RetryAfter;
      seconds?: number;
    }
  /** The connection is dropped and the request not processed. */
  | { kind: 'dropBefore' }
  /** The request is processed, then the connection dropped without an answer. */
  | { kind: 'dropAfter' }
  /** The answer is given with `credentials: null` where it would hold badge credentials. */
  | { kind: 'credentialsNull' }
  /** 502 `users_list_failed`: the credential service does not say who holds badges. */
  | { kind: 'usersListFailed' }
  /** 502 `lifecycle_failed`: the credential service does not change a badge; nothing is processed. */
  | { kind: 'lifecycleFailed' };

/** A fault in the queue: it hits the next `count` matching requests (default 1). */
export type Fault = FaultKind & { match?: FaultMatch; count?: number };

/** Faults of the credential service hit only what asks it, unless they say otherwise. */
const READS_BADGES: FaultMatch = { method: 'GET', path: /^\/badge\/users(\/|$)/ };
const CHANGES_BADGES: FaultMatch = {
  path: /^\/badge\/(passes\/[^/]+\/lifecycle|users\/[^/]+)$/,
};
const DEFAULT_MATCHES: Partial<Record<Fault['kind'], FaultMatch>> = {
  credentialsNull: READS_BADGES,
  usersListFailed: READS_BADGES,
  lifecycleFailed: CHANGES_BADGES,
};

/** Faults waiting for their requests, oldest first. */
export class FaultQueue {
  private queue: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.queue.push({ fault, left: fault.count ?? 1 });
  }

  clear(): void {
    this.queue = [];
  }

  /** Take the first fault that matches the request, if any. */
  take(method: string, path: string): Fault | undefined {
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
