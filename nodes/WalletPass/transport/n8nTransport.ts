import type {
  IAdditionalCredentialOptions,
  ICredentialDataDecryptedObject,
  IDataObject,
  IHttpRequestOptions,
} from 'n8n-workflow';

import { streamedResponse } from '../../../shared/http/bodyStream';
import type { Transport } from '../../../shared/http/transport';
import { formData, networkFailure } from '../../../shared/http/transport';
import { isStream, learnStreams } from './streams';

export const CREDENTIAL = 'walletPassApi';

/** The part of n8n's contexts that sends: execute, poll and load options all have it. */
export interface Sender {
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
 * Transport over n8n's authenticated request function, never another client: proxies, credentials
 * and allowed domains hang on it. The credential adds the key.
 * @param data of the credential: n8n would read and decrypt it again for every request
 */
export function n8nTransport(context: Sender, data: ICredentialDataDecryptedObject): Transport {
  const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data };
  return ({ method, url, headers, json, form, timeoutMs, stream }) =>
    context.helpers.httpRequestWithAuthentication
      .call(
        context,
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
      .then(async (answer) => {
        const { statusCode: status, headers: answered, body } = answer as FullResponse;
        const head = { status, headers: lowerCase(answered) };
        if (stream && isStream(body)) {
          learnStreams(body);
          const source = { chunks: body, destroy: () => void body.destroy() };
          const response = await streamedResponse(head, source, stream);
          return { ok: true as const, response };
        }
        const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
        return { ok: true as const, response: { ...head, body: text } };
      })
      .catch(networkFailure);
}

function lowerCase(headers: IDataObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]),
  );
}
