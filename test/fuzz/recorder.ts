import type { Transport, TransportRequest, TransportResult } from '../../shared/http/transport';
import { flawsOf, flawsOfForm } from './requestSchemas';
import { isPredictable } from './refusals';

export interface Exchange {
  request: TransportRequest;
  result: TransportResult;
}

export interface Recorder {
  transport: Transport;
  /** Requests and responses since the last call. */
  taken(): Exchange[];
}

/** Records the traffic of a transport. */
export function recorder(transport: Transport): Recorder {
  let exchanges: Exchange[] = [];
  return {
    transport: async (request) => {
      const result = await transport(request);
      exchanges.push({ request, result });
      return result;
    },
    taken() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
  };
}

/** The flaws of the requests, by the documented interface and by the service's own responses. */
export function flawsOfExchange({ request, result }: Exchange): string[] {
  const { method, url, json, form } = request;
  const { pathname, searchParams } = new URL(url);
  const at = `${method} ${pathname}`;
  const sent = {
    method,
    segments: pathname.slice(1).split('/').map(decodeURIComponent),
    query: Object.fromEntries(searchParams),
    body: json === undefined ? undefined : (JSON.parse(JSON.stringify(json)) as unknown),
  };
  const flaws = form ? flawsOfForm(form.fields) : flawsOf(sent);
  return [...flaws, ...flawsOfAnswer(result)].map((flaw) => `${at}: ${flaw}`);
}

const BAD_REQUEST = [400, 405, 411, 413, 414, 415, 422, 431];

function flawsOfAnswer(result: TransportResult): string[] {
  if (!result.ok) return [`did not arrive: ${result.reason}`];
  const { status, body } = result.response;
  if (status >= 500 && status !== 504) return [`the service broke down: ${status} ${body}`];
  if (!BAD_REQUEST.includes(status)) return [];
  const words = wordsOf(body);
  return isPredictable(words) ? [`the service refused it: ${status} ${words}`] : [];
}

function wordsOf(body: string): string {
  try {
    return String((JSON.parse(body) as { error?: unknown }).error);
  } catch {
    return body.slice(0, 200);
  }
}
