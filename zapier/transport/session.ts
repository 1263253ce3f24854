import type { Bundle, ZObject } from 'zapier-platform-core';

import { createContext } from '../../shared/engine/createContext';
import type { OperationContext } from '../../shared/operations/operation';
import type { Clock } from '../../shared/runtime/clock';
import { zapierError } from '../errors/zapierErrors';
import type { Occasion } from '../errors/zapierErrors';
import { zapierTransport } from './zapierTransport';

/** Zapier ends a step after 30 s; the rest covers starting up and handing back the result. */
const WHOLE_RUN_MS = 25_000;
/** After a longer wait Zapier itself runs a throttled step again. */
const MAX_THROTTLE_WAIT_MS = 5_000;

/** Time and randomness of the Node runtime that Zapier runs apps on. */
const clock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: () => Math.random(),
};

/**
 * Runs `work` with a client of its own, as one invocation by Zapier.
 * @param occasion what a refused key means differs between a connection test and a run
 * @throws the platform's error for every failure of the shared core
 */
export async function withSession<T>(
  z: ZObject,
  bundle: Bundle,
  work: (context: OperationContext) => Promise<T>,
  occasion: Occasion = 'run',
): Promise<T> {
  try {
    return await work(contextOf(z, bundle));
  } catch (thrown) {
    throw zapierError(z, thrown, occasion);
  }
}

function contextOf(z: ZObject, { authData, meta }: Bundle): OperationContext {
  return {
    ...createContext({
      connection: authData,
      transport: zapierTransport(z),
      clock,
      timezone: meta.timezone ?? undefined,
      maxThrottleWaitMs: MAX_THROTTLE_WAIT_MS,
      deadlineAt: clock.now() + WHOLE_RUN_MS,
      warn: (text) => z.console.log(text),
    }),
    // Nothing identifies a run across Zapier's replays of it.
    itemKey: crypto.randomUUID(),
  };
}
