import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Transport } from '../../../shared/http/transport';
import { formData, notArrived } from '../../../shared/http/transport';

export const CREDENTIAL = 'walletPassApi';

/** The part of n8n's contexts that sends: execute, poll and load options all have it. */
export interface Sender {
  helpers: {
    httpRequestWithAuthentication(
      this: unknown,
      credentialsType: string,
      options: IHttpRequestOptions,
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
 */
export function n8nTransport(context: Sender): Transport {
  return ({ method, url, headers, json, form, timeoutMs }) =>
    context.helpers.httpRequestWithAuthentication
      .call(context, CREDENTIAL, {
        method,
        url,
        headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        body: (form ? formData(form) : json) as IDataObject | undefined,
        timeout: timeoutMs,
        encoding: 'text',
        disableFollowRedirect: true,
        ignoreHttpStatusErrors: true,
        returnFullResponse: true,
      })
      .then((answer) => {
        const { statusCode, headers: answered, body } = answer as FullResponse;
        return {
          arrived: true as const,
          response: {
            status: statusCode,
            headers: lowerCase(answered),
            body: typeof body === 'string' ? body : JSON.stringify(body ?? ''),
          },
        };
      })
      .catch(notArrived);
}

function lowerCase(headers: IDataObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value as string]),
  );
}
