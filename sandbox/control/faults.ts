import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection } from '../http/env';
import type { LoggedRequest } from './requestLog';
import { type RetryAfter, retryAfterHeader, tooManyRequests } from './rateLimit';

/** When to retry, for the refusals of a busy service. */
interface Retry {
  retryAfter?: RetryAfter;
  /** Default 1. */
  seconds?: number;
}

/** A fault to inject. */
export type FaultKind =
  /** 429: refused without being processed. */
  | ({ kind: 'rateLimited' } & Retry)
  /** Not processed unless `processed`, as if only the response failed. `body` replaces the JSON body with raw text. */
  | ({
      kind: 'unavailable';
      status: 500 | 502 | 503 | 504;
      processed?: boolean;
      body?: string;
    } & Retry)
  /**
   * A proxy in front of the service responds with this status and its own page (`body`, else a short one); the
   * request never reaches the service unless `processed`, as if the proxy refused only the response.
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
type Name = FaultKind['kind'];

/** Requests that a fault hits; by default any, or any that the kind applies to. */
export interface FaultMatch {
  /** HTTP method, any case. */
  method?: string;
  /** Regular expression on the path, e.g. `^/pass$`. */
  path?: string | RegExp;
}

/** A fault in the queue: it hits the next `count` matching requests (default 1). */
export type Fault = FaultKind & { match?: FaultMatch; count?: number };

/** Chooses a fault for a request; `undefined` for none. */
export type FaultChooser = (request: LoggedRequest) => FaultKind | undefined;

/** Faults of the credential service hit only endpoints that use it, unless `match` is set. */
const READS_BADGES: FaultMatch = { method: 'GET', path: /^\/badge\/users(\/|$)/ };
const CHANGES_BADGES: FaultMatch = {
  path: /^\/badge\/(passes\/[^/]+\/lifecycle|users\/[^/]+)$/,
};
const DEFAULT_MATCHES: Partial<Record<Name, FaultMatch>> = {
  credentialsNull: READS_BADGES,
  usersListFailed: READS_BADGES,
  lifecycleFailed: CHANGES_BADGES,
};

/** Queued faults, oldest first, and a chooser for requests that no queued fault matches. */
export class FaultQueue {
  chooser: FaultChooser | undefined;
  private queue: { fault: Fault; left: number }[] = [];

  /** @throws Error for an unknown kind, or a path that is not a regular expression */
  add(fault: Fault): void {
    if (!Object.hasOwn(FAULTS, fault.kind)) throw new Error(`No fault ${fault.kind}`);
    new RegExp(fault.match?.path ?? '');
    this.queue.push({ fault, left: fault.count ?? 1 });
  }

  clear(): void {
    this.queue = [];
    this.chooser = undefined;
  }

  /** Take the first fault that matches the request, if any. */
  take(request: LoggedRequest): FaultKind | undefined {
    const entry = this.queue.find(({ fault }) =>
      matches(fault.match ?? DEFAULT_MATCHES[fault.kind], request),
    );
    if (entry === undefined) return this.chooser?.(request);
    entry.left -= 1;
    if (entry.left <= 0) this.queue = this.queue.filter((other) => other !== entry);
    return entry.fault;
  }
}

function matches(match: FaultMatch | undefined, { method, path }: LoggedRequest): boolean {
  if (match?.method !== undefined && match.method.toUpperCase() !== method) return false;
  return match?.path === undefined || new RegExp(match.path).test(path);
}

/** A request that a fault hits. */
interface FaultyCall {
  /** Process the request as without the fault. @returns its response */
  process(): Promise<Response>;
  drop: Connection['drop'];
  /** Real time, epoch ms. */
  now: number;
}

/** What each kind does. @returns the response to send, `undefined` if the connection was dropped */
const FAULTS: {
  [Kind in Name]: (
    fault: Extract<FaultKind, { kind: Kind }>,
    call: FaultyCall,
  ) => Response | undefined | Promise<Response | undefined>;
} = {
  rateLimited: ({ retryAfter: form = 'none', seconds = 1 }, { now }) =>
    tooManyRequests(form, seconds, now),
  unavailable: async ({ retryAfter: form = 'none', seconds = 1, ...fault }, call) => {
    if (fault.processed) await call.process();
    const { status, body } = fault;
    const headers = retryAfterHeader(form, seconds, call.now);
    if (body !== undefined) return page(status, body, headers);
    return Response.json({ error: 'The service is not available right now.' }, { status, headers });
  },
  intercepted: async ({ status, processed, body = `<html><h1>${status}</h1></html>` }, call) => {
    if (processed) await call.process();
    return page(status, body);
  },
  dropBefore: (_, call) => {
    call.drop();
    return undefined;
  },
  dropAfter: async (_, call) => {
    await call.process();
    call.drop();
    return undefined;
  },
  late: async ({ ms, body }, call) => {
    const response = await call.process();
    if (body) return splitBody(response, () => sleepUnref(ms));
    await sleepUnref(ms);
    return response;
  },
  cutOff: async (_, call) => {
    const response = await call.process();
    call.drop(response.body === null ? undefined : response);
    return undefined;
  },
  garbled: async (_, call) => splitBody(await call.process()),
  credentialsNull: async (_, call) => withoutCredentials(await call.process()),
  usersListFailed: () => Response.json({ error: 'users_list_failed' }, { status: 502 }),
  lifecycleFailed: () => Response.json({ error: 'lifecycle_failed' }, { status: 502 }),
};

/** Apply a fault. @returns the response to send, `undefined` if the connection was dropped */
export async function applyFault(
  fault: FaultKind,
  call: FaultyCall,
): Promise<Response | undefined> {
  return FAULTS[fault.kind](fault as never, call);
}

/** Sleep with a timer that does not keep the process alive after the service is closed. */
export function sleepUnref(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}

function page(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { ...headers, 'Content-Type': 'text/html' } });
}

/** A response with the first half of the body; the second follows after `between`, or never. */
async function splitBody(response: Response, between?: () => Promise<void>): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const middle = Math.floor(bytes.length / 2);
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(bytes.slice(0, middle));
      if (between) {
        await between();
        stream.enqueue(bytes.slice(middle));
      }
      stream.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(bytes.length === 0 ? null : body, { status: response.status, headers });
}

/** A list of holders or badge passes whose credentials cannot be read. */
async function withoutCredentials(response: Response): Promise<Response> {
  if (response.headers.get('content-type')?.includes('json') !== true) return response;
  const body = (await response.clone().json()) as Record<string, unknown>;
  const hide = (entries: unknown) =>
    Array.isArray(entries)
      ? entries.map((entry: object) =>
          'invited' in entry ? entry : { ...entry, credentials: null },
        )
      : entries;
  const hidden = Object.entries(body).map(([key, value]) => [key, hide(value)]);
  return Response.json(Object.fromEntries(hidden), response);
}
