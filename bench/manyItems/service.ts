/** The sandbox as a process of its own, told by messages what to be: it shares no time with what is measured. */
import { startSandbox } from '../../sandbox';
import type { RateLimit } from '../../sandbox/control/rateLimit';

/** Makes the service forget everything and be like this. */
export interface Conditions {
  latencyMs: number;
  limit: RateLimit | null;
  /**
   * Whether it keeps its processor busy all the time: one that sleeps may be woken up milliseconds
   * late on a virtual machine: requests seem to come later than they do, and answers leave late.
   */
  awake: boolean;
}

/** What the service says of a run, by its own books. */
export interface Books {
  /** People who got at least one pass. */
  delivered: number;
  /** Passes beyond the first of a person. */
  duplicated: number;
  requests: number;
  inFlightMax: number;
}

/** Where the service is, sent once it runs and after every change. */
export interface Address {
  baseUrl: string;
  apiKey: string;
  templateId: string;
}

async function main(): Promise<void> {
  const sandbox = await startSandbox({ seed: 'templates' });
  const address = (): Address => ({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.keys['Full access'],
    templateId: sandbox.templates.generic,
  });
  let awake = false;
  process.on('message', (message: Conditions | 'books') => {
    if (message === 'books') {
      process.send?.(books());
      return;
    }
    sandbox.control.reset('templates');
    sandbox.control.setLatency(message.latencyMs);
    sandbox.control.setRateLimit(message.limit);
    if (message.awake && !awake) stayAwake();
    awake = message.awake;
    process.send?.(address());
  });
  process.on('disconnect', () => process.exit());
  process.send?.(address());

  function stayAwake(): void {
    setImmediate(() => {
      if (awake) stayAwake();
    });
  }

  function books(): Books {
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
