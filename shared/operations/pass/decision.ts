/** What a run does about one pass: decided from what an item gives and what is known, without asking anybody. */

import { readServiceDate } from '../../service/dates';
import type { PassChanges } from '../../service/requests';
import { type PassStatus, passStatus, readExpiry } from '../../service/passStatus';
import type { PassRow } from '../../service/schemas';
import { differences } from './differences';

/** What is known of the pass that an item means. */
export interface KnownPass {
  /** There is certainly none. */
  isAbsent: boolean;
  /** Its row. Without it, and if it is not absent, it is unknown whether there is one. */
  row?: PassRow | undefined;
}

/** What an item wants for its pass if that exists. */
export interface Wanted {
  /** What it gets; empty: nothing. */
  changes: PassChanges;
  /** What it does not get, because it changes through use. */
  withheld: PassChanges;
  /** The changes, which also make it valid; `undefined`: it stays voided or expired. */
  reactivation?: PassChanges | undefined;
  /** Whether nothing is sent to a pass that has all values. */
  skipUnchanged: boolean;
  /** Whether none may exist. */
  refuseExisting?: boolean;
}

/**
 * What is done. If it is unknown whether there is a pass: what is done if there is.
 *
 *     certainly no pass                                issue
 *     none may exist                                   refuse
 *     it is not valid, and is to be reactivated        reactivate
 *     unchanged ones are skipped, and it has all       skip
 *     there is nothing to send                         return
 *     otherwise                                        update
 */
export interface Decision {
  action: 'issue' | 'refuse' | 'reactivate' | 'skip' | 'return' | 'update';
  /** What an existing pass is sent; empty: nothing. */
  changes: PassChanges;
  /** Whether an existing pass is valid; absent if that is unknown, or if the changes decide about it. */
  status?: PassStatus | undefined;
  /** The inputs whose values an existing pass does not get, unless it has them. */
  notWritten?: string[] | undefined;
}

/** @param now epoch ms */
export function decide({ isAbsent, row }: KnownPass, wanted: Wanted, now: number): Decision {
  if (isAbsent) return { action: 'issue', changes: {} };
  if (wanted.refuseExisting) return { action: 'refuse', changes: {} };
  const { action, changes } = chooseChanges(row, wanted, now);
  return {
    action,
    changes,
    status: row && !decidesValidity(changes) ? passStatus(row, now) : undefined,
    notWritten: notWritten(row, wanted.withheld, changes),
  };
}

function chooseChanges(
  row: PassRow | undefined,
  { changes, reactivation, skipUnchanged }: Wanted,
  now: number,
): Pick<Decision, 'action' | 'changes'> {
  if (reactivation) {
    // The pass may be valid, and keeps its dates then.
    if (!row) return { action: 'update', changes: { ...changes, isValid: true } };
    if (needsReactivation(row, reactivation, now)) {
      return { action: 'reactivate', changes: reactivation };
    }
  }
  if (skipUnchanged && row && differences(row, changes).length === 0) {
    return { action: 'skip', changes: {} };
  }
  if (Object.keys(changes).length === 0) return { action: 'return', changes: {} };
  return { action: 'update', changes };
}

/** Whether a reactivation would make a pass valid that is not: one that has ended, only with a later end. */
function needsReactivation(row: PassRow, { templateFields }: PassChanges, now: number): boolean {
  const end = readServiceDate(templateFields?.validUntil) ?? readExpiry(row) ?? Infinity;
  return passStatus(row, now) !== 'valid' && end > now;
}

/** Whether a reactivation lacks the end without which a pass that has ended would end again at once. */
export function lacksEnd(row: PassRow, { templateFields }: PassChanges, now: number): boolean {
  return (readExpiry(row) ?? Infinity) <= now && templateFields?.validUntil === undefined;
}

function decidesValidity({ isValid, templateFields }: PassChanges): boolean {
  return isValid !== undefined || templateFields?.validUntil !== undefined;
}

/** The inputs behind the values that an existing pass may not get. */
const LIVE_LABELS: Record<string, string> = {
  balance: 'Balance',
  collectedStamps: 'Collected Stamps',
  validFrom: 'Valid From',
  validUntil: 'Valid Until',
};

function notWritten(
  row: PassRow | undefined,
  withheld: PassChanges,
  { templateFields = {} }: PassChanges,
): string[] | undefined {
  const given = differences(row ?? UNKNOWN_ROW, withheld);
  const names = given.flatMap(({ field }) =>
    Object.hasOwn(templateFields, field) ? [] : (LIVE_LABELS[field] ?? []),
  );
  return names.length > 0 ? names : undefined;
}

/** Shows no value, so that all differ. */
const UNKNOWN_ROW = { isValid: true, templateFields: {} };
