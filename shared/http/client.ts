import type { ZodType, ZodTypeDef } from 'zod';

import type { Clock } from '../runtime/clock';
import { readBody } from './bodyStream';
import { hasLoneSurrogate } from '../service/text';
import { SERVICE_VERSION, VERSION_HEADER } from '../service/vocabulary';
import { duration } from '../runtime/duration';
import { toServiceError, parseJson } from './errorMapping';
import { ServiceError, isServiceError, wasNotProcessed } from '../errors/serviceError';
import { createRateLimiter } from './rateLimiter';
import { redact, redactAll } from './redact';
import { MAX_TRIES, backoffMs, isAmbiguous, isTransient } from './retryPolicy';
import type { Retry } from './retryPolicy';
import { createSemaphore } from './semaphore';
import { createStartSpread } from './startSpread';
import type { FormBody, HttpMethod, Transport, TransportResponse } from './transport';

/** One call of the service. `T` is what its answer is parsed into. */
export type ServiceCall<T> = CallFacts<T> & (Read | Write);

/** Changes nothing, so it is always idempotent. */
interface Read {
  method: 'GET';
  retry?: undefined;
}

interface Write {
  method: Exclude<HttpMethod, 'GET'>;
  retry: Retry;
}

interface CallFacts<T> {
  /** Path with its parameters already encoded, e.g. `` path`/templates/${id}` ``. */
  path: string;
  /** Query parameters; `undefined` ones are left out. */
  query?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  /** Body as a form with a file, instead of JSON. */
  form?: FormBody;
  /** Whether a 404 from the service itself, after a try with an unknown result, means that this try deleted it. */
  notFoundMeansDeleted?: boolean;
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
  clock: Clock;
  /** Longest wait for a response where another try follows, ms. Default 30,000. */
  timeoutMs?: number;
  /**
   * Longest wait for a response where none follows, ms. Default 120,000: gateways give up after a
   * minute or so, and what they say is more than silence.
   */
  lastTimeoutMs?: number;
  /** How long one call may wait for the service to lift its rate limit, ms. Default 300,000. */
  maxThrottleWaitMs?: number;
  /** What the platform calls the setting behind `patienceMs`, where there is one. */
  maxThrottleWaitLabel?: string;
  /**
   * How many requests may be in flight at the same time, response bodies included. A call that waits
   * between two tries is not in flight. Default: any number.
   */
  maxConcurrentRequests?: number;
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

/** A try with less time than this is not started: it would be cut off, with an unknown result for nothing. */
const SHORTEST_TRY_MS = 1000;
/** What a wait and another try, or a lookup, need of the time before the deadline. */
const FOLLOW_UP_MS = 7000;

export interface ServiceClient {
  /** Those it was made with; a `sleep` ends at once when the run is canceled. */
  readonly clock: Clock;
  /**
   * Sends a call, repeats it where that is safe, and parses the answer.
   * @throws {ServiceError} in every other case
   */
  call<T>(call: ServiceCall<T>): Promise<T>;
  /** Whether the key of this connection is the one the service shows by this prefix. */
  usesKey(prefix: string): boolean;
  /** Whether the deadline leaves time for a call and for a lookup of what became of it. */
  hasTimeForMore(): boolean;
  /** Whether the deadline leaves no time for another request. */
  isOutOfTime(): boolean;
}

/** Builds a path from a template literal and encodes every value, so that an ID stays one segment. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return parts.reduce((whole, part, i) => `${whole}${segment(values[i - 1] ?? '')}${part}`);
}

/** One segment of a path; what a URL would read as another path is no ID. */
function segment(id: string): string {
  const encoded = utf8Encoded(id);
  if (encoded !== undefined && !['', '.', '..'].includes(id)) return encoded;
  throw new ServiceError({
    kind: 'invalidInput',
    message: `'${id}' cannot be an ID`,
    hint: 'Enter the ID exactly as the service returned it.',
  });
}

/** `undefined` for text that has no UTF-8 form: half an emoji, as a cut text leaves it. */
function utf8Encoded(text: string): string | undefined {
  return hasLoneSurrogate(text) ? undefined : encodeURIComponent(text);
}

/** The client both platforms share: version pin, timeouts, waiting, repeating, failures. */
export function createClient(options: ClientOptions): ServiceClient {
  const { transport, clock: ports, secrets = [] } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const timeoutMs = options.timeoutMs ?? 30_000;
  const lastTimeoutMs = options.lastTimeoutMs ?? 120_000;
  const patienceMs = options.maxThrottleWaitMs ?? 300_000;
  const deadlineAt = options.deadlineAt ?? Infinity;
  const warned = new Set<string>();
  const waits = endingWith(options.signal);
  const ownPorts: Clock = {
    now: () => ports.now(),
    monotonicMs: () => ports.monotonicMs(),
    random: () => ports.random(),
    sleep,
  };
  const limiter = createRateLimiter(ownPorts);
  const spreadStarts = createStartSpread(ownPorts);
  const inFlight = createSemaphore(options.maxConcurrentRequests ?? Infinity);
  /** Whether the service itself said how long to wait when it last refused a request. */
  let isWaitAsked = false;

  /** A wait that ends at once when the run is canceled. */
  async function sleep(ms: number): Promise<void> {
    await waits.waitFor(() => ports.sleep(ms));
  }

  /** A later try that never got through does not undo an earlier one whose end is not known. */
  async function call<T>(call: ServiceCall<T>): Promise<T> {
    const earlier: { unclear?: ServiceError } = {};
    return await repeated(call, earlier).catch((thrown: unknown) => {
      const { unclear } = earlier;
      throw unclear && wasNotProcessed(thrown)
        ? unclear.with({ retryAfterMs: thrown.retryAfterMs })
        : thrown;
    });
  }

  async function repeated<T>(
    call: ServiceCall<T>,
    earlier: { unclear?: ServiceError },
  ): Promise<T> {
    const waiting: Waiting = {};
    for (let tries = 1; ;) {
      const isLast = !isIdempotent(call) || tries >= MAX_TRIES;
      const outcome = await limited(call, isLast, waiting);
      if ('value' in outcome) return outcome.value;
      const { failure, retry } = outcome;
      if (isServiceError(failure, 'outcomeUnknown')) earlier.unclear = failure;
      if (
        call.notFoundMeansDeleted &&
        earlier.unclear &&
        isGone(failure) &&
        'parse' in call.answer
      ) {
        return call.answer.parse(undefined);
      }
      if (retry === 'wait') {
        waiting.refusal = failure;
        continue;
      }
      if (retry === 'no' || tries >= MAX_TRIES) throw failure;
      const asked = failure.retryAfterMs ?? 0;
      const wait = Math.max(asked, backoffMs(tries, ports.random()));
      if (asked > patienceMs) throw failure.with({ message: waitNotBegun(failure.message, asked) });
      if (!timeForTryIn(wait)) throw failure;
      await sleep(wait);
      tries += 1;
    }
  }

  /** How long a call has waited for the rate limit, and why. */
  interface Waiting {
    /** Since when, epoch ms: waiting for other requests of this run is no wait for the service. */
    since?: number;
    /** What the service answered when this call was sent, if it was. */
    refusal?: ServiceError;
  }

  /** One attempt when the rate allows it; its result sets the rate of the next ones. */
  function limited<T>(
    call: ServiceCall<T>,
    isLast: boolean,
    waiting: Waiting,
  ): Promise<Attempt<T>> {
    return inFlight(() => spreadStarts(() => attemptWithPermit(call, isLast, waiting)));
  }

  /** The limiter counts time from the permit: nothing may come between it and the request. */
  async function attemptWithPermit<T>(
    call: ServiceCall<T>,
    isLast: boolean,
    waiting: Waiting,
  ): Promise<Attempt<T>> {
    const since = (waiting.since ??= ports.now());
    const permit = await limiter.acquire((ms) => mayWait(ms, ports.now() - since, waiting.refusal));
    let busy: ServiceError | undefined;
    try {
      const outcome = await attempt(call, isLast);
      if ('failure' in outcome && isThrottle(outcome.failure)) busy = outcome.failure;
      return outcome;
    } finally {
      if (busy) {
        // A wait of 0 comes from clocks that differ, and would be asked for again and again.
        const askedMs = busy.retryAfterMs || undefined;
        isWaitAsked = askedMs !== undefined;
        limiter.onThrottle(permit, askedMs);
      } else limiter.onSuccess(permit);
    }
  }

  /** Ends a wait for the rate limit where the run was canceled, or the wait is longer than it may be. */
  function mayWait(ms: number, waited: number, refusal: ServiceError | undefined): void {
    stopIfCanceled();
    const patient = ms === 0 || waited + ms <= patienceMs;
    if (patient && timeForTryIn(ms)) return;
    if (ms === 0) throw outOfTime();
    throw tooLong(ms, waited, refusal);
  }

  function tooLong(ms: number, waited: number, refusal: ServiceError | undefined): ServiceError {
    const limit = Math.min(patienceMs, waited + timeLeft());
    const more = waited >= 1000 ? ' more' : '';
    const passed = waited >= 1000 ? `, of which ${duration(waited)} have passed` : '';
    const wait = isWaitAsked
      ? `The service asked to wait ${duration(ms)}${more}`
      : `The service is rate limiting requests, and the next one would have to wait ${duration(ms)}${more}`;
    const raise =
      options.maxThrottleWaitLabel === undefined
        ? ''
        : `, or raise '${options.maxThrottleWaitLabel}'`;
    const facts = {
      // In whole seconds, as services ask: some time has passed since.
      retryAfterMs: Math.ceil(ms / 1000) * 1000,
      message: limit > 0 ? `${wait}; the limit is ${duration(limit)}${passed}` : wait,
      hint: `Nothing was changed by this request. Run it again later${raise}.`,
    };
    return refusal?.with(facts) ?? new ServiceError({ ...facts, kind: 'rateLimited', status: 429 });
  }

  /** For a service that is away and says for how long. */
  function waitNotBegun(message: string, asked: number): string {
    return `${message}. The service asked to wait ${duration(asked)}; the limit is ${duration(patienceMs)}`;
  }

  type Attempt<T> = { value: T } | { failure: ServiceError; retry: 'no' | 'wait' | 'yes' };

  async function attempt<T>(call: ServiceCall<T>, isLast: boolean): Promise<Attempt<T>> {
    const result = await transport({
      method: call.method,
      url: `${baseUrl}${call.path}${queryString(call.query)}`,
      headers: { accept: 'application/json', [VERSION_HEADER]: SERVICE_VERSION },
      json: call.json,
      form: call.form,
      timeoutMs: timeoutFor(call, isLast),
      ...('parse' in call.answer
        ? {}
        : { nextPartMs: () => Math.floor(Math.min(timeoutMs, timeLeft())) }),
    });
    const idempotent = isIdempotent(call);
    if (!result.arrived) {
      const never = result.sent === 'no';
      return {
        failure: told(
          never || call.method === 'GET'
            ? unreachable(result.reason, never)
            : unclear(call, result.reason),
        ),
        retry: never || idempotent ? 'yes' : 'no',
      };
    }
    const { response } = result;
    if (response.status >= 200 && response.status < 300) return await answered(call, response);
    const failure = told(toServiceError(response, ports.now()));
    if (response.status === 429) return { failure, retry: 'wait' };
    if (!isAmbiguous(response.status)) return { failure, retry: 'no' };
    // A reason that the service gives is a refusal, whatever its status.
    const isKnown = call.method === 'GET' || !isServiceError(failure, 'unavailable');
    return {
      failure: isKnown ? failure : told(unclear(call, `status ${response.status}`, failure)),
      retry: idempotent && isTransient(response.status) ? 'yes' : 'no',
    };
  }

  /**
   * How long to wait for a response. Slow is more likely than lost: all the time there is, but for
   * what another try or a lookup needs.
   */
  function timeoutFor(call: ServiceCall<unknown>, isLast: boolean): number {
    const left = timeLeft();
    if (call.retry === 'lookUpFirst') {
      return Math.floor(Math.min(lastTimeoutMs, Math.max(left - FOLLOW_UP_MS, left / 2)));
    }
    if (isLast || left < 2 * FOLLOW_UP_MS) return Math.floor(Math.min(lastTimeoutMs, left));
    // A file that came too slowly would come as slowly again.
    const longest = 'parse' in call.answer ? timeoutMs : lastTimeoutMs;
    return Math.floor(Math.min(longest, left - FOLLOW_UP_MS));
  }

  function timeLeft(): number {
    return deadlineAt - ports.now();
  }

  async function answered<T>(
    call: ServiceCall<T>,
    response: TransportResponse,
  ): Promise<Attempt<T>> {
    warnOfVersion(response);
    if ('parse' in call.answer) return { value: parsed(call, call.answer, response) };
    if (response.headers['content-type']?.startsWith('text/html')) {
      throw notUnderstood(call, response, 'it is a web page');
    }
    const read = await readBody(response, call.answer);
    if ('value' in read) return read;
    if ('thrown' in read) throw read.thrown;
    const retry = isIdempotent(call) ? 'yes' : 'no';
    return { failure: told(read.brokeOff), retry };
  }

  function warnOfVersion(response: TransportResponse): void {
    const echo = response.headers[VERSION_HEADER.toLowerCase()];
    if (echo !== undefined && echo !== SERVICE_VERSION) {
      warnOnce(
        `The service answered with API version ${echo}; this connector is built for ${SERVICE_VERSION}.`,
      );
    }
  }

  function parsed<T>(
    call: ServiceCall<T>,
    schema: ParsedAnswer<T>,
    response: TransportResponse,
  ): T {
    const json = parseJson(response.body);
    if (json === undefined && isForeign(response)) {
      throw notUnderstood(call, response, 'it is not JSON');
    }
    const answer = schema.safeParse(json ?? response.body);
    if (answer.success) return answer.data;
    const issue = answer.error.issues[0];
    const why = `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'unreadable'}`;
    throw notUnderstood(call, response, why);
  }

  function notUnderstood(
    call: ServiceCall<unknown>,
    { status }: TransportResponse,
    why: string,
  ): ServiceError {
    const { method, path } = call;
    return told(
      new ServiceError({
        kind: method === 'GET' ? 'unavailable' : 'outcomeUnknown',
        status,
        safeToRepeat: isIdempotent(call),
        message: `The response to ${method} ${path} could not be read (${why})`,
        hint: `Check 'Base URL' in the credential: it may point to a web page instead of the service.${
          isIdempotent(call) ? '' : ` ${CHECK_DASHBOARD}`
        }`,
      }),
    );
  }

  function timeForTryIn(wait: number): boolean {
    return wait + SHORTEST_TRY_MS <= timeLeft();
  }

  function stopIfCanceled(): void {
    if (!options.signal?.aborted) return;
    throw new ServiceError({
      kind: 'unavailable',
      message: 'The run was canceled before this request was sent',
      hint: 'Run it again when you are ready.',
    });
  }

  function warnOnce(oddity: string): void {
    const text = redact(oddity, secrets);
    if (warned.has(text)) return;
    warned.add(text);
    options.warn?.(text);
  }

  function told(failure: ServiceError): ServiceError {
    return new ServiceError(redactAll(failure.toFields(), secrets));
  }

  return {
    clock: ownPorts,
    call,
    usesKey: (prefix) => secrets.some((key) => key.startsWith(prefix)),
    hasTimeForMore: () => timeLeft() >= 2 * FOLLOW_UP_MS,
    isOutOfTime: () => !timeForTryIn(0),
  };
}

function isIdempotent({ method, retry }: ServiceCall<unknown>): boolean {
  return method === 'GET' || retry === 'idempotent';
}

/** Whether the service itself says that there is no such thing; a proxy's 404 says nothing. */
function isGone(failure: ServiceError): boolean {
  return isServiceError(failure, 'notFound') && failure.status === 404;
}

/** A body that something other than the service wrote, e.g. the page of a proxy. */
function isForeign({ body, headers }: TransportResponse): boolean {
  return body.trim() !== '' && !/\bjson\b/i.test(headers['content-type'] ?? '');
}

/** 429 and 503: the service is too busy. */
function isThrottle({ status }: ServiceError): boolean {
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

function outOfTime(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: 'The time limit was reached before the last request was sent',
    hint: 'The service is answering slowly. Run this item again later.',
  });
}

