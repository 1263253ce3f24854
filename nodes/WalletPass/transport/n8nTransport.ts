import type {
  IAdditionalCredentialOptions,
  ICredentialDataDecryptedObject,
  IDataObject,
  IHttpRequestOptions,
} from 'n8n-workflow';

import { limitedRequest, type OpenResponse } from '../../../shared/http/limitedRequest';
import { type Transport, formData } from '../../../shared/http/transport';
import { isStream, keepStreamClass } from './binaryContent';

/** Name of the credential type. */
export const CREDENTIAL = 'walletPassApi';

/** The functions that send requests; execute, poll and load options functions all have them. */
export interface RequestFunctions {
  helpers: {
    httpRequestWithAuthentication(
      this: unknown,
      credentialsType: string,
      options: IHttpRequestOptions,
      credential: IAdditionalCredentialOptions,
    ): Promise<unknown>;
  };
}

export interface FullResponse {
  statusCode: number;
  headers: IDataObject;
  body: unknown;
}

/**
 * Transport over n8n's authenticated request function. No other client may be used: this one applies
 * proxies, the credential and its allowed domains. The credential adds the API key.
 * @param credentialData passed on, because n8n would read and decrypt it again for every request
 */
export function n8nTransport(
  functions: RequestFunctions,
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
function canceledBy(functions: RequestFunctions, signal: AbortSignal): RequestFunctions {
  return Object.create(functions, {
    getExecutionCancelSignal: { value: () => signal },
  }) as RequestFunctions;
}

/** A response of n8n whose body was requested as a stream. */
export function openResponse({ statusCode, headers, body }: FullResponse): OpenResponse {
  const head = { status: statusCode, headers: withLowerCaseNames(headers) };
  if (!isStream(body)) return { ...head, chunks: textChunk(body ?? '') };
  keepStreamClass(body);
  return { ...head, chunks: body, destroy: () => void body.destroy() };
}

async function* textChunk(body: unknown): AsyncGenerator<Uint8Array, void, undefined> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  yield new TextEncoder().encode(text);
}

function withLowerCaseNames(headers: IDataObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]),
  );
}
