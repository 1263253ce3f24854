/**
 * The wallet pass service on this machine: the whole API in memory, pages to look at, and controls for
 * tests. Written from the service's specification alone; it shares no logic with its clients.
 */
import type { Preset } from '../shared/service/scopes';
import { createControl, type SandboxControl } from './control/control';
import { Traffic } from './control/traffic';
import { createApp } from './http/app';
import { listen } from './http/server';
import type { SeedBadge } from './seed/badges';
import type { Foreign } from './seed/foreign';
import { type Seeded, seed } from './seed/seed';
import type { SeedTemplate } from './seed/templates';
import { Clock } from './state/clock';
import { State } from './state/state';

export type { BookedBadgePass, BookedInvite } from './control/badges';
export type { BookedPass } from './control/books';
export type { SeedPassesOptions } from './control/bulk';
export type { SandboxControl } from './control/control';
export type { Fault, FaultMatch } from './control/faults';
export type { RateLimit } from './control/rateLimit';
export type { LoggedRequest, RequestListener } from './control/requestLog';
export type { BadgePassStatus } from './state/badgeEntities';
export type { OutboxEntry } from './state/outbox';
export type { ImageFetchSettings } from './state/state';

export interface SandboxOptions {
  /** Port to listen on; 0, the default, takes a free one. */
  port?: number;
  /** `'demo'` (default) has a few hundred passes, `'templates'` none on the demo account. */
  seed?: 'demo' | 'templates';
  /** The time outside, epoch ms; default `Date.now`. */
  now?: () => number;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  baseUrl: string;
  /** Page for people: templates, newest passes, outbox. */
  indexUrl: string;
  /** A full key value per dashboard preset; the same on every start. */
  keys: Record<Preset, string>;
  /** Seeded template IDs of the demo account; the same on every start. */
  templates: Record<SeedTemplate, string>;
  /** Seeded badge IDs of the demo account; the same on every start. */
  badges: Record<SeedBadge, string>;
  /** IDs of another account, to try what is not allowed. */
  foreign: Foreign;
  control: SandboxControl;
  /** Stop at once, open connections included. */
  close(): Promise<void>;
}

/**
 * Start the service on 127.0.0.1.
 * @throws Error when the port is taken
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const server = await listen(options.port ?? 0);
  const { baseUrl } = server;
  const clock = new Clock(options.now);
  const traffic = new Traffic(new State(baseUrl, clock));
  const seededAs = options.seed ?? 'demo';
  const world: { seeded: Seeded } = { seeded: seed(traffic.state, seededAs) };
  const control = createControl(traffic, world, (kind = seededAs) => {
    clock.set(null);
    traffic.restart(new State(baseUrl, clock));
    world.seeded = seed(traffic.state, kind);
  });

  const { keys, templates, badges, foreign } = world.seeded;
  const info = { baseUrl, indexUrl: `${baseUrl}/`, keys, templates, badges, foreign };
  server.handle(createApp(traffic, control, () => info).fetch);
  return { ...info, control, close: () => server.close() };
}
