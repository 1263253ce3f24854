import { Readable } from 'node:stream';
import type { HttpRequestOptions, ZObject, BeforeRequestMiddleware } from 'zapier-platform-core';

import { limitedRequest } from '../../shared/http/limitedRequest';
import { type FormBody, type Transport, formData } from '../../shared/http/transport';
import { KEY_HEADER, SERVICE_VERSION, VERSION_HEADER } from '../../shared/service/vocabulary';

/** Options that Zapier's core supports, but that are missing from its types. */
interface RequestOptions extends HttpRequestOptions {
  url: string;
  raw: true;
  throwForThrottlingEarly: boolean;
  signal: AbortSignal;
}

/** The part of Zapier's raw response that is used here. */
interface RawResponse {
  status: number;
  headers: Iterable<[string, string]>;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Transport over `z.request`, which applies Zapier's logging, proxies and limits. `completeRequest` adds the API key.
 *
 * Responses are raw and request bodies are streams. Otherwise, Zapier's core would write their content to its request
 * log and to error messages: names, addresses and card numbers of pass holders. It would also refuse a body in which a
 * user wrote `{{bundle.…}}`.
 */
export function zapierTransport(z: ZObject): Transport {
  return async ({ method, url, headers, json, form, ...limits }) => {
    const body = await encoded(json, form);
    return await limitedRequest(limits, async (signal) => {
      const options: RequestOptions = {
        ...serviceRequest(url),
        method,
        headers: { ...headers, ...body.headers },
        ...(body.content === undefined ? {} : { body: Readable.from([body.content]) }),
        raw: true,
        redirect: 'manual',
        skipThrowForStatus: true,
        throwForThrottlingEarly: false,
        signal,
      };
      const raw = (await z.request(options)) as unknown as RawResponse;
      return { status: raw.status, headers: Object.fromEntries(raw.headers), chunks: raw.body };
    });
  };
}

/**
 * A request body with its headers, encoded by the runtime, because Zapier's core does not support `FormData`. Without
 * a length, streams use chunked transfer encoding, which some services refuse.
 */
async function encoded(
  json: unknown,
  form: FormBody | undefined,
): Promise<{ headers: Record<string, string>; content?: Buffer }> {
  if (json === undefined && !form) return { headers: {} };
  const body = form ? new Response(formData(form)) : Response.json(json);
  const content = Buffer.from(await body.arrayBuffer());
  const type = body.headers.get('content-type') ?? '';
  return {
    headers: { 'content-type': type, 'content-length': String(content.byteLength) },
    content,
  };
}

type OptionsWithUrl = HttpRequestOptions & { url: string };

/**
 * A request to exactly this URL. Zapier's core takes the query of a URL apart and removes every `{{…}}`
 * from its values, so that `M-1{{x}}` would find M-1.
 */
export function exactRequest(url: string): OptionsWithUrl {
  return { url, middlewareData: { exactUrl: url } };
}

/** A call to the service, the only kind of request that has the API key. */
function serviceRequest(url: string): OptionsWithUrl {
  return { url, middlewareData: { exactUrl: url, isServiceCall: true } };
}

/**
 * Restores the URL, and adds API key and version to calls to the service. A download never has the key,
 * whatever its host. Zapier's core does not send `middlewareData`.
 */
export const completeRequest: BeforeRequestMiddleware = (request, _z, { authData }) => {
  const { exactUrl, isServiceCall } = request.middlewareData ?? {};
  if (typeof exactUrl !== 'string') return request;
  const exact = { ...request, url: exactUrl, params: {} };
  if (isServiceCall !== true) return exact;
  return {
    ...exact,
    headers: {
      ...request.headers,
      [KEY_HEADER]: (authData.apiKey ?? '').trim(),
      [VERSION_HEADER]: SERVICE_VERSION,
    },
  };
};
