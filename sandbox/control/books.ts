import { passLink } from '../resources/passes/links';
import { type PassState, passState } from '../resources/passes/validity';
import { deviceCount } from '../resources/passes/views';
import type { Pass } from '../state/entities';
import type { State } from '../state/state';

/** A pass in full, as the service holds it; a copy that can be kept. */
export interface BookedPass extends Omit<Pass, 'walletADevices' | 'walletBDevices'> {
  devices: { a: number; b: number };
  deviceCount: number;
  /** Judged by the clock now: natural expiry leaves `isValid` true. */
  state: PassState;
  link: string;
}

/** The pass as an entry of the books. */
export function bookPass(state: State, pass: Pass): BookedPass {
  const { walletADevices, walletBDevices, ...rest } = structuredClone(pass);
  return {
    ...rest,
    devices: { a: walletADevices, b: walletBDevices },
    deviceCount: deviceCount(pass),
    state: passState(pass, state.clock.now()),
    link: passLink(state, pass.id),
  };
}

/** Passes of a template newest first, or of all accounts in the order the service came to know them. */
export function bookedPasses(state: State, templateId?: string): BookedPass[] {
  const passes =
    templateId === undefined ? [...state.passes.all()] : state.passes.newestFirst(templateId);
  return passes.map((pass) => bookPass(state, pass));
}
