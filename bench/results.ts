import type { LoadCosts } from './loadTimes';
import type { ManyItems } from './manyItems/manyItems';

/** Content of `bench/results.json`. Times in ms, sizes in bytes. */
export interface Results extends ManyItems {
  load: LoadCosts;
}
