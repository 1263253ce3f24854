import type { Operation } from '../../../shared/operations/operation';
import type { Maker } from '../trial';
import { otherTrials } from './others';
import { passTrials } from './passes';

const MAKERS: Record<string, Maker | Maker[]> = { ...passTrials, ...otherTrials };

/**
 * How an operation is put to the test: one way for each input that changes how it is retried or what it
 * sends. @throws Error for an unknown one
 */
export function makersOf({ resource, key }: Operation): Maker[] {
  const makers = MAKERS[`${resource}.${key}`];
  if (!makers) throw new Error(`No trial for ${resource}.${key}: give it one in test/chaos/trials`);
  return [makers].flat();
}
