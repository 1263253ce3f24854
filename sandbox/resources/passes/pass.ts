import type { FieldValues, Pass, Template } from '../../state/entities';
import type { State } from '../../state/state';

/** Values of a new pass; the others get defaults. */
export interface NewPass extends Partial<
  Omit<Pass, 'id' | 'accountId' | 'templateId' | 'sequence' | 'templateFields' | 'customFields'>
> {
  templateFields: FieldValues;
  customFields: FieldValues;
}

/**
 * Create the record of a new pass; it is not yet in the store. `redemptionValue` defaults to the
 * external ID, then to the pass ID.
 */
export function createPass(state: State, template: Template, values: NewPass): Pass {
  const id = state.random.id();
  const created = values.created ?? state.clock.now();
  const collectedStamps = values.collectedStamps ?? 0;
  return {
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
    sequence: state.passes.takeSequence(),
  };
}
