import type {
  ICredentialTestFunctions,
  ICredentialsDecrypted,
  IDataObject,
  INodeCredentialTestResult,
} from 'n8n-workflow';

import { createContext } from '../../../shared/operations/context';
import { type ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import { type Transport, networkFailure } from '../../../shared/http/transport';
import { redact } from '../../../shared/http/redact';
import { accountLabel, checkAccount } from '../../../shared/api/account';
import { withPlatformWords } from '../../../shared/service/platformWords';
import { KEY_HEADER } from '../../../shared/service/vocabulary';
import { N8N_WORDS } from '../errors/n8nWords';
import { type WalletPassCredential, n8nClock } from './runContext';

/** Short, because a person is waiting for the result. */
const REQUEST_TIMEOUT_MS = 10_000;
const TEST_TIMEOUT_MS = 20_000;

/**
 * Tests the credential; works with a key of any scope. It is a function of the node, because n8n shows
 * only a network code (`ENOTFOUND`) if a test request of the credential type fails.
 */
export async function testConnection(
  this: ICredentialTestFunctions,
  { data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl = '', apiKey = '' } = (data ?? {}) as Partial<WalletPassCredential>;
  return await readAccountName(this.helpers, baseUrl, apiKey.trim()).then(
    (account) => ({ status: 'OK', message: `Connected as ${account}` }),
    (thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown;
      return { status: 'Error', message: redact(testFailureText(thrown)) };
    },
  );
}

async function readAccountName(
  helpers: ICredentialTestFunctions['helpers'],
  baseUrl: string,
  apiKey: string,
): Promise<string> {
  const { client } = createContext({
    connection: { baseUrl, apiKey },
    transport: testTransport(helpers, apiKey),
    clock: n8nClock,
    timeoutMs: REQUEST_TIMEOUT_MS,
    maxThrottleWaitMs: 0,
    deadlineAt: n8nClock.now() + TEST_TIMEOUT_MS,
  });
  return accountLabel(await checkAccount(client)) ?? 'an account without a name';
}

interface FullResponse {
  statusCode: number;
  headers: Record<string, string>;
  body?: string;
}

/** `request` is the only request function of a credential test. It does not add the API key. */
function testTransport(helpers: ICredentialTestFunctions['helpers'], apiKey: string): Transport {
  return ({ method, url, headers, timeoutMs }) =>
    helpers
      .request({
        method,
        uri: url,
        headers: { ...headers, [KEY_HEADER]: apiKey },
        timeout: timeoutMs,
        followRedirect: false,
        simple: false,
        resolveWithFullResponse: true,
      } satisfies IDataObject)
      .then(({ statusCode: status, headers: received, body = '' }: FullResponse) => ({
        ok: true as const,
        response: { status, headers: received, body },
      }))
      .catch(networkFailure);
}

/** The problem and how to fix it. */
function testFailureText({ message, hint, status }: ServiceError): string {
  return status === 404
    ? "The server at 'Base URL' isn't a wallet pass service. Enter the URL of the service without a path at the end."
    : `${message}. ${withPlatformWords(hint, N8N_WORDS)}`;
}
