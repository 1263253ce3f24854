/**
 * A local wallet pass service: the whole API in memory, web pages, and test controls. Based on
 * docs/service.md alone; it shares no logic with its clients.
 */
import type { Preset } from '../shared/service/scopes';
import { createControl, type SandboxControl } from './control/control';
import { Traffic } from './control/traffic';
import { createApp } from './http/app';
import { listen, type RunningServer } from './http/server';
import type { SeedBadge } from './seed/badges';
import type { Foreign } from './seed/foreign';
import { type Seeded, seed } from './seed/seed';
import type { SeedTemplate } from './seed/templates';
import { Clock } from './state/clock';
import { State } from './state/state';
import { DataFile } from './storage/dataFile';
import { Autosave } from './storage/autosave';
import { restoreSnapshot, takeSnapshot } from './storage/snapshot';

export type { BookedBadgePass, BookedInvite } from './control/badges';
export type { PassRecord } from './control/passRecords';
export type { SeedPassesOptions } from './control/bulk';
export type { SandboxControl } from './control/control';
export type { Fault, FaultChooser, FaultKind, FaultMatch } from './control/faults';
export type { RateLimit } from './control/rateLimit';
export type { LoggedRequest, RequestListener } from './control/requestLog';
export type { BadgePassStatus } from './state/badgeEntities';
export type { OutboxEntry } from './state/outbox';
export type { ImageFetchSettings } from './state/state';

export interface SandboxOptions {
  /** Port to listen on; default 0, a free one. */
  port?: number;
  /** `'demo'` (default) has a few hundred passes, `'templates'` none on the demo account. */
  seed?: 'demo' | 'templates';
  /**
   * Whether concurrent balance operations on one pass start from the same balance, as the service warns
   * they may, so that all but the last are lost; default false. `control.reset` restores this value.
   */
  lostUpdates?: boolean;
  /** Real time, epoch ms; default `Date.now`. */
  now?: () => number;
  /**
   * File that keeps the state across restarts; default none: everything is in memory. If it exists, it is
   * loaded, and `seed` applies only to `control.reset`.
   */
  data?: string;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  baseUrl: string;
  /** Web page with templates, passes, badges, files, keys, and outbox. */
  indexUrl: string;
  /** Full key value per dashboard preset; the same on every start. */
  keys: Record<Preset, string>;
  /** Seeded template IDs of the demo account; the same on every start. */
  templates: Record<SeedTemplate, string>;
  /** Seeded badge IDs of the demo account; the same on every start. */
  badges: Record<SeedBadge, string>;
  /** IDs of another account, for tests of forbidden access. */
  foreign: Foreign;
  control: SandboxControl;
  /** Stop immediately and close open connections. */
  close(): Promise<void>;
}

/**
 * Start the service on 127.0.0.1.
 * @throws Error when the port is taken, or `data` cannot be read or is in use
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const dataFile = options.data === undefined ? undefined : await DataFile.open(options.data);
  let server: RunningServer | undefined;
  try {
    server = await listen(options.port ?? 0);
    return await start(server, dataFile, options);
  } catch (error) {
    await server?.close();
    await dataFile?.close();
    throw error;
  }
}

async function start(
  server: RunningServer,
  dataFile: DataFile | undefined,
  options: SandboxOptions,
): Promise<Sandbox> {
  const { baseUrl } = server;
  const clock = new Clock(options.now);
  const freshState = () => {
    const state = new State(baseUrl, clock);
    state.lostUpdates = options.lostUpdates ?? false;
    return state;
  };
  const traffic = new Traffic(freshState());
  const seededAs = options.seed ?? 'demo';

  const saved = await dataFile?.read(baseUrl);
  const world: { seeded: Seeded } = {
    seeded:
      saved === undefined
        ? seed(traffic.state, seededAs)
        : restoreSnapshot(traffic.state, saved.snapshot, saved.contents.values()),
  };
  const autosave =
    dataFile &&
    new Autosave(dataFile, () => ({
      text: JSON.stringify(takeSnapshot(traffic.state, world.seeded)),
      contents: traffic.state.files.allBlobs(),
    }));
  autosave?.schedule();

  const control = createControl(traffic, world, (kind = seededAs) => {
    clock.set(null);
    traffic.restart(freshState());
    world.seeded = seed(traffic.state, kind);
  });
  const { keys, templates, badges, foreign } = world.seeded;
  const info = { baseUrl, indexUrl: `${baseUrl}/`, keys, templates, badges, foreign };
  const app = createApp(
    traffic,
    control,
    () => info,
    () => autosave?.schedule(),
  );
  server.handle(app.fetch);
  return {
    ...info,
    control: autosave === undefined ? control : touching(control, autosave),
    close: async () => {
      await server.close();
      try {
        await autosave?.stop();
      } finally {
        await dataFile?.close();
      }
    },
  };
}

/** The controls; each call may change the state. */
function touching(control: SandboxControl, autosave: Autosave): SandboxControl {
  return new Proxy(control, {
    get: (target, name, receiver) => {
      autosave.schedule();
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}
