import { sleep } from 'n8n-workflow';

import {
  createContext,
  type Connection,
  type Context,
  type ContextOptions,
} from '../../../shared/operations/context';
import { systemClock } from '../../../shared/runtime/clock';
import { CREDENTIAL, n8nTransport, type N8nFunctions } from './n8nTransport';

/** Time and randomness of the n8n runtime. */
export const n8nClock = systemClock(sleep);

/** The client and everything else that a run needs, for the credential of this node. */
export async function createRunContext(
  functions: N8nFunctions,
  options: Omit<ContextOptions, 'connection' | 'transport' | 'clock' | 'timezone' | 'warn'> = {},
): Promise<Context> {
  const credential = await functions.getCredentials<Connection>(CREDENTIAL);
  return createContext({
    connection: credential,
    transport: n8nTransport(functions, { ...credential }),
    clock: { ...n8nClock, sleep: (ms) => interruptibleSleep(ms, options.signal) },
    timezone: functions.getTimezone(),
    warn: (text) => functions.logger.warn(text),
    ...options,
  });
}

/** n8n's sleep cannot be canceled. Short slices keep a canceled run from waiting for minutes. */
const SLEEP_SLICE_MS = 1000;

/** Sleeps until `ms` have passed or the run is canceled. */
async function interruptibleSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  for (let left = ms; left > 0 && !signal?.aborted; left -= SLEEP_SLICE_MS) {
    await sleep(Math.min(left, SLEEP_SLICE_MS));
  }
}
