import type { Operation } from '../../../shared/operations/operation';
import type { Maker } from '../trial';
import { otherTrials } from './others';
import { passTrials } from './passes';

const MAKERS: Record<string, Maker> = { ...passTrials, ...otherTrials };

/** How an operation is put to the test. @throws Error for one that nobody has thought of */
export function makerOf({ resource, key }: Operation): Maker {
  const maker = MAKERS[`${resource}.${key}`];
  if (!maker) throw new Error(`No trial for ${resource}.${key}: give it one in test/chaos/trials`);
  return maker;
}
