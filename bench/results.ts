import type { LoadCosts } from './loadTimes';
import type { ManyItems } from './manyItems/manyItems';
import type { ServerResults } from './server/benchServer';

/** Content of `bench/results.json`. Times in ms, sizes in bytes. */
export interface Results extends ManyItems {
  load: LoadCosts;
  /** Absent until `npm run bench -- server` has run. */
  server?: ServerResults;
}
