import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { Connection, ServiceState, Conditions } from './service';

/** Node flags for short pauses of garbage collection; after a long one, requests arrive in a burst. */
export const SHORT_GC_PAUSES = ['--max-semi-space-size=1'];

/** The service in a separate process. */
export interface ServiceProcess {
  /** Resets the service, unless its passes are kept, and sets its behavior. */
  configure(conditions: Conditions): Promise<Connection>;
  state(): Promise<ServiceState>;
  stop(): void;
}

/** @param flags Node flags of its process */
export async function startService(flags: string[] = []): Promise<ServiceProcess> {
  const child = fork(path.join(__dirname, 'service.ts'), {
    execArgv: ['--import', 'tsx', ...flags],
  });
  await once(child, 'message');
  const ask = async <T>(message: Conditions | 'state'): Promise<T> => {
    const response = once(child, 'message');
    child.send(message);
    const [value] = (await response) as [T];
    return value;
  };
  return {
    configure: (conditions) => ask<Connection>(conditions),
    state: () => ask<ServiceState>('state'),
    stop: () => child.kill(),
  };
}
