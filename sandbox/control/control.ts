import type { Scope } from '../../shared/service/scopes';
import { KEY_PREFIX } from '../../shared/service/vocabulary';
import { findKey } from '../http/authenticate';
import type { Traffic } from '../http/traffic';
import { addApiKey } from '../resources/apiKeys';
import { settledBadgePasses } from '../resources/badges/badge';
import {
  addBadgeByInvite,
  inviteLink,
  type InviteState,
  inviteState,
} from '../resources/badges/invites';
import { passLink, deviceCount, type PassState, passState } from '../resources/passes/pass';
import type { Seeded } from '../seed/seed';
import type {
  AccountSettings,
  BadgeInvite,
  BadgePass,
  BadgePassStatus,
  OutboxEntry,
  Pass,
} from '../state/entities';
import type { ImageFetchSettings, State } from '../state/state';
import type { Fault, FaultChooser } from './faults';
import type { RateLimit } from './rateLimit';
import type { LoggedRequest, RequestListener } from './requestLog';
import { seedPasses, type SeedPassesOptions } from './seedPasses';

/** Copy of a pass record with its derived state, for tests. */
export interface PassRecord extends Omit<Pass, 'walletADevices' | 'walletBDevices'> {
  devices: { a: number; b: number };
  deviceCount: number;
  /** State at the current time; an expiration leaves `isValid` true. */
  state: PassState;
  link: string;
}

/** Copy of an invite record with its derived state. */
type InviteRecord = BadgeInvite & { url: string; state: InviteState };

/** The test controls of a running sandbox. */
export type SandboxControl = ReturnType<typeof createControl>;

