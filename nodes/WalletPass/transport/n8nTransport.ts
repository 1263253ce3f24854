import type {
  ICredentialDataDecryptedObject,
  IDataObject,
  IExecuteFunctions,
  ILoadOptionsFunctions,
  IPollFunctions,
} from 'n8n-workflow';

import { limitedRequest, type OpenResponse } from '../../../shared/http/limitedRequest';
import { type Transport, formData } from '../../../shared/http/transport';

/** Name of the credential type. */
export const CREDENTIAL = 'walletPassApi';

/** The functions that n8n passes to code that may call the service. */
export type N8nFunctions = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** Content of a file as `prepareBinaryData` takes it. */
type BinaryContent = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

/** The part of Node's `Readable` that is used here. */
interface NodeStream extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}

/** A full response of n8n whose body was requested as a stream. */
export interface FullResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: NodeStream;
}

/**
 * Transport over n8n's authenticated request function. No other client may be used, because this one applies proxies,
 * the credential and its allowed domains. The credential adds the API key.
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
 * The functions with another cancel signal. n8n attaches the signal of the execution to every request, so Stop would
 * abort requests that the service has received, and their results would be lost.
 */
function canceledBy(functions: N8nFunctions, signal: AbortSignal): IExecuteFunctions {
  return Object.create(functions, {
    getExecutionCancelSignal: { value: () => signal },
  }) as IExecuteFunctions;
}

/** Node's `Readable`. A community node may not import it, so it is taken from a response body. */
let Readable: { from(chunks: AsyncIterable<Uint8Array>): BinaryContent } | undefined;

/** A stream of response chunks for n8n's binary data storage. */
export function toBinaryContent(chunks: AsyncIterable<Uint8Array>): BinaryContent {
  if (!Readable) throw new Error('No response was read');
  return Readable.from(chunks);
}

/** Keeps the class of the body, to create other streams with it. */
export function openResponse({ statusCode, headers, body }: FullResponse): OpenResponse {
  Readable = body.constructor as unknown as typeof Readable;
  return { status: statusCode, headers, chunks: body, destroy: () => void body.destroy() };
}
