import type { FieldValues, Pass, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { isoToMs } from '../validate';

/** Values of a new pass; the others get defaults. */
export type NewPass = Pick<Pass, 'templateFields' | 'customFields'> &
  Partial<Omit<Pass, 'id' | 'accountId' | 'templateId'>>;

/** Issue a pass. `redemptionValue` defaults to the external ID, then to the pass ID. */
export function addPass(state: State, template: Template, values: NewPass): Pass {
  const id = state.random.id();
  const created = values.created ?? state.clock.now();
  const collectedStamps = values.collectedStamps ?? 0;
  const pass: Pass = {
    id,
    accountId: template.accountId,
    templateId: template.id,
    groupId: values.groupId,
    externalId: values.externalId,
    templateFields: { ...values.templateFields },
    customFields: { ...values.customFields },
    redemptionValue: values.redemptionValue ?? values.externalId ?? id,
    email: values.email,
    phone: values.phone,
    isValid: values.isValid ?? true,
    invalidatedReason: values.invalidatedReason,
    revivedAt: values.revivedAt,
    collectedStamps,
    totalCollected: values.totalCollected ?? collectedStamps,
    claimedTiers: values.claimedTiers ?? [],
    stampsUpdated: values.stampsUpdated ?? created,
    stampKeys: [],
    redemptions: values.redemptions ?? [],
    walletADevices: values.walletADevices ?? 0,
    walletBDevices: values.walletBDevices ?? 0,
    walletBCopy: values.walletBCopy ?? true,
    message: undefined,
    walletBAlerts: [],
    created,
    updated: values.updated ?? created,
  };
  state.passes.set(id, pass);
  return pass;
}

/** Wallets that contain the pass now; 0 if it was never added or was removed. */
export function deviceCount(pass: Pass): number {
  return pass.walletADevices + pass.walletBDevices;
}

export type PassState = 'valid' | 'voided' | 'expired';

type Validity = Pick<Pass, 'isValid' | 'invalidatedReason' | 'revivedAt' | 'templateFields'>;

/** State of the pass at `now` (docs/service.md#pass-validity). Expiry is computed, never stored. */
export function passState(pass: Validity, now: number): PassState {
  if (!pass.isValid) return 'voided';
  const validUntil = isoToMs(pass.templateFields.validUntil);
  if (validUntil === undefined || validUntil > now) return 'valid';
  return pass.revivedAt !== undefined && pass.revivedAt >= validUntil ? 'valid' : 'expired';
}

/**
 * Void or reactivate a pass; a new `validUntil` in the future also reactivates it, but an `isValid` in the
 * same call takes precedence.
 * @param change of its `templateFields`, only `validUntil` matters here
 */
export function applyValidity(
  pass: Validity,
  change: Partial<Pick<Pass, 'isValid' | 'invalidatedReason'>> & { templateFields: FieldValues },
  now: number,
): void {
  const validUntil = isoToMs(change.templateFields.validUntil);
  if (validUntil !== undefined) pass.revivedAt = undefined;
  pass.isValid = change.isValid ?? (pass.isValid || (validUntil !== undefined && validUntil > now));
  if (change.isValid === true) pass.revivedAt = now;
  if (pass.isValid) pass.invalidatedReason = undefined;
  else pass.invalidatedReason = change.invalidatedReason ?? pass.invalidatedReason;
}
