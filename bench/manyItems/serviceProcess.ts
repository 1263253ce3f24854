import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { Address, Books, Conditions } from './service';

/** A pause of the service makes two requests come at once that were sent apart: short ones only. */
export const SHORT_PAUSES = ['--max-semi-space-size=1'];

/** The measured service, in a process of its own. */
export interface ServiceProcess {
  /** Empties the service and sets what it is like. */
  become(conditions: Conditions): Promise<Address>;
  books(): Promise<Books>;
  stop(): void;
}

/** @param flags for its Node */
export async function startService(flags: string[] = []): Promise<ServiceProcess> {
  const child = fork(path.join(__dirname, 'service.ts'), {
    execArgv: ['--import', 'tsx', ...flags],
  });
  await once(child, 'message');
  const ask = async <T>(message: Conditions | 'books'): Promise<T> => {
    const answer = once(child, 'message');
    child.send(message);
    const [value] = (await answer) as [T];
    return value;
  };
  return {
    become: (conditions) => ask<Address>(conditions),
    books: () => ask<Books>('books'),
    stop: () => child.kill(),
  };
}
