import type { Transport, TransportRequest, TransportResult } from '../../shared/http/transport';
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

type Json = Record<string, unknown>;

/** The flaws of a request: what a service that accepts it could misunderstand, or what it refused. */
export function flawsOfExchange({ request, result }: Exchange): string[] {
  const { method, url, json, form } = request;
  const { pathname, searchParams } = new URL(url);
  const sent = {
    path: pathname.slice(1).split('/').map(decodeURIComponent),
    query: Object.fromEntries(searchParams),
    body: json === undefined ? form?.fields : (JSON.parse(JSON.stringify(json)) as unknown),
  };
  const flaws = [...flawsIn(sent, ''), ...flawsOfAnswer(result)];
  if (method === 'PATCH' && pathname === '/pass') flaws.push(...flawsOfChange(sent.body as Json));
  return flaws.map((flaw) => `${method} ${pathname}: ${flaw}`);
}

/** What a value of this name is like; values of fields on a card may be anything. */
const SHAPES: Record<string, RegExp> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u,
  phone: /^\+?[\d ()./-]{5,}$/,
  locale: /^[a-z]{2}$/,
  validFrom: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/,
  validUntil: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/,
};

function flawsIn(value: unknown, at: string): string[] {
  const key = at.replace(/.*\./, '');
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) return [`${at} contains a lone surrogate`];
    if (SHAPES[key]?.test(value) === false) return [`${at} is '${value}'`];
    if (/\.(templateFields|customFields)\./.test(at)) return [];
    if (/^\s*$/u.test(value)) return [`${at} is blank`];
    const isId = /\.path\.|id$/i.test(at);
    return isId && /^\.\.?$/.test(value) ? [`${at} is not an ID`] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const { templateFields, customFields } = value as Record<string, Json | undefined>;
  const both = Object.keys(customFields ?? {}).filter((id) => id in (templateFields ?? {}));
  return [
    ...both.flatMap((id) =>
      customFields?.[id] === templateFields?.[id] ? [] : [`${at} has two values of ${id}`],
    ),
    ...Object.entries(value).flatMap(([name, one]) =>
      // A design has keys and texts of its owner.
      name === 'pass' ? [] : flawsIn(one, `${at}.${name}`),
    ),
  ];
}

function flawsOfChange({ id, externalId, templateId, ...changes }: Json): string[] {
  const isNamed = id === undefined ? externalId && templateId : !externalId && !templateId;
  const count = Object.keys(changes).length;
  const operates = 'stampOperation' in changes || 'balanceOperation' in changes;
  return [
    ...(isNamed ? [] : ['identifies no pass, or one twice']),
    ...(count === 0 ? ['changes nothing'] : []),
    ...(operates && count > 1 ? ['has an operation together with other changes'] : []),
  ];
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
