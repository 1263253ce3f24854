import type { ServiceClient } from '../http/client';
import type { PassRef } from '../service/passRef';
import type { PassUpdated } from '../service/schemas';
import type { BalanceOperation } from '../service/vocabulary';
import { operateOnPass, wrongKindOfPass } from './passes';

/** The endpoint of a balance operation: only a new balance may be sent twice. */
export function balanceEndpoint(operation: BalanceOperation) {
  return operation === 'set'
    ? 'PATCH /pass with a new balance'
    : 'PATCH /pass with a balance change';
}

/** `PATCH /pass` with a balance operation; without `isTotal`, which turns adding into setting. */
export function changeBalance(
  client: ServiceClient,
  ref: PassRef,
  operation: BalanceOperation,
  amount: number,
): Promise<PassUpdated> {
  const balanceOperation = { operation, amount };
  return operateOnPass(client, balanceEndpoint(operation), ref, { balanceOperation }).catch(
    wrongKindOfPass(ref, 'Only loyalty cards and gift cards have a balance'),
  );
}
