import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import type { Transport } from '../shared/http/transport';
import { notArrived } from '../shared/http/transport';

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
  return ({ method, url, headers, json, timeoutMs }) => {
    const options: RequestOptions = {
      method,
      url,
      headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: withoutCurlies(JSON.stringify(json)) }),
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

/**
 * The core refuses a body with `{{bundle.…}}` in it, also where a person wrote that. Two opening
 * braces stand only inside texts of JSON, where the escape means the same.
 */
function withoutCurlies(json: string): string {
  return json.replaceAll('{{', '{\\u007b');
}
