/**
 * The sandbox in a separate process, configured by messages, so that it uses none of the measured CPU time.
 */
import { startSandbox } from '../../sandbox';
import type { RateLimit } from '../../sandbox/control/rateLimit';

/** Resets the service and sets its behavior. */
export interface Conditions {
  latencyMs: number;
  limit: RateLimit | null;
  /**
   * Whether it keeps a CPU core busy all the time. On a virtual machine, a sleeping process may wake up
   * milliseconds late: requests then seem to arrive late, and responses are sent late.
   */
  keepsBusy: boolean;
}

/** Records of the service about a run. */
export interface ServiceState {
  /** Recipients with at least one pass. */
  delivered: number;
  /** Passes beyond the first of a recipient. */
  duplicated: number;
  requests: number;
  inFlightMax: number;
}

/** Connection to the service, sent after the start and after every change. */
export interface Connection {
  baseUrl: string;
  apiKey: string;
  templateId: string;
}

async function main(): Promise<void> {
  const sandbox = await startSandbox({ seed: 'templates' });
  const connection = (): Connection => ({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.keys['Full access'],
    templateId: sandbox.templates.generic,
  });
  let keepsBusy = false;
  process.on('message', (message: Conditions | 'state') => {
    if (message === 'state') {
      process.send?.(serviceState());
      return;
    }
    sandbox.control.reset('templates');
    sandbox.control.setLatency(message.latencyMs);
    sandbox.control.setRateLimit(message.limit);
    if (message.keepsBusy && !keepsBusy) stayBusy();
    keepsBusy = message.keepsBusy;
    process.send?.(connection());
  });
  process.on('disconnect', () => process.exit());
  process.send?.(connection());

  function stayBusy(): void {
    setImmediate(() => {
      if (keepsBusy) stayBusy();
    });
  }

  function serviceState(): ServiceState {
    const passes = sandbox.control.passes(sandbox.templates.generic);
    const delivered = new Set(passes.map(({ email }) => email)).size;
    return {
      delivered,
      duplicated: passes.length - delivered,
      requests: sandbox.control.requests().length,
      inFlightMax: sandbox.control.inFlightMax(),
    };
  }
}

void main();
