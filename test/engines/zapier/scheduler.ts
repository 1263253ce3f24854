/**
 * Zapier's scheduler for many runs of one step: starts them as they arrive, and runs a step that ended
 * with a `ThrottledError` again after the delay it asked for. Zapier documents that it does so
 * "repeatedly", but not how often; `maxReplays` is therefore an assumption.
 */
import { setTimeout as delay } from 'node:timers/promises';

import { ZapierRunError } from './errors';

/** Zapier's delay after a `ThrottledError` without one, s. Documented for hooks only. */
const DEFAULT_DELAY_S = 60;

interface ScheduleOptions<Input> {
  inputs: readonly Input[];
  /** The runs arrive evenly within this time, ms. */
  arrivalMs: number;
  /** Replays of one run; a run that is throttled again is lost. */
  maxReplays: number;
  /** One attempt of the step. @throws ZapierRunError */
  attempt: (input: Input) => Promise<unknown>;
  /** Called when a replay is scheduled. */
  onThrottled?: (input: Input, delayMs: number) => void;
}

/** How a run ended. */
interface ScheduledRun<Input> {
  input: Input;
  attempts: number;
  /** Error of the last attempt; none if the step succeeded. */
  error?: ZapierRunError;
  /** Since the first run arrived, ms. */
  endedAtMs: number;
}

/** Runs one step for every input, until each has succeeded, failed, or used up its replays. */
export async function scheduleRuns<Input>({
  inputs,
  arrivalMs,
  maxReplays,
  attempt,
  onThrottled,
}: ScheduleOptions<Input>): Promise<ScheduledRun<Input>[]> {
  const beganAt = performance.now();

  async function run(input: Input, index: number): Promise<ScheduledRun<Input>> {
    await delay((index * arrivalMs) / inputs.length);
    for (let attempts = 1; ; attempts += 1) {
      const error = await attempt(input).then(() => undefined, runError);
      const ended = { input, attempts, error, endedAtMs: performance.now() - beganAt };
      if (error?.name !== 'ThrottledError') return ended;
      if (attempts > maxReplays) return ended;
      const delayMs = (error.delay ?? DEFAULT_DELAY_S) * 1000;
      onThrottled?.(input, delayMs);
      await delay(delayMs);
    }
  }

  return await Promise.all(inputs.map(run));
}

function runError(thrown: unknown): ZapierRunError {
  if (thrown instanceof ZapierRunError) return thrown;
  throw thrown;
}
