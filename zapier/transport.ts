import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import type { FormBody, Transport } from '../shared/http/transport';
import { formData, notArrived } from '../shared/http/transport';

/** Options that Zapier's core obeys and its types leave out. */
interface RequestOptions extends HttpRequestOptions {
  url: string;
  raw: true;
  throwForThrottlingEarly: boolean;
  signal: AbortSignal;
}

/** The part of an answer that is read here. */
interface RawAnswer {
  status: number;
  headers: Iterable<[string, string]>;
  text(): Promise<string>;
}

/**
 * Transport over `z.request`: what Zapier logs, proxies and limits hangs on it. `addHeaders` adds
 * the key. Answers are taken raw, because Zapier writes any other answer into its request log and
 * the beginning of it into error messages: names, addresses and card numbers of pass holders.
 */
export function zapierTransport(z: ZObject): Transport {
  return async ({ method, url, headers, json, form, timeoutMs }) => {
    const body = form ? await multipart(form) : jsonBody(json);
    const options: RequestOptions = {
      method,
      url,
      headers: { ...headers, ...body.headers },
      ...(body.content === undefined ? {} : { body: body.content }),
      raw: true,
      redirect: 'manual',
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      signal: AbortSignal.timeout(timeoutMs),
    };
    return z
      .request(options)
      .then(async (answer: RawAnswer) => ({
        arrived: true as const,
        response: {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: await answer.text(),
        },
      }))
      .catch(notArrived);
  };
}

interface Body {
  headers: Record<string, string>;
  content?: string | Buffer;
}

function jsonBody(json: unknown): Body {
  if (json === undefined) return { headers: {} };
  return {
    headers: { 'content-type': 'application/json' },
    content: withoutCurlies(JSON.stringify(json)),
  };
}

/** The core sends bytes as they are, but knows no `FormData`: the runtime encodes it. */
async function multipart(form: FormBody): Promise<Body> {
  const encoded = new Response(formData(form));
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    content: Buffer.from(await encoded.arrayBuffer()),
  };
}

/**
 * The core refuses a body with `{{bundle.…}}` in it, also where a person wrote that. Two opening
 * braces stand only inside texts of JSON, where the escape means the same.
 */
function withoutCurlies(json: string): string {
  return json.replaceAll('{{', '{\\u007b');
}
