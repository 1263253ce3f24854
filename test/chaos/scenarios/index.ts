import type { Operation } from '../../../shared/operations/operation';
import type { Maker } from '../scenario';
import { otherScenarios } from './others';
import { passScenarios } from './passes';

const MAKERS: Record<string, Maker | Maker[]> = { ...passScenarios, ...otherScenarios };

/**
 * Scenarios of an operation: one for each input that changes its retry behavior or its request.
 * @throws Error for an unknown one
 */
export function makersOf({ resource, key }: Operation): Maker[] {
  const makers = MAKERS[`${resource}.${key}`];
  if (!makers)
    throw new Error(`No scenario for ${resource}.${key}: add one in test/chaos/scenarios`);
  return [makers].flat();
}
