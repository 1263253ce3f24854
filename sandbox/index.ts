/**
 * A local wallet pass service: the whole API in memory, web pages, and test controls. Based on
 * docs/service.md alone; it shares no logic with its clients.
 */
import { createControl, type SandboxControl } from './control/control';
import type { SandboxInfo } from './control/routes';
import { createApp } from './http/app';
import { type Handle, listen } from './http/server';
import { Traffic } from './http/traffic';
import { seed } from './seed/seed';
import { Clock } from './state/clock';
import { State } from './state/state';

export type { PassRecord, SandboxControl } from './control/control';
export type { Fault, FaultChooser, FaultKind, FaultMatch } from './control/faults';
export type { RateLimit, RetryAfter } from './control/rateLimit';
export type { LoggedRequest, RequestListener } from './control/requestLog';
export type { SeedPassesOptions } from './control/seedPasses';
export type { BadgePassStatus, OutboxEntry } from './state/entities';
export type { ImageFetchSettings } from './state/state';

export interface SandboxOptions {
  /** Port to listen on; default 0, a free one. */
  port?: number;
  /** Path in front of all endpoints, such as `/api`; pages and test controls stay where they are. Default: none. */
  apiPath?: string;
  /** `'demo'` (default) has a few hundred passes, `'templates'` none on the demo account. */
  seed?: 'demo' | 'templates';
  /**
   * Whether concurrent balance operations on one pass start from the same balance, as the service warns
   * they may, so that all but the last are lost; default false. `control.reset` restores this value.
   */
  lostUpdates?: boolean;
  /** Real time, epoch ms; default `Date.now`. */
  now?: () => number;
}

/** A running sandbox: its URLs, its keys, and the IDs of its seed, which are the same on every start. */
export interface Sandbox extends SandboxInfo {
  control: SandboxControl;
  /**
   * Process a request in this process, without a connection.
   * @throws Error with a network code if a fault drops the connection, as HTTP clients do
   */
  fetch(request: Request): Promise<Response>;
  /** Stop immediately and close open connections. */
  close(): Promise<void>;
}

/**
 * Start the service on 127.0.0.1.
 * @throws Error when the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, apiPath = '', seed: seededAs = 'demo', lostUpdates = false } = options;
  const server = await listen(port);
  const { origin } = server;
  const clock = new Clock(options.now);
  const freshState = () => Object.assign(new State(origin, clock), { lostUpdates });
  const traffic = new Traffic(freshState());
  const world = { seeded: seed(traffic.state, seededAs) };
  const control = createControl(traffic, world, (kind = seededAs) => {
    clock.set(null);
    traffic.restart(freshState());
    world.seeded = seed(traffic.state, kind);
  });
  const { accountId: _, ...seeded } = world.seeded;
  const info = { baseUrl: `${origin}${apiPath}`, indexUrl: `${origin}/`, ...seeded };
  const { fetch: handle } = createApp(traffic, control, { ...info, apiPath });
  server.handle(handle);
  return {
    ...info,
    control,
    fetch: (request) => withoutNetwork(handle, request),
    close: () => server.close(),
  };
}

function withoutNetwork(handle: Handle, request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    const lost = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    const drop = (response?: Response) =>
      response === undefined ? reject(lost) : resolve(brokenOff(response, lost));
    Promise.resolve(handle(request, { drop })).then(resolve, reject);
  });
}

/** A response whose body fails after its first half. */
function brokenOff({ body, status, headers }: Response, error: Error): Response {
  const half = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, stream) {
      stream.enqueue(chunk.subarray(0, chunk.length / 2));
      stream.error(error);
    },
  });
  return new Response(body?.pipeThrough(half), { status, headers });
}
