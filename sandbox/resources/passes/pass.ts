import { z } from 'zod';

import { WALLET_A, WALLET_B } from '../../../shared/service/vocabulary';
import { passNotFound, resourceNotFound } from '../../errors';
import type { Call } from '../../http/endpoint';
import type { FieldValues, Pass, PassGroup, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { given, isoToMs, optionalText } from '../validate';

/** Values of a new pass; the others get defaults. */
export type NewPass = Pick<Pass, 'templateFields' | 'customFields'> &
  Partial<Omit<Pass, 'id' | 'accountId' | 'templateId'>>;

/** Issue a pass. `redemptionValue` defaults to the external ID, then to the pass ID. */
export function addPass(state: State, template: Template, values: NewPass): Pass {
  const id = state.random.id();
  const created = values.created ?? state.clock.now();
  const pass: Pass = {
    redemptionValue: values.externalId ?? id,
    isValid: true,
    collectedStamps: 0,
    totalCollected: values.collectedStamps ?? 0,
    claimedTiers: [],
    stampsUpdated: created,
    stampKeys: [],
    redemptions: [],
    walletADevices: 0,
    walletBDevices: 0,
    walletBCopy: true,
    walletBAlerts: [],
    created,
    updated: created,
    templateFields: values.templateFields,
    customFields: values.customFields,
    ...given(values),
    id,
    accountId: template.accountId,
    templateId: template.id,
  };
  state.passes.set(id, pass);
  return pass;
}

/** How a call identifies a pass: by `id`, or by `externalId` and `templateId` together. */
export const identity = { id: optionalText, externalId: optionalText, templateId: optionalText };
type PassIdentity = z.output<z.ZodObject<typeof identity>>;

/** Whether the call identifies a pass. */
export function isIdentified({ id, externalId, templateId }: PassIdentity): boolean {
  return id !== undefined || (externalId !== undefined && templateId !== undefined);
}

/** Finds a pass of any account; `id` takes precedence over the pair. */
export function findPass(
  state: State,
  { id, externalId, templateId }: PassIdentity,
): Pass | undefined {
  if (id !== undefined) return state.passes.get(id);
  return state.passes.firstByExternalId(templateId ?? '', externalId ?? '');
}

/**
 * The caller's pass of a path like `/pass/{id}/notify`, with its template.
 * @throws ServiceError 404 when missing or another account's, or its template was deleted
 */
export function ownPass({ state, account, id }: Call): { pass: Pass; template: Template } {
  const pass = state.passes.get(id);
  if (pass?.accountId !== account.id) throw passNotFound();
  const template = state.liveTemplate(pass.templateId);
  if (template === undefined) throw resourceNotFound();
  return { pass, template };
}

/** The balance of the pass that a request body identifies, if it identifies one. */
export function balanceNow(state: State, body: unknown) {
  const named = z.object(identity).safeParse(body);
  const pass = named.success ? findPass(state, named.data) : undefined;
  return pass && { balance: pass.templateFields.balance };
}

/** URL of a pass page; `?locale=` may be appended. */
export function passLink(state: State, passId: string): string {
  return `${state.baseUrl}/p/${encodeURIComponent(passId)}`;
}

/** URL of the page that shows every pass of a multi-pass issue. */
export function groupLink(state: State, groupId: string): string {
  return `${state.baseUrl}/g/${encodeURIComponent(groupId)}`;
}

/** The `pass` object of a response: where to add the pass (or the whole group) to each wallet. */
export function walletLinks(state: State, id: string) {
  const link = (wallet: string) => `${state.baseUrl}/wallet/${wallet}/${encodeURIComponent(id)}`;
  return { [WALLET_A]: link(WALLET_A), [WALLET_B]: link(WALLET_B) };
}

/** The `badge` object of a response: button images in the requested language. */
export function buttonImages(state: State, locale: string) {
  const image = (wallet: string) => `${state.baseUrl}/buttons/${wallet}/${locale}.svg`;
  return { [WALLET_A]: image(WALLET_A), [WALLET_B]: image(WALLET_B) };
}

/** The response to issuing or reading: identity and links, no values. @param group of a multi-pass issue */
export function passLinks(
  state: State,
  passes: readonly Pass[],
  group: PassGroup | undefined,
  locale: string,
) {
  const { id = '', externalId } = group ? { id: group.id } : { ...passes[0] };
  const now = state.clock.now();
  // No links before the wallet identities of every template are set up.
  const areReady = passes.every(
    ({ templateId }) => (state.templates.get(templateId)?.walletsReadyAt ?? Infinity) <= now,
  );
  return {
    id,
    externalId,
    link: group ? groupLink(state, id) : passLink(state, id),
    pass: areReady ? walletLinks(state, id) : {},
    badge: buttonImages(state, locale),
  };
}

/** Wallets that contain the pass now; 0 if it was never added or was removed. */
export function deviceCount({ walletADevices, walletBDevices }: Pass): number {
  return walletADevices + walletBDevices;
}

export type PassState = 'valid' | 'voided' | 'expired';

type Validity = Pick<Pass, 'isValid' | 'invalidatedReason' | 'revivedAt' | 'templateFields'>;

/** State of the pass at `now` (docs/service.md#pass-validity). Expiration is computed, never stored. */
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
