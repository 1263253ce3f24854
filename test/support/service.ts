import { createClient, type ClientOptions, type ServiceClient } from '../../shared/http/client';
import { sandboxTransport } from './sandboxTransport';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index';
import { fastClock } from './clock';

export interface Service {
  readonly sandbox: Sandbox;
  /** A client of the shared core; its waits are very short. */
  client(apiKey?: string, options?: Partial<ClientOptions>): ServiceClient;
  /** `METHOD /path` of every request since the last reset, in order. */
  sent(): string[];
  /** Bodies of the requests to a path, in order. */
  bodies(method: string, path: string | RegExp): Record<string, unknown>[];
}

/** The service for the tests of a file; every test finds it as seeded, without passes. */
export function useService(options: SandboxOptions = { seed: 'templates' }): Service {
  let started: Sandbox | undefined;
  const running = (): Sandbox => {
    if (!started) throw new Error('The sandbox is not started yet');
    return started;
  };
  beforeAll(async () => {
    started = await startSandbox(options);
  });
  beforeEach(() => {
    running().control.reset();
  });
  afterAll(async () => {
    await running().close();
  });
  return {
    get sandbox() {
      return running();
    },
    client(apiKey = running().keys['Full access'], options = {}) {
      const transport = sandboxTransport(running(), apiKey);
      return createClient({ baseUrl: running().baseUrl, transport, clock: fastClock, ...options });
    },
    sent: () =>
      running()
        .control.requests()
        .map(({ method, path }) => `${method} ${path}`),
    bodies: (method, path) =>
      running()
        .control.requests()
        .filter(
          (request) =>
            request.method === method &&
            (typeof path === 'string' ? request.path === path : path.test(request.path)),
        )
        .map(({ body }) => body as Record<string, unknown>),
  };
}
