import type {
  ICredentialDataDecryptedObject,
  IDataObject,
  IExecuteFunctions,
  ILoadOptionsFunctions,
  IPollFunctions,
} from 'n8n-workflow';

import { limitedRequest, type OpenResponse } from '../../../shared/http/limitedRequest';
import { type Transport, formData } from '../../../shared/http/transport';
import { type NodeStream, keepStreamClass } from './binaryContent';

/** Name of the credential type. */
export const CREDENTIAL = 'walletPassApi';

/** The functions that n8n gives to what may call the service. */
export type N8nFunctions = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** A full response of n8n whose body was requested as a stream. */
export interface FullResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: NodeStream;
}

/**
 * Transport over n8n's authenticated request function. No other client may be used: this one applies
 * proxies, the credential and its allowed domains. The credential adds the API key.
 * @param credentialData passed on, because n8n would read and decrypt it again for every request
 */
export function n8nTransport(
  functions: N8nFunctions,
  credentialData: ICredentialDataDecryptedObject,
): Transport {
  const credentialsDecrypted = {
    id: '',
    name: CREDENTIAL,
    type: CREDENTIAL,
    data: credentialData,
  };
  return ({ method, url, headers, json, form, ...limits }) =>
    limitedRequest(limits, (signal) =>
      functions.helpers.httpRequestWithAuthentication
        .call(
          canceledBy(functions, signal),
          CREDENTIAL,
          {
            method,
            url,
            headers:
              json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
            body: (form ? formData(form) : json) as IDataObject | undefined,
            encoding: 'stream',
            abortSignal: signal,
            disableFollowRedirect: true,
            ignoreHttpStatusErrors: true,
            returnFullResponse: true,
          },
          { credentialsDecrypted },
        )
        .then((response) => openResponse(response as FullResponse)),
    );
}

/**
 * The functions with another cancel signal. n8n attaches that of the execution to every request, so that
 * Stop would abort requests which the service has received, and their results would be lost.
 */
function canceledBy(functions: N8nFunctions, signal: AbortSignal): IExecuteFunctions {
  return Object.create(functions, {
    getExecutionCancelSignal: { value: () => signal },
  }) as IExecuteFunctions;
}

export function openResponse({ statusCode, headers, body }: FullResponse): OpenResponse {
  keepStreamClass(body);
  return { status: statusCode, headers, chunks: body, destroy: () => void body.destroy() };
}
