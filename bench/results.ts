import type { Load } from './load';
import type { ManyItems } from './manyItems/manyItems';

/** What `bench/results.json` holds. Times in ms, sizes in bytes. */
export interface Results extends ManyItems {
  load: Load;
}
