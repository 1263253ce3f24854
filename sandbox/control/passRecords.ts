import { passLink } from '../resources/passes/links';
import { type PassState, passState } from '../resources/passes/validity';
import { deviceCount } from '../resources/passes/views';
import type { Pass } from '../state/entities';
import type { State } from '../state/state';

/** Copy of a pass record with its derived state, for tests. */
export interface PassRecord extends Omit<Pass, 'walletADevices' | 'walletBDevices'> {
  devices: { a: number; b: number };
  deviceCount: number;
  /** State at the current time; an expiry leaves `isValid` true. */
  state: PassState;
  link: string;
}

/** Copies a pass and derives its state. */
export function passRecord(state: State, pass: Pass): PassRecord {
  const { walletADevices, walletBDevices, ...rest } = structuredClone(pass);
  return {
    ...rest,
    devices: { a: walletADevices, b: walletBDevices },
    deviceCount: deviceCount(pass),
    state: passState(pass, state.clock.now()),
    link: passLink(state, pass.id),
  };
}

/** Passes of a template newest first, or of all accounts in order of insertion. */
export function passRecords(state: State, templateId?: string): PassRecord[] {
  const passes =
    templateId === undefined ? [...state.passes.all()] : state.passes.newestFirst(templateId);
  return passes.map((pass) => passRecord(state, pass));
}
