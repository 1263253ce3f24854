import { Readable } from 'node:stream';

import type { HttpRequestOptions, ZObject } from 'zapier-platform-core';

import { requestTimer, streamedResponse } from '../../shared/http/bodyStream';
import type { FormBody, Transport } from '../../shared/http/transport';
import { formData, networkFailure } from '../../shared/http/transport';

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
  body: NodeJS.ReadableStream;
  text(): Promise<string>;
}

/**
 * Transport over `z.request`: what Zapier logs, proxies and limits hangs on it. `addHeaders` adds
 * the key. Answers are taken raw, because Zapier writes any other answer into its request log and
 * the beginning of it into error messages: names, addresses and card numbers of pass holders. Bodies
 * go out as streams for the same reason: the core writes any other body into its request log, and
 * refuses one in which a person wrote `{{bundle.…}}`.
 */
export function zapierTransport(z: ZObject): Transport {
  return async ({ method, url, headers, json, form, timeoutMs, stream }) => {
    const timer = requestTimer(timeoutMs);
    const body = form ? await multipart(form) : jsonBody(json);
    const options: RequestOptions = {
      method,
      url,
      headers: { ...headers, ...body.headers },
      ...(body.content === undefined ? {} : { body: Readable.from([body.content]) }),
      raw: true,
      redirect: 'manual',
      skipThrowForStatus: true,
      throwForThrottlingEarly: false,
      signal: stream ? timer.signal : AbortSignal.timeout(timeoutMs),
    };
    return z
      .request(options)
      .then(async (answer: RawAnswer) => {
        timer.onResponse();
        const head = { status: answer.status, headers: Object.fromEntries(answer.headers) };
        const source = { chunks: answer.body as AsyncIterable<Buffer>, destroy: timer.abort };
        const response = stream
          ? await streamedResponse(head, source, stream)
          : { ...head, body: await answer.text() };
        return { ok: true as const, response };
      })
      .catch(networkFailure);
  };
}

interface Body {
  headers: Record<string, string>;
  content?: Buffer;
}

function jsonBody(json: unknown): Body {
  if (json === undefined) return { headers: {} };
  return withLength('application/json', Buffer.from(JSON.stringify(json)));
}

/** The core knows no `FormData`: the runtime encodes it. */
async function multipart(form: FormBody): Promise<Body> {
  const encoded = new Response(formData(form));
  const content = Buffer.from(await encoded.arrayBuffer());
  return withLength(encoded.headers.get('content-type') ?? '', content);
}

/** Without its length, a stream would be sent in chunks, which some services refuse. */
function withLength(type: string, content: Buffer): Body {
  return {
    headers: { 'content-type': type, 'content-length': String(content.byteLength) },
    content,
  };
}
