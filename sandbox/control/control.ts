import type { Scope } from '../../shared/service/scopes';
import { KEY_PREFIX } from '../../shared/service/vocabulary';
import { addApiKey } from '../resources/apiKeys/key';
import type { AccountSettings, Pass } from '../state/entities';
import type { OutboxEntry } from '../state/outbox';
import type { Seeded } from '../seed/seed';
import type { ImageFetchSettings } from '../state/state';
import { type BadgeControl, createBadgeControl } from './badges';
import { type PassRecord, passRecords, passRecord } from './passRecords';
import { seedPasses, type SeedPassesOptions } from './bulk';
import type { Fault, FaultChooser } from './faults';
import type { RateLimit } from './rateLimit';
import type { LoggedRequest, RequestListener } from './requestLog';
import type { Traffic } from './traffic';

/** The test controls of a running sandbox. */
export interface SandboxControl extends BadgeControl {
  /** Create a key on the demo account. @returns its full value */
  addKey(scopes: 'all' | readonly Scope[], label?: string): string;
  /** Disable a key: it returns 401 immediately. @param key its full value */
  disableKey(key: string): void;

  /** The service's time, epoch ms. */
  now(): number;
  /** Set the time (epoch ms); it is frozen unless `running`. `null` returns to the real time. */
  setClock(at: number | null, options?: { running?: boolean }): void;
  /** Advance the time by `ms`. */
  advanceClock(ms: number): void;

  /** Delay of every API response (ms, real time). */
  setLatency(ms: number): void;
  /** Queue one fault or several. */
  queueFault(faults: Fault | readonly Fault[]): void;
  /** Choose a fault for each request that no queued fault matches; `null` removes the chooser. */
  chooseFaults(chooser: FaultChooser | null): void;
  /** Clear the queue and the chooser. */
  clearFaults(): void;
  /** Limit all API requests together; `null` removes the limit. */
  setRateLimit(limit: RateLimit | null): void;
  /** Maximum passes per list page, whatever `limit` is (even if omitted); `null` for no maximum. */
  setPageCap(cap: number | null): void;
  /**
   * Whether concurrent balance operations on one pass start from the same balance, as the service allows.
   */
  setLostUpdates(on: boolean): void;

  /**
   * How images are fetched by `url`: origins allowed although they are not public, such as a test's image
   * server, and the timeout (default 10 s).
   */
  setImageFetch(settings: Partial<ImageFetchSettings>): void;

  /** Change settings of the demo account. */
  setAccount(changes: Partial<AccountSettings>): void;
  /** A phone added the pass to wallet A or B. */
  phoneAdded(passId: string, wallet: 'a' | 'b'): void;
  /** A phone removed the pass from wallet A or B. */
  phoneRemoved(passId: string, wallet: 'a' | 'b'): void;
  /** Whether the wallet B copy of the pass exists; `PATCH /pass` rebuilds a missing one. */
  setWalletBCopy(passId: string, exists: boolean): void;
  /** Create many passes on a template at once, without messages. @returns IDs, oldest first */
  seedPasses(templateId: string, count: number, options?: SeedPassesOptions): string[];
  /** Reset to the seed: all data, log, faults, limits, latency, page cap, lost updates, clock. */
  reset(seed?: 'demo' | 'templates'): void;

  /** Passes in full: of one template newest first, or all of all accounts. */
  passes(templateId?: string): PassRecord[];
  pass(id: string): PassRecord | undefined;
  /** Messages sent so far, oldest first. */
  outbox(): OutboxEntry[];
  /** API requests, oldest first (the last 20,000). */
  requests(): LoggedRequest[];
  clearRequests(): void;
  /** The most API requests that were in flight at once since the start or `clearRequests`. */
  inFlightMax(): number;
  /** Call `listener` with every request as it arrives. @returns a function that removes it */
  onRequestStart(listener: RequestListener): () => void;
  /** Call `listener` with every completed or dropped request. @returns a function that removes it */
  onRequest(listener: RequestListener): () => void;
}

/** The controls over a running service. */
export function createControl(
  traffic: Traffic,
  world: { seeded: Seeded },
  reseed: (seed?: 'demo' | 'templates') => void,
): SandboxControl {
  const state = () => traffic.state;
  const pass = (id: string): Pass => {
    const found = state().passes.get(id);
    if (found === undefined) throw new Error(`No pass ${id}`);
    return found;
  };
  const moveDevices = (id: string, wallet: 'a' | 'b', by: 1 | -1) => {
    const key = wallet === 'a' ? 'walletADevices' : 'walletBDevices';
    const found = pass(id);
    found[key] = Math.max(0, found[key] + by);
  };

  return {
    ...createBadgeControl(state),
    addKey: (scopes, label = 'Custom key') => {
      const value = `${KEY_PREFIX}demo_${state().random.id()}`;
      addApiKey(state(), value, { accountId: world.seeded.accountId, label, scopes });
      return value;
    },
    disableKey: (value) => {
      const key = state().keys.find(value);
      if (key === undefined) throw new Error('No such key');
      key.disabledAt = state().clock.now();
    },
    now: () => state().clock.now(),
    setClock: (at, options) => state().clock.set(at, options),
    advanceClock: (ms) => state().clock.advance(ms),
    setLatency: (ms) => {
      traffic.latency = ms;
    },
    queueFault: (faults) => {
      for (const fault of [faults].flat()) traffic.faults.add(fault);
    },
    chooseFaults: (chooser) => {
      traffic.faults.chooser = chooser ?? undefined;
    },
    clearFaults: () => traffic.faults.clear(),
    setRateLimit: (limit) => traffic.setRateLimit(limit),
    setPageCap: (cap) => {
      state().pageCap = cap;
    },
    setLostUpdates: (on) => {
      state().lostUpdates = on;
    },
    setImageFetch: (settings) => {
      state().imageFetch = { ...state().imageFetch, ...settings };
    },
    setAccount: (changes) => {
      Object.assign(state().account(world.seeded.accountId).settings, changes);
    },
    phoneAdded: (id, wallet) => moveDevices(id, wallet, 1),
    phoneRemoved: (id, wallet) => moveDevices(id, wallet, -1),
    setWalletBCopy: (id, exists) => {
      pass(id).walletBCopy = exists;
    },
    seedPasses: (templateId, count, options) => seedPasses(state(), templateId, count, options),
    reset: reseed,
    passes: (templateId) => passRecords(state(), templateId),
    pass: (id) => {
      const found = state().passes.get(id);
      return found && passRecord(state(), found);
    },
    outbox: () => state().outbox.sentBy(state().clock.now()),
    requests: () => traffic.log.all(),
    clearRequests: () => traffic.log.clear(),
    inFlightMax: () => traffic.log.inFlightMax(),
    onRequestStart: (listener) => traffic.log.listen('start', listener),
    onRequest: (listener) => traffic.log.listen('end', listener),
  };
}
