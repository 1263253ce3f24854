import type { InvalidatedReason } from '../../../shared/service/vocabulary';
import type { FieldValues, Pass } from '../../state/entities';
import { isoToMs } from '../dates';

export type PassState = 'valid' | 'voided' | 'expired';

type Validity = Pick<Pass, 'isValid' | 'invalidatedReason' | 'revivedAt' | 'templateFields'>;

/** State of the pass at `now` (docs/service.md#pass-validity). Expiry is computed, never stored. */
export function passState(pass: Validity, now: number): PassState {
  if (!pass.isValid) return 'voided';
  const validUntil = isoToMs(pass.templateFields.validUntil);
  if (validUntil === undefined || validUntil > now) return 'valid';
  return pass.revivedAt !== undefined && pass.revivedAt >= validUntil ? 'valid' : 'expired';
}

/** The parts of an update that change validity. */
interface ValidityChange {
  isValid?: boolean;
  invalidatedReason?: InvalidatedReason;
  /** The `templateFields` being set; only `validUntil` matters here. */
  templateFields: FieldValues;
}

/**
 * Void or reactivate a pass; a new `validUntil` in the future also reactivates it, but an `isValid` in the
 * same call takes precedence.
 */
export function applyValidity(pass: Validity, change: ValidityChange, now: number): void {
  const validUntil = isoToMs(change.templateFields.validUntil);
  if (validUntil !== undefined) pass.revivedAt = undefined;
  if (change.isValid === false) {
    pass.isValid = false;
  } else if (change.isValid === true) {
    revive(pass);
    pass.revivedAt = now;
  } else if (validUntil !== undefined && validUntil > now) {
    revive(pass);
  }
  if (change.invalidatedReason !== undefined && !pass.isValid) {
    pass.invalidatedReason = change.invalidatedReason;
  }
}

function revive(pass: Validity): void {
  pass.isValid = true;
  pass.invalidatedReason = undefined;
}
