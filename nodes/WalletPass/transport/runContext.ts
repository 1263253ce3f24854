import { createHash } from 'node:crypto';

import { sleep } from 'n8n-workflow';

import {
  createContext,
  type Connection,
  type Context,
  type ContextOptions,
} from '../../../shared/operations/context';
import { SharedAccount } from '../../../shared/operations/sharedAccount';
import { systemClock } from '../../../shared/runtime/clock';
import { withoutTrailing } from '../../../shared/service/text';
import { CREDENTIAL, n8nTransport, type N8nFunctions } from './n8nTransport';

/** Time and randomness of the n8n runtime. */
export const n8nClock = systemClock(sleep);

/** The accounts that this process uses right now. All executions and polls of n8n run in one process, or in a few. */
const accounts = new Map<string, SharedAccount>();

/** Runs `work` with the client and everything else that it needs, for the credential of this node. */
export async function withRunContext<T>(
  functions: N8nFunctions,
  options: Omit<
    ContextOptions,
    'connection' | 'account' | 'transport' | 'clock' | 'timezone' | 'warn'
  >,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const credential = await functions.getCredentials<Connection>(CREDENTIAL);
  const account = sharedAccount(credential);
  const run = async () =>
    await work(
      createContext({
        connection: credential,
        account,
        transport: n8nTransport(functions, { ...credential }),
        clock: n8nClock,
        timezone: functions.getTimezone(),
        warn: (text) => functions.logger.warn(text),
        ...options,
      }),
    );
  return await account.withOpenRun(run).finally(forgetUnneeded);
}

/** Returns the state that all runs with this base URL and API key share. The map holds only a hash of the key. */
function sharedAccount({ baseUrl, apiKey }: Connection): SharedAccount {
  // A rate limit that was found long ago is useless.
  forgetUnneeded();
  const connection = JSON.stringify([withoutTrailing(baseUrl.trim(), '/'), apiKey.trim()]);
  const hash = createHash('sha256').update(connection).digest('hex');
  const account = accounts.get(hash) ?? new SharedAccount(n8nClock);
  accounts.set(hash, account);
  return account;
}

function forgetUnneeded(): void {
  for (const [hash, account] of accounts) if (!account.isNeeded()) accounts.delete(hash);
}
