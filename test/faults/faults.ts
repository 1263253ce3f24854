import type { FaultChooser, FaultKind, LoggedRequest } from '../../sandbox/index';

/** Longer than the clients of these tests wait for a response. */
const TOO_LATE_MS = 30_000;
/** The limits of those clients. Much shorter ones would end while an image is processed, in real time. */
export const LIMITS = { timeoutMs: 20_000, lastTimeoutMs: 25_000 };

/** What happens to the requests of an operation, one after another. */
export interface FaultCase {
  name: string;
  faults: FaultKind[];
  /**
   * - `refused`: certainly not processed, so every request is sent again
   * - `lost`: nobody knows whether it was processed
   * - `foreign`: something between the connector and the service responds, or the service has a defect
   */
  means: 'refused' | 'lost' | 'foreign';
  /** Whether the service processes the request. */
  processed: boolean;
}

const of =
  (means: FaultCase['means'], processed: boolean) =>
  (name: string, ...faults: FaultKind[]): FaultCase => ({ name, faults, means, processed });
const refused = of('refused', false);
const lostBefore = of('lost', false);
const lostAfter = of('lost', true);
const foreign = of('foreign', false);
const foreignAfter = of('foreign', true);

const BUSY = { kind: 'rateLimited', retryAfter: 'none' } as const;
const AWAY = { kind: 'unavailable', status: 503 } as const;
const page = (status: number, processed = false): FaultKind => ({
  kind: 'intercepted',
  status,
  processed,
});
const PAGE = '<html>Bad gateway</html>';

export const FAULT_CASES: readonly FaultCase[] = [
  lostAfter('the connection is dropped after processing', { kind: 'dropAfter' }),
  foreign('503, then a page with 404', AWAY, page(404)),
  foreign('a page with 200', page(200)),
  lostBefore('the connection is dropped before', { kind: 'dropBefore' }),
  lostAfter('the connection is dropped in the body', { kind: 'cutOff' }),
  lostAfter('no response in time', { kind: 'late', ms: TOO_LATE_MS }),
  lostAfter('half a body in time', { kind: 'late', ms: TOO_LATE_MS, body: true }),
  lostBefore('502 before', { kind: 'unavailable', status: 502 }),
  lostAfter('502 page after', { kind: 'unavailable', status: 502, processed: true, body: PAGE }),
  lostBefore('503 with Retry-After', { ...AWAY, retryAfter: 'seconds', seconds: 2 }),
  lostBefore('504 page before', { kind: 'unavailable', status: 504, body: PAGE }),
  lostAfter('504 after', { kind: 'unavailable', status: 504, processed: true }),
  refused('429', { ...BUSY, retryAfter: 'seconds', seconds: 2 }),
  refused('429 until a date', { ...BUSY, retryAfter: 'date', seconds: 2 }),
  refused('429 again and again', ...Array.from({ length: 5 }, () => BUSY)),
  foreign('500 before', { kind: 'unavailable', status: 500 }),
  foreignAfter('500 after', { kind: 'unavailable', status: 500, processed: true }),
  ...[302, 400, 401, 402, 403, 404, 409, 413, 423, 425].map((status) =>
    foreign(`a page with ${status}`, page(status)),
  ),
  ...[200, 401, 403, 404].map((status) =>
    foreignAfter(`a page with ${status} after`, page(status, true)),
  ),
  foreignAfter('half a body', { kind: 'garbled' }),
];

/** A request that changes something. */
export const isChange = ({ method, path }: LoggedRequest) => method !== 'GET' && path !== '/auth';

/** The faults hit the first reads of an operation that reads; else the first changes with each method. */
export function hitting(isRead: boolean, faults: readonly FaultKind[]): FaultChooser {
  const seen = new Map<string, number>();
  return (request) => {
    if (isChange(request) === isRead) return undefined;
    const time = seen.get(request.method) ?? 0;
    seen.set(request.method, time + 1);
    return faults[time];
  };
}
