import type { Duplicates } from '../../api/templatePasses/duplicates';
import { getAll } from '../../operations/pass/getAll';
import { listFilters } from '../../operations/pass/listFilters';
import { listed } from '../../service/wording';
import type { EndedRun, Finding } from './finding';

const MAX_LISTED = 20;

/**
 * Which external IDs overlapping runs have issued, and where to see their passes. Which of them to keep is unknown:
 * the service documents only that a lookup acts on the first pass that it finds.
 */
export function findDuplicates({ duplicates }: Pick<EndedRun, 'duplicates'>): Finding | undefined {
  return (
    duplicates && {
      about: 'duplicates',
      items: [],
      lines: [textOf(duplicates)],
      details: duplicates,
    }
  );
}

function textOf({ found, isComplete }: Duplicates): string {
  const problem = 'Another run issued passes with the same external IDs at the same time.';
  if (!isComplete) {
    return `${problem} The newest passes could not be read. Check the list of passes for external IDs that appear more than once.`;
  }
  const ids = listed(found, MAX_LISTED, ({ externalId }) => externalId);
  const first = new Date(Math.min(...found.map(({ created }) => created))).toISOString();
  const [have, they] = found.length === 1 ? ['ID has', 'it appears'] : ['IDs have', 'they appear'];
  return `${problem} ${found.length} external ${have} more than one pass: ${ids}. To see the passes, use '${getAll.label}' with '${listFilters.issuedAfter.label}' set to ${first}: ${they} more than once.`;
}
