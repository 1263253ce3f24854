import type { ZodType, ZodTypeDef } from 'zod';

import type { Ports } from '../ports';
import { readBody } from './bodyStream';
import { createAdaptivePace } from './adaptivePace';
import { hasHalfCharacter } from '../service/text';
import { SERVICE_VERSION, VERSION_HEADER } from '../service/vocabulary';
import { failureOf, parseJson } from './readAnswer';
import { ServiceFailure, isFailure, saysNothingOfBefore } from './failures';
import { redact, redactAll } from './redact';
import { MAX_TRIES, backoffMs, isAmbiguousStatus, isPassingStatus } from './retry';
import type { Repeat } from './retry';
import type { FormBody, HttpMethod, Transport, TransportResponse } from './transport';

/** One call of the service. `T` is what its answer is parsed into. */
export interface ServiceCall<T> {
  method: HttpMethod;
  /** Path with its parameters already encoded, e.g. `` path`/templates/${id}` ``. */
  path: string;
  /** Query parameters; `undefined` ones are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  /** Body as a form with a file, instead of JSON. */
  form?: FormBody;
  /** Whether a 404 on a try after the first means that an earlier one has deleted it. */
  goneIsDone?: boolean;
  /** Whether an attempt with an unclear end may be sent again (traps.md, retry matrix). */
  repeat: Repeat;
  /** How the answer is read. */
  answer: ParsedAnswer<T> | ReadAnswer<T>;
}

/** Incoming schema: tolerant of unknown fields. */
type ParsedAnswer<T> = ZodType<T, ZodTypeDef, unknown>;

/**
 * Reads a body as it comes in, to its end: for one that is no JSON and may be large. Called again
 * on every try; what it gives back counts only if the body has come in whole.
 */
type ReadAnswer<T> = (chunks: AsyncIterable<Uint8Array>) => Promise<T>;

export interface ClientOptions {
  /** Base address, e.g. `https://api.example.com`; a trailing slash is dropped. */
  baseUrl: string;
  transport: Transport;
  ports: Ports;
  /** Longest wait for one answer, ms. Default 30,000. */
  timeoutMs?: number;
  /** How long one call may wait for the service to lift its rate limit, ms. Default 300,000. */
  patienceMs?: number;
  /** Texts that may never show in a message, besides anything that looks like a key. */
  secrets?: readonly string[];
  /** Told once per kind of oddity that is no failure, e.g. another API version in the echo. */
  warn?: (text: string) => void;
  /** Once aborted, waits end and nothing more is sent; what is under way comes to its end. */
  signal?: AbortSignal;
  /**
   * When the platform ends the run, epoch ms: no wait goes beyond it, no try begins shortly
   * before it, and a running one is cut off at it. Default: never.
   */
  deadlineAt?: number;
}

/** A try with less time than this is not begun: cut off, it would end unclear for nothing. */
const SHORTEST_TRY_MS = 1000;

export interface ServiceClient {
  /** Those it was made with; a `sleep` ends at once when the run is cancelled. */
  readonly ports: Ports;
  /**
   * Sends a call, repeats it where that is safe, and parses the answer.
   * @throws {ServiceFailure} in every other case
   */
  call<T>(call: ServiceCall<T>): Promise<T>;
  /** Whether the key of this connection is the one the service shows by this prefix. */
  usesKey(prefix: string): boolean;
}

/** Builds a path from a template literal and encodes every value, so that an ID stays one segment. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((whole, part, i) => `${whole}${segment(values[i - 1] ?? '')}${part}`);
}

/** One segment of a path; what a URL would read as another path is no ID (trap 8). */
function segment(id: string): string {
  const encoded = utf8Encoded(id);
  if (encoded !== undefined && !['', '.', '..'].includes(id)) return encoded;
  throw new ServiceFailure({
    kind: 'invalidInput',
    what: `'${id}' cannot be an ID`,
    fix: 'Give the ID exactly as the service gave it.',
  });
}

