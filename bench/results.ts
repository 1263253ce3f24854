import type { LimitedRow } from './manyItems/manyItems';
import type { ServerResults } from './server/benchServer';
import type { ListResults } from './server/lists';
import type { ZapierRuns } from './zapier/benchZapier';

/** Content of `bench/results.json`. Times in ms, sizes in bytes. */
export interface Results {
  /** Of `npm run bench`. */
  limited: LimitedRow[];
  /** Absent until `npm run bench -- server` has run. */
  server?: ServerResults;
  /** Absent until `npm run bench -- lists` has run. */
  lists?: ListResults;
  /** Absent until `npm run bench -- zapier` has run. */
  zapier?: ZapierRuns[];
}
