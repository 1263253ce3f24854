import type { ServiceClient } from '../http/client';
import type { PassRef } from '../service/requests';
import { type PassBalance, passBalanceSchema } from '../service/schemas';
import type { BalanceOperation } from '../service/vocabulary';
import { operateOnPass } from './passes';

/** The endpoint of a balance operation. Only setting a balance may be sent twice. */
export function balanceEndpoint(operation: BalanceOperation) {
  return operation === 'set'
    ? 'PATCH /pass with a new balance'
    : 'PATCH /pass with a balance change';
}

/** `PATCH /pass` with a balance operation. Never sends `isTotal`, which turns adding into setting. */
export function changeBalance(
  client: ServiceClient,
  ref: PassRef,
  operation: BalanceOperation,
  amount: number,
): Promise<PassBalance> {
  const balanceOperation = { operation, amount };
  const key = balanceEndpoint(operation);
  const rule = 'Only loyalty cards and gift cards have a balance';
  return operateOnPass(client, key, ref, { balanceOperation }, passBalanceSchema, rule);
}
