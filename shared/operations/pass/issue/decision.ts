/** What a run does about one pass: decided from what an item gives and what is known, without asking anybody. */

import { ServiceError } from '../../../errors/serviceError';
import { readServiceDate } from '../../../service/dates';
import type { ExternalIdRef, PassChanges } from '../../../service/requests';
import { type PassStatus, passStatus, readExpiry } from '../../../service/passStatus';
import type { PassRow } from '../../../service/schemas';
import { quoted } from '../../../service/text';
import { listed } from '../../../service/wording';
import { differences } from './differences';
import * as inputs from '../inputs';

const MAX_NAMED = 10;

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
  /** The inputs because of which an existing pass is sent in every run. */
  sentEveryTime?: string[] | undefined;
}

/**
 * The pass that an item means, of all that the list has with its external ID: the only one, or the only valid one.
 * @throws {ServiceError} `conflict` if it could be several, or if it has expired and is to be reactivated without an end
 */
export function rowMeant(
  rows: readonly PassRow[],
  { externalId }: ExternalIdRef,
  { reactivation }: Pick<Wanted, 'reactivation'>,
  now: number,
): PassRow | undefined {
  const valid = rows.filter((row) => passStatus(row, now) === 'valid');
  const [row, ...others] = valid.length === 1 ? valid : rows;
  if (others.length > 0) {
    const names = listed(rows, MAX_NAMED, (one) => `${one.id} (${passStatus(one, now)})`);
    throw new ServiceError({
      kind: 'conflict',
      field: 'externalId',
      message: `${rows.length} passes have the external ID ${quoted(externalId)}: ${names}`,
      hint: 'Void or reactivate them by their pass ID, so that exactly one of them is valid.',
    });
  }
  if (row && reactivation && valid.length === 0 && lacksEnd(row, reactivation, now)) {
    throw new ServiceError({
      kind: 'conflict',
      field: 'validUntil',
      message: `The pass with the external ID ${quoted(externalId)} has expired, and the item has no 'Valid Until'`,
      hint: "Enter a 'Valid Until' in the future, or set 'If the Pass Is Not Valid' to Leave.",
    });
  }
  return row;
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
    sentEveryTime:
      wanted.skipUnchanged && row && action === 'update' ? unlistedInputs(changes) : undefined,
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
function lacksEnd(row: PassRow, { templateFields }: PassChanges, now: number): boolean {
  return (readExpiry(row) ?? Infinity) <= now && templateFields?.validUntil === undefined;
}

function decidesValidity({ isValid, templateFields }: PassChanges): boolean {
  return isValid !== undefined || templateFields?.validUntil !== undefined;
}

/** The inputs behind the values that an existing pass may not get. */
const LIVE_LABELS: Record<string, string> = {
  balance: 'Balance',
  collectedStamps: inputs.newPassOptions.collectedStamps.label,
  validFrom: inputs.newPassOptions.validFrom.label,
  validUntil: inputs.newPassOptions.validUntil.label,
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
  return nonEmpty(names);
}

/** Shows no value, so that all differ. */
const UNKNOWN_ROW = { isValid: true, templateFields: {} };

/** What lists do not show, so that it is unknown whether a pass has it. */
const NOT_LISTED = {
  phone: inputs.recipient.phone.label,
  redemptionValue: inputs.newPassValues.redemptionValue.label,
};

function unlistedInputs(changes: PassChanges): string[] | undefined {
  const keys = Object.keys(NOT_LISTED) as (keyof typeof NOT_LISTED)[];
  return nonEmpty(keys.filter((key) => changes[key]).map((key) => NOT_LISTED[key]));
}

function nonEmpty(names: string[]): string[] | undefined {
  return names.length > 0 ? names : undefined;
}
