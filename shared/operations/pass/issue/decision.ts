/** What a run does about one pass: decided from what an item gives and what is known, without asking anybody. */

import { ServiceError } from '../../../errors/serviceError';
import { readServiceDate } from '../../../service/dates';
import { pick } from '../../../runtime/records';
import { isSameContact } from '../../../service/contacts';
import type { ExternalIdRef, PassChanges, PassRef } from '../../../service/requests';
import { type PassStatus, passStatus, readExpiry } from '../../../service/passStatus';
import type { PassRow } from '../../../service/schemas';
import { quoted } from '../../../service/text';
import { joinWords } from '../../../service/wording';
import { differences } from './differences';
import type { ExistingPolicy } from './existingPolicy';
import * as inputs from '../inputs';

const MAX_NAMED = 10;

/** What is known of the passes with an external ID. */
export type Found =
  /** There is certainly none: one may be issued. */
  | { state: 'absent' }
  /** Their rows. `isCurrent`: nobody has worked on them since they were read. */
  | { state: 'listed'; rows: readonly PassRow[]; isCurrent: boolean }
  /** Only a lookup, or the change itself, shows whether there is one. */
  | { state: 'unknown' };

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
  /** The row of the pass that is meant, if it is known and current. */
  row?: PassRow | undefined;
  /** How the service finds the pass. */
  pass: PassRef;
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
 * @param email that of the item
 * @param now epoch ms
 * @throws {ServiceError} `conflict` if it is uncertain which of several passes is to be changed
 */
export function decide(
  ref: ExternalIdRef,
  found: Found,
  policy: ExistingPolicy,
  email: string | undefined,
  now: number,
): Decision {
  const rows = found.state === 'listed' ? found.rows : [];
  const meant = pickRow(rows, ref, policy, email, now);
  const row = found.state === 'listed' && found.isCurrent ? meant : undefined;
  // Of several, the service would take the first that it finds.
  const pass: PassRef =
    meant && rows.length > 1 ? { by: 'id', passId: meant.id } : { by: 'externalId', ...ref };
  if (found.state === 'absent') return { action: 'issue', pass, changes: {} };
  if (policy.mustBeNew) return { action: 'refuse', pass, changes: {} };
  const { action, changes } = chooseChanges(row, policy, now);
  return {
    action,
    row,
    pass,
    changes,
    status: row && !decidesValidity(changes) ? passStatus(row, now) : undefined,
    notWritten: notWritten(row, policy.keptValues, changes),
    sentEveryTime:
      policy.skipUnchanged && row && action === 'update' ? unlistedInputs(row, changes) : undefined,
  };
}

/**
 * The pass that is meant, of all with one external ID: a valid one if there is any, and of several the one with the email
 * of the item. If several remain, the newest is returned, but none is changed.
 */
function pickRow(
  rows: readonly PassRow[],
  ref: ExternalIdRef,
  policy: ExistingPolicy,
  email: string | undefined,
  now: number,
): PassRow | undefined {
  const { changes, reactivation } = policy;
  const valid = rows.filter((row) => passStatus(row, now) === 'valid');
  const candidates = valid.length > 0 ? valid : rows;
  const sameEmail = candidates.filter((row) => email && isSameContact('email', row.email, email));
  const meant = sameEmail.length > 0 ? sameEmail : candidates;
  const isChanged = Object.keys(changes).length > 0 || reactivation !== undefined;
  if (isChanged && meant.length > 1) throw severalPasses(ref, rows, now);
  return meant.toSorted((a, b) => b.created - a.created)[0];
}

function severalPasses({ externalId }: ExternalIdRef, rows: readonly PassRow[], now: number) {
  const names = joinWords(rows, MAX_NAMED, (one) => `${one.id} (${passStatus(one, now)})`);
  return new ServiceError({
    kind: 'conflict',
    field: 'externalId',
    message: `${rows.length} passes have the external ID ${quoted(externalId)}: ${names}`,
    hint: 'Void or reactivate them by their pass ID, so that exactly one of them is valid.',
  });
}

function chooseChanges(
  row: PassRow | undefined,
  { changes, reactivation, skipUnchanged }: ExistingPolicy,
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
  kept: PassChanges,
  { templateFields = {} }: PassChanges,
): string[] | undefined {
  const given = differences(row ?? UNKNOWN_ROW, kept);
  const names = given.flatMap(({ field }) =>
    Object.hasOwn(templateFields, field) ? [] : (LIVE_LABELS[field] ?? []),
  );
  return nonEmpty(names);
}

/** Shows no value, so that all differ. */
const UNKNOWN_ROW = { isValid: true, templateFields: {} };

/** What lists may not show: then it is unknown whether a pass has it. */
const NOT_LISTED = {
  phone: inputs.recipient.phone.label,
  redemptionValue: inputs.newPassValues.redemptionValue.label,
};

function unlistedInputs(row: PassRow, changes: PassChanges): string[] | undefined {
  const sent = pick(changes, Object.keys(NOT_LISTED) as (keyof typeof NOT_LISTED)[]);
  const unknown = differences(row, sent).filter(({ from }) => from === undefined);
  return nonEmpty(unknown.map(({ field }) => NOT_LISTED[field as keyof typeof NOT_LISTED]));
}

function nonEmpty(names: string[]): string[] | undefined {
  return names.length > 0 ? names : undefined;
}
