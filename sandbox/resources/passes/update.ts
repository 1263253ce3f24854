import { z } from 'zod';

import { BALANCE_OPERATIONS, INVALIDATED_REASONS } from '../../../shared/service/vocabulary';
import { badRequest, resourceNotFound } from '../../errors';
import { type Call, type Endpoint, endpoint } from '../../http/endpoint';
import type { Pass, Template } from '../../state/entities';
import { optionalText } from '../validate';
import { checkFieldValues, fieldBag, moveMemberFields } from './fieldValues';
import { findPass, identity, isIdentified, applyValidity } from './pass';
import {
  applyStampOperation,
  collectedStamps,
  stampCollection,
  stampOperation,
  stateStampCount,
} from './stamps';

const balanceOperation = z.object({
  operation: z.enum(BALANCE_OPERATIONS),
  amount: z
    .unknown()
    .transform(toNumber)
    .refine(
      (amount) => amount !== undefined && amount >= 0,
      'must be a number of 0 or more, or a numeric string',
    )
    .transform(Number),
  isTotal: z.boolean().optional(),
});

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
const hasEdits = (body: Readonly<Record<string, unknown>>) =>
  Object.keys(edits).some((key) => body[key] !== undefined);

const updateInput = z.object({
  ...identity,
  ...edits,
  stampOperation: stampOperation.optional(),
  balanceOperation: balanceOperation.optional(),
});
type UpdateInput = z.output<typeof updateInput>;

/**
 * Change fields, contact, count, balance or validity of a pass. A call is applied as a whole, or not at all if
 * any part is refused. The wallet B copy is rebuilt.
 */
const updatePass = endpoint('PATCH /pass', {
  scopes: (body) => {
    const stamps = body.stampOperation !== undefined;
    const balance = body.balanceOperation !== undefined;
    return [
      ...(hasEdits(body) || (!stamps && !balance) ? (['passes.edit'] as const) : []),
      ...(stamps ? (['scanning.stamp'] as const) : []),
      ...(balance ? (['scanning.redeem'] as const) : []),
    ];
  },
  body: updateInput,
  handle: (call) => {
    const { state, account, body } = call;
    if (!isIdentified(body)) {
      throw badRequest('Identify the pass to update with id, or with externalId and templateId.');
    }
    const pass = findPass(state, body);
    const template = pass && state.liveTemplate(pass.templateId);
    if (pass === undefined || template?.accountId !== account.id) throw resourceNotFound();

    const { draft, counted } = drawUp(pass, template, call);
    const updated = counted ? state.clock.now() : pass.updated;
    Object.assign(pass, draft, { walletBCopy: true, updated });
    return {
      id: pass.id,
      externalId: pass.externalId,
      ...(body.stampOperation && { stampCollection: stampCollection(pass, template) }),
      ...(body.balanceOperation && {
        pointsBalance: pass.templateFields.balance,
        templateFields: pass.templateFields,
      }),
    };
  },
});

/** The updated pass; `counted` is false if the call was only a repeated stamp operation. */
function drawUp(
  pass: Pass,
  template: Template,
  { state, body, startBalance }: Call<unknown, UpdateInput>,
) {
  const now = state.clock.now();
  const fields = moveMemberFields(template, checkFieldValues(body));
  const draft: Pass = {
    ...pass,
    templateFields: { ...pass.templateFields, ...fields.templateFields },
    customFields: { ...pass.customFields, ...fields.customFields },
    redemptionValue: body.redemptionValue ?? pass.redemptionValue,
    email: changed(pass.email, body.email?.trim().toLowerCase()),
    phone: changed(pass.phone, body.phone),
  };
  applyValidity(draft, { ...body, templateFields: fields.templateFields }, now);
  if (body.collectedStamps !== undefined) stateStampCount(draft, body.collectedStamps, now);
  let counted = true;
  if (body.stampOperation !== undefined) {
    const applied = applyStampOperation(draft, template, body.stampOperation, now);
    counted = applied || hasEdits(body) || body.balanceOperation !== undefined;
  }
  if (body.balanceOperation !== undefined) {
    // The operation starts from a balance set in the same request.
    const isSet = fields.templateFields.balance !== undefined;
    const { balance: stored } = (!isSet && startBalance) || draft.templateFields;
    const balance = balanceAfter(template, stored, body.balanceOperation);
    draft.templateFields = { ...draft.templateFields, balance };
  }
  return { draft, counted };
}

/** An empty text removes the stored value. */
function changed(stored: string | undefined, next: string | undefined): string | undefined {
  return next === undefined ? stored : next || undefined;
}

/**
 * The balance after an operation on the stored one: subtract stops at zero, `isTotal` turns add
 * and subtract into set.
 * @throws ServiceError 400 if the template has no balance, or the stored one is not a number
 */
function balanceAfter(
  template: Template,
  stored: string | number | undefined,
  { operation, amount, isTotal }: z.output<typeof balanceOperation>,
): number {
  if (template.type !== 'loyalty' && template.type !== 'giftCard') {
    throw badRequest('Balance operations need a loyalty or gift card template.');
  }
  if (operation === 'set' || isTotal === true) return amount;
  const current = toNumber(stored ?? 0);
  if (current === undefined) throw badRequest('The balance on this pass is not a number.');
  const sum = operation === 'add' ? current + amount : Math.max(0, current - amount);
  // Money adds up to whole cents: 0.1 + 0.2 is 0.3.
  return Number(sum.toFixed(8));
}

/** A number or a numeric string; `undefined` for anything else. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : undefined;
}

/** Endpoints that change passes. */
export const updateEndpoints: readonly Endpoint[] = [updatePass];