/** `undefined` for text that has no UTF-8 form: half an emoji, as a cut text leaves it. */
function utf8Encoded(text: string): string | undefined {
  return hasHalfCharacter(text) ? undefined : encodeURIComponent(text);
}

/** The client both platforms share: version pin, timeouts, waiting, repeating, failures. */
export function createClient(options: ClientOptions): ServiceClient {
  const { transport, ports, secrets = [] } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const timeoutMs = options.timeoutMs ?? 30_000;
  const patienceMs = options.patienceMs ?? 300_000;
  const deadlineAt = options.deadlineAt ?? Infinity;
  const warned = new Set<string>();
  const waits = endingWith(options.signal);
  const ownPorts: Ports = {
    now: () => ports.now(),
    elapsed: () => ports.elapsed(),
    random: () => ports.random(),
    sleep,
  };
  const pace = createAdaptivePace(ownPorts);

  /** A wait that ends at once when the run is cancelled. */
  async function sleep(ms: number): Promise<void> {
    await waits.waitFor(() => ports.sleep(ms));
  }

  /** A later try that never got through does not undo an earlier one whose end is not known. */
  async function call<T>(call: ServiceCall<T>): Promise<T> {
    const earlier: { unclear?: ServiceFailure } = {};
    return await repeated(call, earlier).catch((thrown: unknown) => {
      const { unclear } = earlier;
      throw unclear && saysNothingOfBefore(thrown)
        ? unclear.retold({ retryAfterMs: thrown.retryAfterMs })
        : thrown;
    });
  }

  async function repeated<T>(
    call: ServiceCall<T>,
    earlier: { unclear?: ServiceFailure },
  ): Promise<T> {
    const started = ports.now();
    let refusal: ServiceFailure | undefined;
    for (let tries = 1; ;) {
      const outcome = await paced(call, (ms) => mayWait(ms, started, refusal));
      if ('value' in outcome) return outcome.value;
      const { failure, retry } = outcome;
      if (isFailure(failure, 'outcomeUnknown')) earlier.unclear = failure;
      if (call.goneIsDone && tries > 1 && failure.status === 404 && 'parse' in call.answer) {
        return call.answer.parse(undefined);
      }
      if (retry === 'wait') {
        refusal = failure;
        continue;
      }
      if (retry === 'no' || tries >= MAX_TRIES) throw failure;
      const asked = failure.retryAfterMs ?? 0;
      const wait = Math.max(asked, backoffMs(tries, ports.random()));
      if (asked > patienceMs || !timeForTryIn(wait)) throw failure;
      await sleep(wait);
      tries += 1;
    }
  }

  /** One attempt when it is its turn; what became of it sets the pace of the next ones. */
  async function paced<T>(
    call: ServiceCall<T>,
    mayWait: (ms: number) => void,
  ): Promise<Attempt<T>> {
    const turn = await pace.turn(mayWait);
    let busy: ServiceFailure | undefined;
    try {
      const outcome = await attempt(call);
      if ('failure' in outcome && isThrottle(outcome.failure)) busy = outcome.failure;
      return outcome;
    } finally {
      // "At once" is no answer to a 429: it comes from clocks that differ, and asked for ever after.
      if (busy) pace.throttled(turn, busy.retryAfterMs || undefined);
      else pace.accepted(turn);
    }
  }

  /**
   * Ends a wait for the pace where the run was cancelled, or the wait is longer than it may be.
   * @param refusal what the service answered when this call was sent, if it was
   */
  function mayWait(ms: number, started: number, refusal: ServiceFailure | undefined): void {
    stopIfCancelled();
    const patient = ms === 0 || ports.now() + ms - started <= patienceMs;
    if (patient && timeForTryIn(ms)) return;
    if (ms === 0) throw outOfTime();
    throw impatient(ms, refusal);
  }

  function impatient(ms: number, refusal: ServiceFailure | undefined): ServiceFailure {
    const facts = {
      // In whole seconds, as services ask: some time has passed since.
      retryAfterMs: Math.ceil(ms / 1000) * 1000,
      what: `The service asks to send more slowly, and the longest wait of ${seconds(patienceMs)} is used up`,
    };
    return (
      refusal?.retold(facts) ??
      new ServiceFailure({
        ...facts,
        kind: 'rateLimited',
        status: 429,
        fix: 'This request was not sent. Run this item again later.',
      })
    );
  }

  type Attempt<T> = { value: T } | { failure: ServiceFailure; retry: 'no' | 'wait' | 'yes' };

  async function attempt<T>(call: ServiceCall<T>): Promise<Attempt<T>> {
    const result = await transport({
      method: call.method,
      url: `${baseUrl}${call.path}${queryString(call.query)}`,
      headers: { accept: 'application/json', [VERSION_HEADER]: SERVICE_VERSION },
      json: call.json,
      form: call.form,
      timeoutMs: timeLeft(),
      ...('parse' in call.answer ? {} : { nextPartMs: timeLeft }),
    });
    const free = call.repeat === 'free';
    if (!result.arrived) {
      const never = result.sent === 'no';
      return {
        failure: told(
          never || call.method === 'GET'
            ? unreachable(result.reason, never)
            : unclear(call, result.reason),
        ),
        retry: never || free ? 'yes' : 'no',
      };
    }
    const { response } = result;
    if (response.status >= 200 && response.status < 300) return await answered(call, response);
    const failure = told(failureOf(response, ports.now()));
    if (response.status === 429) return { failure, retry: 'wait' };
    if (!isAmbiguousStatus(response.status)) return { failure, retry: 'no' };
    return {
      failure:
        call.method === 'GET' ? failure : told(unclear(call, `status ${response.status}`, failure)),
      retry: free && isPassingStatus(response.status) ? 'yes' : 'no',
    };
  }

  function timeLeft(): number {
    return Math.min(timeoutMs, deadlineAt - ports.now());
  }

  async function answered<T>(
    call: ServiceCall<T>,
    response: TransportResponse,
  ): Promise<Attempt<T>> {
    warnOfVersion(response);
    if ('parse' in call.answer) return { value: parsed(call, call.answer, response) };
    if (response.headers['content-type']?.startsWith('text/html')) {
      throw notUnderstood(call, response, 'a web page');
    }
    const read = await readBody(response, call.answer);
    if ('value' in read) return read;
    if ('thrown' in read) throw read.thrown;
    const retry = call.repeat === 'free' ? 'yes' : 'no';
    return { failure: told(read.brokeOff), retry };
  }

  function warnOfVersion(response: TransportResponse): void {
    const echo = response.headers[VERSION_HEADER.toLowerCase()];
    if (echo !== undefined && echo !== SERVICE_VERSION) {
      warnOnce(
        `The service answered with API version ${echo}; this connector is made for ${SERVICE_VERSION}.`,
      );
    }
  }

  function parsed<T>(
    call: ServiceCall<T>,
    schema: ParsedAnswer<T>,
    response: TransportResponse,
  ): T {
    const answer = schema.safeParse(parseJson(response.body) ?? response.body);
    if (answer.success) return answer.data;
    const issue = answer.error.issues[0];
    const why = `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'unreadable'}`;
    throw notUnderstood(call, response, why);
  }

  function notUnderstood(
    { method, path, repeat }: ServiceCall<unknown>,
    { status }: TransportResponse,
    why: string,
  ): ServiceFailure {
    return told(
      new ServiceFailure({
        kind: method === 'GET' ? 'unavailable' : 'outcomeUnknown',
        status,
        safeToRepeat: repeat === 'free',
        what: `The answer to ${method} ${path} was not understood (${why})`,
        fix: "Check 'Base URL' of the credential: it may point to a web page instead of the service.",
      }),
    );
  }

  function timeForTryIn(wait: number): boolean {
    return ports.now() + wait + SHORTEST_TRY_MS <= deadlineAt;
  }

  function stopIfCancelled(): void {
    if (!options.signal?.aborted) return;
    throw new ServiceFailure({
      kind: 'unavailable',
      what: 'The run was cancelled before this request was sent',
      fix: 'Run it again when you are ready.',
    });
  }

  function warnOnce(oddity: string): void {
    const text = redact(oddity, secrets);
    if (warned.has(text)) return;
    warned.add(text);
    options.warn?.(text);
  }

  function told(failure: ServiceFailure): ServiceFailure {
    return new ServiceFailure(redactAll(failure.facts(), secrets));
  }

  return {
    ports: ownPorts,
    call,
    usesKey: (prefix) => secrets.some((key) => key.startsWith(prefix)),
  };
}

