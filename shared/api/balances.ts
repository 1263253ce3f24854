import { z } from 'zod';
import type { Retry } from '../http/retryPolicy';
import type { PassRef } from '../service/passRef';
import { outgoing } from '../service/requests';
import type { PassUpdated } from '../service/schemas';
import { BALANCE_OPERATIONS } from '../service/vocabulary';
import type { BalanceOperation } from '../service/vocabulary';
import type { PassContext } from './passes';
import { operateOnPass, wrongKindOfPass } from './passes';

/** Without `isTotal`, which turns adding into setting. */
const balanceOperations = z
  .object({ operation: z.enum(BALANCE_OPERATIONS), amount: z.number().finite().min(0) })
  .strict();

/** `PATCH /pass` with a balance operation. */
export function changeBalance(
  context: PassContext,
  ref: PassRef,
  operation: BalanceOperation,
  amount: number,
  retry: Retry,
): Promise<PassUpdated> {
  const balanceOperation = outgoing(balanceOperations, { operation, amount });
  return operateOnPass(context, ref, { balanceOperation }, retry).catch(
    wrongKindOfPass(ref, 'Only loyalty cards and gift cards have a balance'),
  );
}
