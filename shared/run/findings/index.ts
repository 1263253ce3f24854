import { findDuplicates } from './duplicates';
import type { EndedRun, FindFinding, Finding } from './finding';
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
  findDuplicates,
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

/** Everything that a person should know about a run that ended. */
export async function findAll(run: EndedRun): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const find of KINDS) {
    const finding = await find(run, findings);
    if (finding) findings.push(finding);
  }
  return findings;
}