function unreachable(reason: string, never: boolean): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: `The service could not be reached: ${reason}`,
    hint: never
      ? "Nothing was sent. Check 'Base URL' in the credential and the network, then try again."
      : 'Nothing was changed. Try again in a few minutes.',
  });
}

const CHECK_DASHBOARD = 'Check the dashboard before running this again; it could be applied twice.';

/** An attempt that may or may not have been carried out. */
function unclear(call: ServiceCall<unknown>, reason: string, failure?: ServiceError): ServiceError {
  return new ServiceError({
    kind: 'outcomeUnknown',
    status: failure?.status,
    code: failure?.code,
    retryAfterMs: failure?.retryAfterMs,
    safeToRepeat: isIdempotent(call),
    message: `Unknown result: the service may or may not have processed this request (${reason})`,
    hint: isIdempotent(call)
      ? 'It is safe to run this again: the result is the same.'
      : CHECK_DASHBOARD,
  });
}

/** https only, http for this machine; no query, no trailing slash. */
export function checkedBaseUrl(baseUrl: string): string {
  const text = baseUrl.trim().replace(/\/+$/, '');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const local = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const plain = url !== undefined && !/[?#]/.test(text) && !url.username && !url.password;
  if (plain && (url.protocol === 'https:' || (url.protocol === 'http:' && local))) return text;
  throw new ServiceError({
    kind: 'invalidInput',
    field: 'baseUrl',
    message: "'Base URL' must be a URL that starts with https://, without ?, # or a password",
    hint: "Enter the URL of the service in 'Base URL' of the credential, e.g. https://api.example.com.",
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
  throw new ServiceError({
    kind: 'invalidInput',
    field: name,
    message: `The value for '${name}' contains a broken character`,
    hint: 'An earlier step may have cut an emoji in half. Use the whole text.',
  });
}
