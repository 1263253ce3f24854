/** Decides what a run does about one pass, from the values of the item and what the run knows. Sends nothing. */

import { ServiceError } from '../../../errors/serviceError';
import { readServiceDate } from '../../../service/dates';
import { pick, undefinedIfEmpty } from '../../../runtime/records';
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

/** What the run knows about an external ID. */
export type PassKnowledge =
  /** No pass has it, so a pass can be issued. */
  | { state: 'absent' }
  /**
   * The rows of the passes that have it. `isCurrent`: no run of this process has changed them since they were read, and
   * no earlier attempt may still be issuing one.
   */
  | { state: 'listed'; rows: readonly PassRow[]; isCurrent: boolean }
  /** Only a lookup or an update shows whether a pass has it. */
  | { state: 'unknown' };

/**
 * The action for an item. If nobody knows whether the pass exists, this is the action in case it does; if it turns out
 * to be missing, the pass is issued. The first line that applies decides:
 *
 *     no pass exists                                            issue
 *     an existing pass is an error                              refuse
 *     the pass is not valid, and the item makes it valid        reactivate
 *     unchanged passes are skipped, and it has all values       skip
 *     there is nothing to send                                  return
 *     otherwise                                                 update
 */
export interface Decision {
  action: 'issue' | 'refuse' | 'reactivate' | 'skip' | 'return' | 'update';
  /** The row of the chosen pass, if it is known and current. */
  row?: PassRow | undefined;
  /** How requests name the pass. */
  pass: PassRef;
  /** The values to send to an existing pass. Empty if nothing is sent. */
  changes: PassChanges;
  /** The status of the existing pass before the change. `undefined` if it is unknown, or if the changes set it. */
  status?: PassStatus | undefined;
  /** Labels of the inputs that are not written. An input whose value the pass already has is not listed. */
  notWritten?: string[] | undefined;
  /** Labels of the inputs that cannot be compared, so that every run sends them. */
  sentEveryTime?: string[] | undefined;
}

/**
 * Chooses the pass that is meant, and what to do about it.
 * @param email of the item
 * @param now epoch ms
 * @throws {ServiceError} `conflict` if it is uncertain which of several passes to change
 */
export function decide(
  ref: ExternalIdRef,
  found: PassKnowledge,
  policy: ExistingPolicy,
  email: string | undefined,
  now: number,
): Decision {
  const rows = found.state === 'listed' ? found.rows : [];
  const chosen = pickRow(rows, ref, policy, email, now);
  const row = found.state === 'listed' && found.isCurrent ? chosen : undefined;
  // If several passes share the external ID, name the chosen pass by its pass ID: by external ID, the service would
  // choose.
  const pass: PassRef =
    chosen && rows.length > 1 ? { by: 'id', passId: chosen.id } : { by: 'externalId', ...ref };
  if (found.state === 'absent') return { action: 'issue', pass, changes: {} };
  if (policy.mustBeNew) return { action: 'refuse', pass, changes: {} };
  const { action, changes } = chooseAction(row, policy, now);
  return {
    action,
    row,
    pass,
    changes,
    status: row && !setsValidity(changes) ? passStatus(row, now) : undefined,
    notWritten: notWritten(row, policy.unwrittenValues, changes),
    sentEveryTime:
      policy.skipUnchanged && row && action === 'update' ? unlistedInputs(row, changes) : undefined,
  };
}

/**
 * Chooses one of the passes with the same external ID. Valid passes come first, then those with the email of the item.
 * If several remain, returns the newest, or throws if the item would change it.
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
  const preferred = sameEmail.length > 0 ? sameEmail : candidates;
  const isChanged = Object.keys(changes).length > 0 || reactivation !== undefined;
  if (isChanged && preferred.length > 1) throw severalPasses(ref, rows, now);
  return preferred.toSorted((a, b) => b.created - a.created)[0];
}

function severalPasses({ externalId }: ExternalIdRef, rows: readonly PassRow[], now: number) {
  const names = joinWords(rows, MAX_NAMED, (one) => `${one.id} (${passStatus(one, now)})`);
  return new ServiceError({
    kind: 'conflict',
    field: 'externalId',
    message: `${rows.length} passes have the external ID ${quoted(externalId)}: ${names}`,
    fix: 'Void or reactivate them by their pass ID, so that exactly one of them is valid.',
  });
}

function chooseAction(
  row: PassRow | undefined,
  { changes, reactivation, skipUnchanged }: ExistingPolicy,
  now: number,
): Pick<Decision, 'action' | 'changes'> {
  if (reactivation) {
    // The pass may be valid already. Send no dates, so that a valid pass keeps its own.
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

/** Whether the pass is not valid, and `reactivation` would make it valid. Its new end must be in the future. */
function needsReactivation(row: PassRow, { templateFields }: PassChanges, now: number): boolean {
  const end = readServiceDate(templateFields?.validUntil) ?? readExpiry(row) ?? Infinity;
  return passStatus(row, now) !== 'valid' && end > now;
}

function setsValidity({ isValid, templateFields }: PassChanges): boolean {
  return isValid !== undefined || templateFields?.validUntil !== undefined;
}

/** Labels of the inputs whose values an existing pass does not always get. */
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
  return undefinedIfEmpty(names);
}

/** A row without values: compared with it, every value differs. */
const UNKNOWN_ROW = { isValid: true, templateFields: {} };

/** Labels of the inputs whose values lists do not always show, so that nobody knows whether a pass has them. */
const NOT_LISTED = {
  phone: inputs.recipient.phone.label,
  redemptionValue: inputs.newPassValues.redemptionValue.label,
};

function unlistedInputs(row: PassRow, changes: PassChanges): string[] | undefined {
  const sent = pick(changes, Object.keys(NOT_LISTED) as (keyof typeof NOT_LISTED)[]);
  const unknown = differences(row, sent).filter(({ from }) => from === undefined);
  return undefinedIfEmpty(unknown.map(({ field }) => NOT_LISTED[field as keyof typeof NOT_LISTED]));
}