/** The controls over a running service. */
export function createControl(
  traffic: Traffic,
  world: { seeded: Seeded },
  reseed: (seed?: 'demo' | 'templates') => void,
) {
  const state = () => traffic.state;
  const find = <Found>(what: string, id: string, found: Found | undefined): Found => {
    if (found === undefined) throw new Error(`No ${what} ${id}`);
    return found;
  };
  const pass = (id: string) => find('pass', id, state().passes.get(id));
  const moveDevices = (id: string, wallet: 'a' | 'b', by: 1 | -1) => {
    const key = wallet === 'a' ? 'walletADevices' : 'walletBDevices';
    const found = pass(id);
    found[key] = Math.max(0, found[key] + by);
  };

  return {
    /** Create a key on the demo account. @returns its full value */
    addKey: (scopes: 'all' | readonly Scope[], label = 'Custom key'): string => {
      const value = `${KEY_PREFIX}demo_${state().random.id()}`;
      addApiKey(state(), value, { accountId: world.seeded.accountId, label, scopes });
      return value;
    },
    /** Disable a key: it returns 401 immediately. @param value its full value */
    disableKey: (value: string): void => {
      const key = findKey(state(), value);
      if (key === undefined) throw new Error('No such key');
      key.disabledAt = state().clock.now();
    },

    /** The service's time, epoch ms. */
    now: (): number => state().clock.now(),
    /** Freeze the time at `at` (epoch ms); `null` returns to the real time. */
    setClock: (at: number | null): void => state().clock.set(at),
    /** Advance the time by `ms`. */
    advanceClock: (ms: number): void => state().clock.advance(ms),

    /** Delay of every API response (ms, real time). */
    setLatency: (ms: number): void => {
      traffic.latency = ms;
    },
    /** Queue one fault or several. */
    queueFault: (faults: Fault | readonly Fault[]): void => {
      for (const fault of [faults].flat()) traffic.faults.add(fault);
    },
    /** Choose a fault for each request that no queued fault matches; `null` removes the chooser. */
    chooseFaults: (chooser: FaultChooser | null): void => {
      traffic.faults.chooser = chooser ?? undefined;
    },
    /** Clear the queue and the chooser. */
    clearFaults: (): void => traffic.faults.clear(),
    /** Limit all API requests together; `null` removes the limit. */
    setRateLimit: (limit: RateLimit | null): void => traffic.setRateLimit(limit),
    /** Maximum passes per list page, whatever `limit` is (even if omitted); `null` for no maximum. */
    setPageCap: (cap: number | null): void => {
      state().pageCap = cap;
    },
    /**
     * How images are fetched by `url`: origins allowed although they are not public, such as a test's image
     * server, the timeout (default 10 s), and how names are resolved (default by the system).
     */
    setImageFetch: (settings: Partial<ImageFetchSettings>): void => {
      Object.assign(state().imageFetch, settings);
    },

    /** Change settings of the demo account. */
    setAccount: (changes: Partial<AccountSettings>): void => {
      Object.assign(state().account(world.seeded.accountId).settings, changes);
    },
    /** A phone added the pass to wallet A or B. */
    phoneAdded: (passId: string, wallet: 'a' | 'b'): void => moveDevices(passId, wallet, 1),
    /** A phone removed the pass from wallet A or B. */
    phoneRemoved: (passId: string, wallet: 'a' | 'b'): void => moveDevices(passId, wallet, -1),
    /** Whether the wallet B copy of the pass exists; `PATCH /pass` rebuilds a missing one. */
    setWalletBCopy: (passId: string, exists: boolean): void => {
      pass(passId).walletBCopy = exists;
    },
    /** Create many passes on a template at once, without messages. @returns IDs, oldest first */
    seedPasses: (templateId: string, count: number, options?: SeedPassesOptions): string[] =>
      seedPasses(state(), templateId, count, options),
    /** Reset to the seed: all data, log, faults, limits, latency, page cap, clock. */
    reset: reseed,

    /**
     * A phone opens an invite and adds the badge, which is `ACTIVE` immediately.
     * @throws Error when the invite cannot be used
     */
    badgeAdded: (code: string): { userId: string; passId: string } => {
      const added = addBadgeByInvite(state(), code);
      return { userId: added.holder.id, passId: added.pass.id };
    },
    /** Publish a badge, as in the dashboard: people can be invited to it. */
    publishBadge: (badgeId: string): void => {
      const badge = find('badge', badgeId, state().badges.get(badgeId));
      badge.active = true;
      badge.walletAStatus = 'APPROVED';
    },
    /** Set the status of a badge pass; pending changes are discarded. */
    setBadgePassStatus: (passId: string, status: BadgePassStatus): void => {
      const found = find('badge pass', passId, state().badgePasses.get(passId));
      found.status = status;
      found.pending = [];
    },
    /** Badge passes of all accounts in order of issue, after changes that are due have been applied. */
    badgePasses: (): BadgePass[] => structuredClone(settledBadgePasses(state())),
    /** Invites of all accounts in order of creation, without canceled ones. */
    badgeInvites: (): InviteRecord[] =>
      [...state().invites.values()].map((invite) => ({
        ...invite,
        url: inviteLink(state(), invite.code),
        state: inviteState(state(), invite),
      })),

    /** Passes in full: of one template newest first, or all of all accounts. */
    passes: (templateId?: string): PassRecord[] => {
      const { passes } = state();
      const chosen =
        templateId === undefined ? [...passes.values()] : passes.newestFirst(templateId);
      return chosen.map((found) => passRecord(state(), found));
    },
    pass: (id: string): PassRecord | undefined => {
      const found = state().passes.get(id);
      return found && passRecord(state(), found);
    },
    /** Messages sent so far, oldest first. */
    outbox: (): OutboxEntry[] => state().sentMessages(),
    /** API requests, oldest first (the last 20,000). */
    requests: (): LoggedRequest[] => traffic.log.all(),
    clearRequests: (): void => traffic.log.clear(),
    /** The most API requests that were in flight at once since the start or `clearRequests`. */
    inFlightMax: (): number => traffic.log.inFlightMax(),
    /** Call `listener` with every request as it arrives. @returns a function that removes it */
    onRequestStart: (listener: RequestListener): (() => void) =>
      traffic.log.listen('start', listener),
    /** Call `listener` with every completed or dropped request. @returns a function that removes it */
    onRequest: (listener: RequestListener): (() => void) => traffic.log.listen('end', listener),
  };
}

function passRecord(state: State, pass: Pass): PassRecord {
  const { walletADevices, walletBDevices, ...rest } = structuredClone(pass);
  return {
    ...rest,
    devices: { a: walletADevices, b: walletBDevices },
    deviceCount: deviceCount(pass),
    state: passState(pass, state.clock.now()),
    link: passLink(state, pass.id),
  };
}
