import type { EndedRun, FindFinding, Finding } from './finding';
import { findIssuedTwice } from './issuedTwice';
import { findListNotes } from './listNotes';
import { findLocalNumbers } from './localNumbers';
import { findNotRemoved } from './notRemoved';
import { findOtherHolders } from './otherHolders';
import { findNotValid } from './notValid';
import { findNotWritten } from './notWritten';
import { findPhonesNotFound } from './phonesNotFound';
import { findRespelled } from './respelled';
import { findSentEveryTime } from './sentEveryTime';
import { findSharedIds } from './sharedIds';
import { findStoppedAtZero } from './stoppedAtZero';
import { findUnchanged } from './unchanged';
import { findWithoutExternalId } from './withoutExternalId';

/** The most urgent first, which is also their order on the screen. */
const KINDS: readonly FindFinding[] = [
  findIssuedTwice,
  findListNotes,
  findOtherHolders,
  findRespelled,
  findNotRemoved,
  findNotValid,
  findSharedIds,
  findNotWritten,
  findUnchanged,
  findSentEveryTime,
  findPhonesNotFound,
  findStoppedAtZero,
  findWithoutExternalId,
  findLocalNumbers,
];

/** Everything that a person should know about a run that ended. Never throws: what was sent was sent. */
export async function findAll(run: EndedRun): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const find of KINDS) {
    const [looked] = await Promise.allSettled([(async () => await find(run, findings))()]);
    const finding = looked.status === 'fulfilled' ? looked.value : failedChecks(looked)[0];
    if (finding) findings.push(finding);
  }
  return findings;
}

/** What follows the last request of a run, if it has failed. */
export function failedChecks(looked: PromiseSettledResult<unknown>): Finding[] {
  if (looked.status === 'fulfilled') return [];
  return [{ about: 'failedCheck', items: [], lines: [failedCheck(looked.reason)] }];
}

/** Why something is not shown about a run whose items have ended. */
export function failedCheck(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return `All items ended as their results say, but a check after them failed: ${message}`;
}
