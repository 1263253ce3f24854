import type {
  ICredentialTestFunctions,
  ICredentialsDecrypted,
  IDataObject,
  INodeCredentialTestResult,
} from 'n8n-workflow';

import { type Connection, createContext } from '../../../shared/operations/context';
import { isServiceError } from '../../../shared/errors/serviceError';
import { limitedRequest } from '../../../shared/http/limitedRequest';
import type { Transport } from '../../../shared/http/transport';
import { accountLabel, checkConnection } from '../../../shared/api/apiKeys';
import { platformError } from '../../../shared/run/platformError';
import { KEY_HEADER } from '../../../shared/service/vocabulary';
import { N8N_WORDS } from '../errors/shownError';
import { type FullResponse, openResponse } from './n8nTransport';
import { n8nClock } from './runContext';

/** Short, because a person is waiting for the result. */
const REQUEST_TIMEOUT_MS = 10_000;
const TEST_TIMEOUT_MS = 20_000;

/**
 * Tests the credential; works with a key of any scope. It is a function of the node, because n8n shows only a network
 * code (`ENOTFOUND`) if a test request of the credential type fails.
 */
export async function testConnection(
  this: ICredentialTestFunctions,
  { data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl = '', apiKey: entered = '' } = (data ?? {}) as Partial<Connection>;
  const apiKey = entered.trim();
  try {
    const { client } = createContext({
      connection: { baseUrl, apiKey },
      transport: testTransport(this.helpers, apiKey),
      clock: n8nClock,
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxWaitMs: 0,
      deadlineAt: n8nClock.monotonicMs() + TEST_TIMEOUT_MS,
    });
    const account = accountLabel(await checkConnection(client)) ?? 'an account without a name';
    return { status: 'OK', message: `Connected as ${account}` };
  } catch (thrown) {
    const error = platformError(thrown, N8N_WORDS);
    if (!isServiceError(error)) throw error;
    return { status: 'Error', message: `${error.message}. ${error.fix}` };
  }
}

/**
 * `request` is the only request function of a credential test. It does not add the API key, and cannot be
 * aborted, so that `timeout` also ends the wait for a connection.
 */
function testTransport(helpers: ICredentialTestFunctions['helpers'], apiKey: string): Transport {
  return ({ method, url, headers, ...limits }) =>
    limitedRequest(limits, async () =>
      openResponse(
        (await helpers.request({
          method,
          uri: url,
          headers: { ...headers, [KEY_HEADER]: apiKey },
          timeout: limits.timeoutMs,
          useStream: true,
          followRedirect: false,
          simple: false,
          resolveWithFullResponse: true,
        } satisfies IDataObject)) as FullResponse,
      ),
    );
}
