/** One API request and its result. */
export interface LoggedRequest {
  /** Number of the request, from 1. */
  sequence: number;
  method: string;
  path: string;
  query: Record<string, string>;
  /** Lower-case names; key values are replaced. */
  headers: Record<string, string>;
  /** Parsed JSON, the text if it is not JSON, the beginning of a very long text, or `undefined` without a body. */
  body: unknown;
  /** Preset of the key, else its label; absent if the key is unknown. */
  keyLabel?: string;
  /**
   * Keys of query and body that the endpoint does not know, such as `query.page` or
   * `body.passes.0.color`. Empty for a request that did not reach an endpoint.
   */
  unknownKeys: string[];
  /** HTTP status; `null` if the connection was dropped or there is no response yet. */
  status: number | null;
  /** The service's status, whatever the caller received; absent if not processed. */
  outcome?: number;
  /** Kind of the fault that hit it. */
  fault?: string;
  /** Epoch ms of the service's clock at arrival. */
  at: number;
  /** Requests in flight at arrival, this one included. */
  inFlight: number;
}

export type RequestListener = (request: LoggedRequest) => void;

/** Maximum number of logged requests; older ones are dropped. */
const KEPT = 20_000;
/** A longer body is cut off. */
const LONGEST_BODY = 100_000;
const SECRET_HEADERS = ['x-api-key', 'authorization', 'cookie'];

/** The API requests so far, and how many were in flight at once. */
export class RequestLog {
  private readonly entries: LoggedRequest[] = [];
  private readonly listeners = {
    start: new Set<RequestListener>(),
    end: new Set<RequestListener>(),
  };
  private sequence = 0;
  private inFlight = 0;
  private mostInFlight = 0;

  /** Log the arrival of a request and notify the listeners. */
  begin(
    arrived: Pick<LoggedRequest, 'method' | 'path' | 'query' | 'headers' | 'at'> & {
      bodyText: string;
    },
  ): LoggedRequest {
    const { bodyText, ...request } = arrived;
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    const entry: LoggedRequest = {
      ...request,
      headers: { ...request.headers },
      body: bodyOf(bodyText),
      sequence: ++this.sequence,
      unknownKeys: [],
      status: null,
      inFlight: this.inFlight,
    };
    for (const name of SECRET_HEADERS) {
      if (entry.headers[name] !== undefined) entry.headers[name] = '(hidden)';
    }
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.shift();
    for (const listener of this.listeners.start) listener(entry);
    return entry;
  }

  /** Log the status, `null` for a dropped connection, and notify the listeners. */
  end(entry: LoggedRequest, status: number | null): void {
    this.inFlight -= 1;
    entry.status = status;
    for (const listener of this.listeners.end) listener(entry);
  }

  /** Oldest first. */
  all(): LoggedRequest[] {
    return [...this.entries];
  }

  /** The most requests that were ever in flight at once. */
  inFlightMax(): number {
    return this.mostInFlight;
  }

  clear(): void {
    this.entries.length = 0;
    this.mostInFlight = this.inFlight;
  }

  /**
   * Call `listener` with every request when it arrives, or when it has been completed or dropped.
   * @returns a function that removes it
   */
  listen(moment: 'start' | 'end', listener: RequestListener): () => void {
    this.listeners[moment].add(listener);
    return () => this.listeners[moment].delete(listener);
  }
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined;
  if (text.length > LONGEST_BODY) return `${text.slice(0, 1000)}… (${text.length} characters)`;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
