import type {
  ICredentialTestFunctions,
  ICredentialsDecrypted,
  IDataObject,
  INodeCredentialTestResult,
} from 'n8n-workflow';

import { createContext } from '../../../shared/engine/createContext';
import type { ServiceError } from '../../../shared/errors/serviceError';
import { isServiceError } from '../../../shared/errors/serviceError';
import type { Transport } from '../../../shared/http/transport';
import { networkFailure } from '../../../shared/http/transport';
import { accountLabel } from '../../../shared/api/account';
import { checkAccount } from '../../../shared/api/account';
import { KEY_HEADER } from '../../../shared/service/vocabulary';
import type { WalletPassCredential } from './connection';
import { clock } from './connection';

/** Somebody is watching: a slow answer is a failed one. */
const ONE_ANSWER_MS = 10_000;
const WHOLE_TEST_MS = 20_000;

/**
 * Test of the credential; it works with every scope. A function on the node rather than a request on
 * the credential type: of that n8n shows the bare network code (`ENOTFOUND`) when it fails.
 */
export async function testConnection(
  this: ICredentialTestFunctions,
  { data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
  const { baseUrl = '', apiKey = '' } = (data ?? {}) as Partial<WalletPassCredential>;
  return await connectedAs(this.helpers, baseUrl, apiKey.trim()).then(
    (account) => ({ status: 'OK', message: `Connected as ${account}` }),
    (thrown: unknown) => {
      if (!isServiceError(thrown)) throw thrown;
      return { status: 'Error', message: explained(thrown) };
    },
  );
}

async function connectedAs(
  helpers: ICredentialTestFunctions['helpers'],
  baseUrl: string,
  apiKey: string,
): Promise<string> {
  const { client } = createContext({
    connection: { baseUrl, apiKey },
    transport: testTransport(helpers, apiKey),
    clock,
    timeoutMs: ONE_ANSWER_MS,
    maxThrottleWaitMs: 0,
    deadlineAt: clock.now() + WHOLE_TEST_MS,
  });
  return accountLabel(await checkAccount(client)) ?? 'an account without a name';
}

interface FullResponse {
  statusCode: number;
  headers: Record<string, string>;
  body?: string;
}

/** The context of a credential test has no request function but this one, and does not add the key. */
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
      .then((answer: FullResponse) => {
        const { statusCode: status, headers: answered, body = '' } = answer;
        return { ok: true as const, response: { status, headers: answered, body } };
      })
      .catch(networkFailure);
}

/** What is wrong and how to fix it. Nothing was changed by a test, whatever became of its request. */
function explained({ kind, message, hint, status }: ServiceError): string {
  if (kind === 'notFound') {
    return 'There is no wallet pass service at this Base URL. Enter its URL without a path at the end.';
  }
  if (kind === 'outcomeUnknown') {
    return status === undefined
      ? 'The service did not answer. Check the Base URL and the network, then try again.'
      : `The Base URL answered with status ${status}, but not as the wallet pass service does. Check the Base URL, or try again in a few minutes.`;
  }
  return `${message}. ${hint}`;
}
