import { createHash } from 'node:crypto';

import type { FaultChooser, FaultKind, LoggedRequest } from '../../sandbox/index';
import { Random } from '../../sandbox/state/random';

/** Longer than either platform waits for a response. */
const TOO_LATE_MS = 130_000;

/**
 * Faults for this share of the requests. The fault depends on the seed, the request and its repetitions,
 * and hardly on the order of arrival: the same seed gives nearly the same run.
 */
export function chosenFaults(seed: string, share: number): FaultChooser {
  const seen = new Map<string, number>();
  return (request) => {
    const key = signature(request);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    const random = new Random(
      createHash('sha256').update(`${seed} ${times} ${key}`).digest().readInt32LE(),
    );
    if (!random.chance(share)) return undefined;
    const fault = random.pick(KINDS)(random);
    // Half a CSV list looks like a complete one.
    if (fault.kind === 'garbled' && request.path.endsWith('export')) return undefined;
    const isOfHolders = request.method === 'GET' && /^\/badge\/users(\/|$)/.test(request.path);
    return fault.kind === 'credentialsNull' && !isOfHolders ? undefined : fault;
  };
}

/** The parts of a request that are the same in every run with the same seed. */
function signature({ method, path, query, body }: LoggedRequest): string {
  const text = JSON.stringify([method, path, query, body]);
  return text.replace(/"idempotencyKey":"[^"]*"/, '');
}

type Kind = (random: Random) => FaultKind;

const unavailable =
  (processed: boolean): Kind =>
  (random) => ({
    kind: 'unavailable',
    status: random.pick([500, 502, 503, 504] as const),
    processed,
    ...(random.chance(0.3) && { body: '<html>Bad gateway</html>' }),
    ...(random.chance(0.3) && { retryAfter: 'seconds', seconds: random.below(4) }),
  });

const KINDS: readonly Kind[] = [
  () => ({ kind: 'dropBefore' }),
  () => ({ kind: 'dropAfter' }),
  () => ({ kind: 'cutOff' }),
  () => ({ kind: 'garbled' }),
  unavailable(false),
  unavailable(true),
  (random) => ({
    kind: 'intercepted',
    status: random.pick([200, 302, 400, 401, 403, 404, 409, 413, 502] as const),
  }),
  (random) => ({
    kind: 'rateLimited',
    retryAfter: random.pick(['seconds', 'date', 'none'] as const),
    seconds: 1 + random.below(4),
  }),
  (random) => ({ kind: 'late', ms: random.below(3000), body: random.chance(0.5) }),
  (random) => ({ kind: 'late', ms: TOO_LATE_MS, body: random.chance(0.3) }),
  () => ({ kind: 'credentialsNull' }),
];
