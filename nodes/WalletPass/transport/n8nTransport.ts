import type {
  IAdditionalCredentialOptions,
  ICredentialDataDecryptedObject,
  IDataObject,
  IHttpRequestOptions,
} from 'n8n-workflow';

import { streamedResponse } from '../../../shared/http/streamedResponse';
import { type Transport, formData, networkFailure } from '../../../shared/http/transport';
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

interface FullResponse {
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
  return ({ method, url, headers, json, form, timeoutMs, stream }) =>
    functions.helpers.httpRequestWithAuthentication
      .call(
        functions,
        CREDENTIAL,
        {
          method,
          url,
          headers:
            json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
          body: (form ? formData(form) : json) as IDataObject | undefined,
          timeout: timeoutMs,
          encoding: stream ? 'stream' : 'text',
          disableFollowRedirect: true,
          ignoreHttpStatusErrors: true,
          returnFullResponse: true,
        },
        { credentialsDecrypted },
      )
      .then(async (fullResponse) => {
        const { statusCode: status, headers: received, body } = fullResponse as FullResponse;
        const head = { status, headers: withLowerCaseNames(received) };
        if (stream && isStream(body)) {
          keepStreamClass(body);
          const source = { chunks: body, destroy: () => void body.destroy() };
          const response = await streamedResponse(head, source, stream);
          return { ok: true as const, response };
        }
        const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
        return { ok: true as const, response: { ...head, body: text } };
      })
      .catch(networkFailure);
}

function withLowerCaseNames(headers: IDataObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]),
  );
}
