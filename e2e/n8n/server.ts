/**
 * A real n8n server in a separate process, with a user folder that starts empty.
 *
 * ```ts
 * const server = await N8nServer.start();
 * await server.stop();
 * ```
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { eventually, freePort, modernNode, tool } from '../support/tools';

export interface N8nServerOptions {
  /** Additional environment variables; they override the defaults. */
  env?: Record<string, string>;
  /** The server with editor and triggers, or a worker in queue mode. */
  kind?: 'start' | 'worker';
  /** User folder to share with another process; default: a new one, removed at the end. */
  folder?: string;
  /** Port to listen on; default: a free one. */
  port?: number;
}

/** Default settings: no telemetry, no update checks, no questions. */
const QUIET = {
  N8N_DIAGNOSTICS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
  N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
  N8N_TEMPLATES_ENABLED: 'false',
  N8N_PERSONALIZATION_ENABLED: 'false',
  N8N_HIRING_BANNER_ENABLED: 'false',
  N8N_DYNAMIC_BANNERS_ENABLED: 'false',
  N8N_LISTEN_ADDRESS: '127.0.0.1',
  // n8n uses it in the URLs of forms and webhooks.
  N8N_HOST: '127.0.0.1',
  // The browser of a test uses plain HTTP.
  N8N_SECURE_COOKIE: 'false',
  GENERIC_TIMEZONE: 'Europe/Berlin',
  NODE_ENV: 'production',
};

/** Prevents all requests that would leave this machine: nothing listens on that proxy. */
export const NO_WAY_OUT = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: 'localhost,127.0.0.1',
};

/** Processes of this run; they are killed when it exits for any reason. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class N8nServer {
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    /** URL of the editor, REST API, forms and webhooks; a worker has only a health check there. */
    readonly url: string,
    /** The user folder; its `.n8n` contains the database, the encryption key and installed packages. */
    readonly folder: string,
    private readonly ownsFolder: boolean,
    private readonly kind: 'start' | 'worker',
    private readonly env: Record<string, string>,
  ) {}

  static async start(options: N8nServerOptions = {}): Promise<N8nServer> {
    const { kind = 'start' } = options;
    const folder = options.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'wallet-pass-n8n-')));
    await mkdir(folder, { recursive: true });
    const port = String(options.port ?? (await freePort()));
    const server = new N8nServer(
      `http://127.0.0.1:${port}`,
      folder,
      options.folder === undefined,
      kind,
      {
        // Only the variables that a server needs, not the environment of this process.
        PATH: process.env.PATH ?? '',
        HOME: folder,
        N8N_USER_FOLDER: folder,
        ...QUIET,
        ...(kind === 'start'
          ? { N8N_PORT: port }
          : { QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: port }),
        N8N_RUNNERS_BROKER_PORT: String(await freePort()),
        ...options.env,
      },
    );
    await server.launch();
    return server;
  }

  /** Everything the process has printed, across restarts. */
  log(): string {
    return this.output;
  }

  /** Process ID of the running process. */
  get pid(): number {
    if (this.child?.pid === undefined) throw new Error('The process is not running');
    return this.child.pid;
  }

  /** Waits until the process exits; without `halt`, that means a problem. @returns its exit code */
  async ended(): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    if (child.exitCode !== null) return child.exitCode;
    return await new Promise((resolve) => child.once('exit', resolve));
  }

  /** Stops the process: an orderly shutdown, or `'crash'` as in a power cut. Its data is kept. */
  async halt(how: 'orderly' | 'crash' = 'orderly'): Promise<void> {
    const { child } = this;
    if (!child) return;
    this.child = undefined;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null) {
      child.kill(how === 'crash' ? 'SIGKILL' : 'SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
    }
    running.delete(child);
  }

  /** Starts the process again after `halt`, with the same data on the same port. */
  async launch(): Promise<void> {
    const child = spawn(modernNode(), [tool('n8n/bin/n8n'), this.kind], {
      env: this.env,
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        this.output += text.toString();
      });
    }
    const state = await eventually('n8n is ready', () => this.stateOf(child), {
      timeoutMs: 150_000,
    }).catch(() => 'too slow');
    if (state !== 'ready') {
      await this.halt('crash');
      throw new Error(`n8n did not start (${state}). Its output:\n${this.output}`);
    }
  }

  /** Stops the process for good and removes its user folder. */
  async stop(): Promise<void> {
    await this.halt();
    if (this.ownsFolder) await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async stateOf(child: ChildProcess): Promise<string | undefined> {
    if (child.exitCode !== null) return `it exited with code ${child.exitCode}`;
    const { ok } = await fetch(`${this.url}/healthz/readiness`);
    return ok ? 'ready' : undefined;
  }
}
