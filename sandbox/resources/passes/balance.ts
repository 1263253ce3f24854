import { z } from 'zod';

import { BALANCE_OPERATIONS } from '../../../shared/service/vocabulary';
import { badRequest } from '../../errors';
import type { Template } from '../../state/entities';

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/;

/** A number or a numeric string; `undefined` for anything else. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : undefined;
}

/** `balanceOperation` of `PATCH /pass`. */
export const balanceOperation = z.object({
  operation: z.enum(BALANCE_OPERATIONS),
  amount: z.unknown().transform((value, context) => {
    const amount = toNumber(value);
    if (amount !== undefined && amount >= 0) return amount;
    context.addIssue({
      code: z.ZodIssueCode.custom,
      message: 'must be a number of 0 or more, or a string holding one',
    });
    return z.NEVER;
  }),
  isTotal: z.boolean().optional(),
});
type BalanceOperationInput = z.output<typeof balanceOperation>;

/**
 * The balance after an operation on the stored one: subtract stops at zero, `isTotal` turns add
 * and subtract into set.
 * @throws ServiceError 400 if the template has no balance, or the stored one is not a number
 */
export function balanceAfter(
  template: Template,
  stored: string | number | undefined,
  { operation, amount, isTotal }: BalanceOperationInput,
): number {
  if (template.type !== 'loyalty' && template.type !== 'giftCard') {
    throw badRequest('Balance operations need a loyalty or gift card template.');
  }
  if (operation === 'set' || isTotal === true) return amount;
  const current = toNumber(stored ?? 0);
  if (current === undefined) throw badRequest('The balance on this pass is not a number.');
  return tidy(operation === 'add' ? current + amount : Math.max(0, current - amount));
}

/** Money adds up to whole cents: 0.1 + 0.2 is 0.3. */
function tidy(value: number): number {
  return Number(value.toFixed(8));
}
