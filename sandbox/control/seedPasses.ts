import { addPass, type NewPass } from '../resources/passes/pass';
import type { State } from '../state/state';

/** Options of bulk passes. Everything has a default; all but the functions can be set over HTTP. */
export interface SeedPassesOptions {
  /** `created` of the oldest, epoch ms; default so that the newest is created now. */
  from?: number;
  /** Time between two creations, ms; default 1000. With 0, all have the same `created`. */
  spacingMs?: number;
  /** This many consecutive passes share one `created`; default 1. */
  perInstant?: number;
  /** Share of passes installed on a phone, 0 to 1; default 0. */
  installedShare?: number;
  /** Prefix of the external IDs, followed by a number from 1; default none. `''` omits them. */
  externalIdPrefix?: string;
  /** Prefix of the email addresses, followed by a number and `@example.com`; default none. */
  emailPrefix?: string;
  /** Values of every pass. */
  values?: Partial<NewPass>;
  /** Values of one pass, on top of the others; only in process. */
  each?: (index: number) => Partial<NewPass>;
}

/**
 * Create `count` passes on a template at once, without validation or messages.
 * @returns their IDs, oldest first
 * @throws Error if the template does not exist
 */
export function seedPasses(
  state: State,
  templateId: string,
  count: number,
  options: SeedPassesOptions = {},
): string[] {
  const template = state.liveTemplate(templateId);
  if (template === undefined) throw new Error(`No template ${templateId}`);
  const { spacingMs = 1000, perInstant = 1, installedShare = 0, emailPrefix } = options;
  const instants = Math.ceil(count / perInstant);
  const from = options.from ?? state.clock.now() - (instants - 1) * spacingMs;
  const installedAmong = (passes: number) => Math.floor(passes * installedShare);
  return Array.from({ length: count }, (_, index) => {
    const pass = addPass(state, template, {
      templateFields: {},
      customFields: {},
      created: from + Math.floor(index / perInstant) * spacingMs,
      externalId: options.externalIdPrefix ? `${options.externalIdPrefix}${index + 1}` : undefined,
      email: emailPrefix === undefined ? undefined : `${emailPrefix}${index + 1}@example.com`,
      // Spread evenly, not randomly, so that the share is exact.
      walletADevices: installedAmong(index + 1) - installedAmong(index),
      ...options.values,
      ...options.each?.(index),
    });
    return pass.id;
  });
}
