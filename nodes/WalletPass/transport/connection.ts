import { sleep } from 'n8n-workflow';

import { createContext } from '../../../shared/engine/createContext';
import type { Connection, ContextOptions, RunContext } from '../../../shared/engine/createContext';
import type { Clock } from '../../../shared/runtime/clock';
import { CREDENTIAL, n8nTransport } from './n8nTransport';
import type { Sender } from './n8nTransport';

/** n8n's contexts as far as a client needs them. */
interface ConnectionContext extends Sender {
  getCredentials<T extends object>(type: string): Promise<T>;
  getTimezone(): string;
  logger: { warn(message: string): void };
}

/** The fields of the credential, see WalletPassApi.credentials.ts. */
export type WalletPassCredential = Connection;

/** Time and randomness of the n8n runtime. */
export const clock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep,
  random: () => Math.random(),
};

/** A context for the credential of this node. */
export async function connect(
  context: ConnectionContext,
  options: Pick<
    ContextOptions,
    'maxThrottleWaitMs' | 'maxThrottleWaitLabel' | 'maxConcurrentRequests' | 'signal' | 'deadlineAt'
  > = {},
): Promise<RunContext> {
  const credential = await context.getCredentials<WalletPassCredential>(CREDENTIAL);
  return createContext({
    connection: credential,
    transport: n8nTransport(context, { ...credential }),
    clock: { ...clock, sleep: (ms) => slicedSleep(ms, options.signal) },
    timezone: context.getTimezone(),
    warn: (text) => context.logger.warn(text),
    ...options,
  });
}

/** A cancelled run must not leave a timer of minutes behind, and n8n's waits cannot be taken back. */
const SLICE_MS = 1000;

/** A wait in slices: once the run is cancelled, no further one begins. */
async function slicedSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  for (let left = ms; left > 0 && !signal?.aborted; left -= SLICE_MS) {
    await sleep(Math.min(left, SLICE_MS));
  }
}