/** 429 and 503: the service is too busy. */
function isThrottle({ status }: ServiceFailure): boolean {
  return status === 429 || status === 503;
}

/** Waits that end when a signal is aborted, and leave nothing behind when they end before it. */
function endingWith(signal: AbortSignal | undefined) {
  const ends = new Set<() => void>();
  signal?.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  return {
    async waitFor(begin: () => Promise<void>): Promise<void> {
      if (signal?.aborted) return;
      await new Promise<void>((end, fail) => {
        ends.add(end);
        begin()
          .then(end, fail)
          .finally(() => ends.delete(end));
      });
    },
  };
}

function outOfTime(): ServiceFailure {
  return new ServiceFailure({
    kind: 'unavailable',
    what: 'The time for this step was used up before its last request was sent',
    fix: 'The service answers slowly now. Run this step again later.',
  });
}

function unreachable(reason: string, never: boolean): ServiceFailure {
  return new ServiceFailure({
    kind: 'unavailable',
    what: `The service could not be reached: ${reason}`,
    fix: never
      ? "Nothing was sent. Check 'Base URL' of the credential and the network, then run again."
      : 'Nothing was changed. Try again in a few minutes.',
  });
}

/** An attempt that may or may not have been carried out. */
function unclear(
  call: ServiceCall<unknown>,
  reason: string,
  failure?: ServiceFailure,
): ServiceFailure {
  return new ServiceFailure({
    kind: 'outcomeUnknown',
    status: failure?.status,
    code: failure?.code,
    retryAfterMs: failure?.retryAfterMs,
    safeToRepeat: call.repeat === 'free',
    what: `It is not known whether the service carried this out: ${reason}`,
    fix:
      call.repeat === 'free'
        ? 'Running this again is safe: it ends in the same state.'
        : 'Look in the dashboard what became of it before you run this again: a second run could do it twice.',
  });
}

/** Trap 6: https only, http for this machine; no query, no trailing slash. */
export function checkedBaseUrl(baseUrl: string): string {
  const text = baseUrl.trim().replace(/\/+$/, '');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const local = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const plain = url !== undefined && !/[?#]/.test(text) && !url.username && !url.password;
  if (plain && (url.protocol === 'https:' || (url.protocol === 'http:' && local))) return text;
  throw new ServiceFailure({
    kind: 'invalidInput',
    field: 'baseUrl',
    what: "'Base URL' must be an address that starts with https://, without ?, # or a password in it",
    fix: "Put the address of the service into 'Base URL' of the credential, e.g. https://api.example.com.",
  });
}

function queryString(query: ServiceCall<unknown>['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${queryValue(name, String(value))}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function queryValue(name: string, value: string): string {
  const encoded = utf8Encoded(value);
  if (encoded !== undefined) return encoded;
  throw new ServiceFailure({
    kind: 'invalidInput',
    field: name,
    what: `The value for '${name}' holds half a character`,
    fix: 'An emoji may have been cut in two by an earlier step. Give the whole text.',
  });
}

function seconds(ms: number): string {
  return ms >= 120_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 1000)} seconds`;
}
