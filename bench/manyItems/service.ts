/**
 * The sandbox in a separate process, configured by messages, so that it uses none of the measured CPU time.
 */
import { startSandbox } from '../../sandbox';
import type { RateLimit } from '../../sandbox/control/rateLimit';

/** Resets the service, unless its passes are kept, and sets its behavior. */
export interface Conditions {
  latencyMs: number;
  limit: RateLimit | null;
  /**
   * Whether it keeps a CPU core busy all the time. On a virtual machine, a sleeping process may wake up
   * milliseconds late: requests then seem to arrive late, and responses are sent late.
   */
  keepsBusy: boolean;
  /** Passes on the template before the run, or `kept` for those that it has; default none. */
  existing?: PassIdentity[] | 'kept';
}

/** Values that identify the recipient of a pass. */
export interface PassIdentity {
  externalId?: string;
  email?: string;
}

/** A pass on the template. */
interface ServicePass extends PassIdentity {
  /** Its membership level, if it has one. */
  level: unknown;
}

/** Records of the service about a run. */
export interface ServiceState {
  /** Recipients with at least one pass. */
  delivered: number;
  /** Passes beyond the first of a recipient. */
  duplicated: number;
  /** All requests, rate limited ones included. */
  requests: number;
  /** Requests refused with 429. */
  rateLimited: number;
  /** All passes on the template. */
  passes: ServicePass[];
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
  // Counted here, as the sandbox's log keeps only the last 20,000 requests.
  let requests = 0;
  let rateLimited = 0;
  sandbox.control.onRequest(({ status }) => {
    requests += 1;
    if (status === 429) rateLimited += 1;
  });
  process.on('message', (message: Conditions | 'state') => {
    if (message === 'state') {
      process.send?.(serviceState());
      return;
    }
    const { existing = [] } = message;
    if (existing === 'kept') {
      sandbox.control.clearRequests();
    } else {
      sandbox.control.reset('templates');
      sandbox.control.seedPasses(sandbox.templates.generic, existing.length, {
        each: (index) => ({ ...existing[index] }),
      });
    }
    sandbox.control.setLatency(message.latencyMs);
    sandbox.control.setRateLimit(message.limit);
    requests = 0;
    rateLimited = 0;
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
      requests,
      rateLimited,
      passes: passes.map(({ externalId, email, customFields }) => {
        return { externalId, email, level: customFields.membershipLevel };
      }),
    };
  }
}

void main();
