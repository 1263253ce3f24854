import type { Bundle, ZObject } from 'zapier-platform-core';

import { readPassLink } from '../shared/triggers/passEvents';
import { withStepContext } from './transport/stepContext';

/**
 * Reads the link of an event's pass; `null` if the pass cannot be found. Zapier calls it when a Zap runs, so only
 * for new events.
 */
export function passLink(z: ZObject, bundle: Bundle) {
  const { passId } = bundle.inputData as { passId: string };
  return withStepContext(
    z,
    bundle,
    async (context) => (await readPassLink(context.client, passId)) ?? null,
  );
}
