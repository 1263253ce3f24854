import { counted } from '../../service/wording';
import type { EndedRun, Finding } from './finding';

/** How many external IDs another run has issued at the same time. Which of their passes to keep, only a person knows. */
export function findIssuedTwice({
  issuedTwice,
}: Pick<EndedRun, 'issuedTwice'>): Finding | undefined {
  if (issuedTwice === 0) return undefined;
  return {
    about: 'issuedTwice',
    items: [],
    lines: [
      `Another run issued passes at the same time: ${counted(issuedTwice, 'external ID has', 'external IDs have')} two passes now. Don't run two lists with the same external IDs at the same time.`,
    ],
    details: { externalIds: issuedTwice },
  };
}
