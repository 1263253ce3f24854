/** The door to the service: one request at a time, bounded in time, size and number, without redirects. */
import { setTimeout as sleep } from 'node:timers/promises';

import { correctBaseUrl } from '../shared/http/url';
import {
  KEY_HEADER,
  KEY_PREFIX,
  SERVICE_VERSION,
  VERSION_HEADER,
} from '../shared/service/vocabulary';
import { Differs, isRow, judge, NotTried, type Outcome, safe } from './outcome';
import { type Refusal, type StatementId, statement, UNKNOWN } from './statements';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Connection {
  /** See `normalizeBaseUrl`. */
  baseUrl: string;
  apiKey: string;
  /** Default: that of Node. */
  fetch?: Fetch;
  /** Waits so many ms. Default: real time. */
  pause?: (ms: number) => Promise<unknown>;
}

export interface Answer {
  status: number;
  /** Parsed JSON; `undefined` if the body is none. */
  body: unknown;
  /** The API version that the response names. */
  version: string | null;
}

/** Thrown instead of the next request after `stop`. */
export class Interrupted extends Error {}

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 20 * 1024 * 1024;
/** A 429 was refused before it was processed, so any request may be repeated after it. */
const MOST_REPEATS = 3;
const LONGEST_WAIT_MS = 30_000;

/** @throws Error that does not contain the key */
export function checkedKey(text: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('The API key is empty or has odd characters.');
  return key;
}

export class Service {
  /** How many requests were sent. */
  sent = 0;
  #mostSent = 0;
  #isStopped = false;
  #isRemoving = false;

  constructor(private readonly connection: Connection) {}

  /** Allows so many further requests. */
  allow(requests: number): void {
    this.#mostSent = this.sent + requests;
  }

  /** Sends no further request; the one in flight finishes, so that its result is known. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Allows requests to remove what was created, whether or not it was stopped. */
  allowRemoval(requests: number): void {
    this.allow(requests);
    this.#isRemoving = true;
  }

  /**
   * The first request: whether the service is there, and accepts the key.
   * @throws NotTried or Differs if not; if the URL is wrong, with what corrects it
   */
  async connect(): Promise<void> {
    const answer = await this.send('POST /auth');
    const correction = mayBeElsewhere(answer)
      ? await correctBaseUrl(this.connection.baseUrl, (other) => this.#isServiceAt(other))
      : undefined;
    if (correction === undefined) this.success('POST /auth', answer);
    else throw new Differs(`POST /auth gets ${this.shown(answer)}. ${correction}`);
  }

  #isServiceAt(baseUrl: string): Promise<boolean> {
    const other = new Service({ ...this.connection, baseUrl });
    other.allow(1);
    return other.send('POST /auth').then(isFromService, () => false);
  }

  pause = (ms: number): Promise<unknown> => (this.connection.pause ?? sleep)(ms);

  /** @throws NotTried if there is no response, or no request is left; Interrupted after `stop` */
  async send(
    request: string,
    { body, key }: Pick<Refusal, 'body' | 'key'> = {},
    repeats = 0,
  ): Promise<Answer> {
    if (this.#isStopped && !this.#isRemoving) throw new Interrupted();
    if (this.sent >= this.#mostSent) throw new NotTried('all requests of a run are used');
    this.sent += 1;
    const [method, path = ''] = request.split(' ');
    const { baseUrl, apiKey, fetch: send = fetch } = this.connection;
    const credential: Record<string, string> =
      key === 'as Bearer'
        ? { Authorization: `Bearer ${apiKey}` }
        : { [KEY_HEADER]: key === 'made up' ? `${KEY_PREFIX}${UNKNOWN}` : apiKey };
    const response = await send(baseUrl + path, {
      method: method ?? 'GET',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...credential,
        Accept: 'application/json',
        [VERSION_HEADER]: SERVICE_VERSION,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(noResponse);
    const text = await boundedText(response).catch(noResponse);
    if (response.status === 429 && repeats < MOST_REPEATS) {
      const seconds = Number(response.headers.get('retry-after') ?? 2);
      await this.pause(Math.min((seconds || 2) * 1000, LONGEST_WAIT_MS));
      return this.send(request, { body, key }, repeats + 1);
    }
    const version = response.headers.get(VERSION_HEADER);
    return { status: response.status, body: parsed(text), version };
  }

  /** The JSON of a request that has to succeed. */
  async read(request: string, body?: object): Promise<unknown> {
    return this.success(request, await this.send(request, { body }));
  }

  /** The JSON of an answer. @throws NotTried if the account, the key or an outage prevents it, else Differs */
  success(request: string, answer: Answer): unknown {
    if (answer.status < 300 && answer.body !== undefined) return answer.body;
    const isPrevented = [401, 402, 403, 429].includes(answer.status) || answer.status >= 500;
    throw new (isPrevented ? NotTried : Differs)(
      `${withoutIds(request)} gets ${this.shown(answer)}`,
    );
  }

  /** Sends a request of a statement that has to be refused. @param ids for `$template` and the like */
  async refused(id: StatementId, ids: Record<string, string> = {}): Promise<Outcome> {
    const { asks } = statement(id);
    if (typeof asks === 'string') throw new Error(`${id} is no refusal`);
    const answer = await this.send(...filled(asks, ids));
    const { error, code } = isRow(answer.body) ? answer.body : {};
    if (String(error).startsWith('Missing permission')) throw new NotTried(this.shown(answer));
    const isExpected = asks.error.some((text) => String(error).startsWith(text) || code === text);
    return judge(answer.status === asks.status && isExpected, this.shown(answer));
  }

  /** `404 Pass not found`, without anything private. */
  shown({ status, body }: Answer): string {
    if (!isRow(body)) return `${status}${body === undefined ? ' without JSON' : ''}`;
    const texts = [body.error, body.code].filter((text) => typeof text === 'string').join(', ');
    return [status, safe(texts.replaceAll(this.connection.apiKey, '<key>'))].join(' ').trim();
  }
}

/** Whether a response is from the service, though it may refuse the key. */
function isFromService({ status, body }: Answer): boolean {
  return isRow(body) && (status < 300 || [401, 402, 403].includes(status));
}

/** An outage, or a rate limit, says nothing about the URL. */
function mayBeElsewhere(answer: Answer): boolean {
  return !isFromService(answer) && answer.status < 500 && answer.status !== 429;
}

const withoutIds = (request: string) =>
  /^\w+ \/\w+(\/(templates|users|search))?/.exec(request)?.[0] ?? '';

function filled(
  { request, body, key }: Refusal,
  ids: Record<string, string>,
): [string, Pick<Refusal, 'body' | 'key'>] {
  const idOf = (name: string): string => ({ unknown: UNKNOWN, ...ids })[name] ?? UNKNOWN;
  const inPath = request.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(idOf(name)));
  const inBody = (_key: string, value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('$') ? idOf(value.slice(1)) : value;
  return [inPath, { key, body: body && (JSON.parse(JSON.stringify(body), inBody) as object) }];
}

/** The message of an error of Node can contain the request; its code can't. */
function noResponse(thrown: unknown): never {
  if (thrown instanceof NotTried) throw thrown;
  const { cause, name } = thrown as Error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  throw new NotTried(`no response: ${typeof code === 'string' ? code : name}`);
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += (chunk as Uint8Array).length;
    if (size > MOST_BYTES) throw new NotTried('the response is larger than 20 MB');
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
