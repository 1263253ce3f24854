import { z } from 'zod';

import { INVALIDATED_REASONS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { badRequest, resourceNotFound } from '../../errors';
import type { Pass, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { optionalText, parse } from '../validate';
import { balanceAfter, balanceOperation } from './balance';
import { checkFieldValues, fieldBag, moveMemberFields } from './fieldValues';
import { findPass, identity, isIdentified } from './find';
import {
  applyStampOperation,
  collectedStamps,
  stampCollection,
  stampOperation,
  stateStampCount,
} from './stamps';
import { applyValidity } from './validity';

/** The changes that need `passes.edit`; the two operations have their own scopes. */
const edits = {
  templateFields: fieldBag,
  customFields: fieldBag,
  collectedStamps: collectedStamps.optional(),
  redemptionValue: optionalText,
  email: z.string().optional(),
  phone: z.string().optional(),
  isValid: z.boolean().optional(),
  invalidatedReason: z.enum(INVALIDATED_REASONS).optional(),
};

export const updateInput = z.object({
  ...identity,
  ...edits,
  stampOperation: stampOperation.optional(),
  balanceOperation: balanceOperation.optional(),
});
type UpdateInput = z.output<typeof updateInput>;

/** The balance that a balance operation starts from. */
export interface StartBalance {
  balance: string | number | undefined;
}

/**
 * `PATCH /pass`: change fields, contact, count, balance or validity.
 * A call is applied as a whole, or not at all if any part is refused. The wallet B copy is rebuilt.
 * @param start balance that a balance operation starts from, if not the pass's current one
 * @returns `id` and `externalId`; `stampCollection` after a stamp operation; `pointsBalance` and
 *   `templateFields` after a balance operation
 * @throws ServiceError 400 bad body or refused operation, 403 scope, 404 `Resource not found`
 */
export function updatePass(
  state: State,
  caller: Caller,
  body: Record<string, unknown>,
  start?: StartBalance,
) {
  requireScopes(caller, body);
  const input = parse(updateInput, body);
  if (!isIdentified(input)) {
    throw badRequest('Identify the pass to update with id, or with externalId and templateId.');
  }
  const pass = findPass(state, input);
  const template = pass && state.templates.owned(pass.templateId, caller.account.id);
  if (pass === undefined || template === undefined) throw resourceNotFound();

  const now = state.clock.now();
  const { draft, counted } = drawUp(pass, template, input, now, start);
  const { email, phone, ...rest } = draft;
  state.passes.setContact(pass, email, phone);
  Object.assign(pass, rest, { walletBCopy: true, updated: counted ? now : pass.updated });
  return answer(pass, template, input);
}

function requireScopes(caller: Caller, body: Record<string, unknown>): void {
  const stamps = body.stampOperation !== undefined;
  const balance = body.balanceOperation !== undefined;
  const edited = Object.keys(edits).some((key) => body[key] !== undefined);
  if (edited || (!stamps && !balance)) requireScope(caller, 'passes.edit', { coded: true });
  if (stamps) requireScope(caller, 'scanning.stamp', { coded: true });
  if (balance) requireScope(caller, 'scanning.redeem', { coded: true });
}

/** The updated pass; `counted` is false if the call was only a repeated stamp operation. */
function drawUp(
  pass: Pass,
  template: Template,
  input: UpdateInput,
  now: number,
  start?: StartBalance,
) {
  const fields = moveMemberFields(template, checkFieldValues(input));
  const draft: Pass = {
    ...pass,
    templateFields: { ...pass.templateFields, ...fields.templateFields },
    customFields: { ...pass.customFields, ...fields.customFields },
    redemptionValue: input.redemptionValue ?? pass.redemptionValue,
    email: changed(pass.email, input.email?.trim().toLowerCase()),
    phone: changed(pass.phone, input.phone),
  };
  applyValidity(draft, { ...input, templateFields: fields.templateFields }, now);
  if (input.collectedStamps !== undefined) stateStampCount(draft, input.collectedStamps, now);
  let counted = true;
  if (input.stampOperation !== undefined) {
    const applied = applyStampOperation(draft, template, input.stampOperation, now);
    const alone = Object.keys({ ...edits, balanceOperation }).every(
      (key) => input[key as keyof UpdateInput] === undefined,
    );
    counted = applied || !alone;
  }
  if (input.balanceOperation !== undefined) {
    // The operation starts from a balance set in the same request.
    const { balance: stored } =
      fields.templateFields.balance === undefined && start ? start : draft.templateFields;
    const balance = balanceAfter(template, stored, input.balanceOperation);
    draft.templateFields = { ...draft.templateFields, balance };
  }
  return { draft, counted };
}

/** An empty text removes the stored value. */
function changed(stored: string | undefined, next: string | undefined): string | undefined {
  if (next === undefined) return stored;
  return next === '' ? undefined : next;
}

function answer(pass: Pass, template: Template, input: UpdateInput) {
  return {
    id: pass.id,
    externalId: pass.externalId,
    ...(input.stampOperation && { stampCollection: stampCollection(pass, template) }),
    ...(input.balanceOperation && {
      pointsBalance: pass.templateFields.balance,
      templateFields: pass.templateFields,
    }),
  };
}
