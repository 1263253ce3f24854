import { patchPass } from '../../api/passes';
import { compact } from '../../fields/output';
import type { Output } from '../../fields/output';
import type { ServiceClient } from '../../http/client';
import type { Retry } from '../../http/retryPolicy';
import type { PassRef } from '../../service/passRef';

/** Sets the balance as a field value, which needs only `passes.edit`. */
export async function editBalance(
  client: ServiceClient,
  ref: PassRef,
  amount: number,
  retry: Retry,
): Promise<Output> {
  const { id, externalId } = await patchPass(
    client,
    ref,
    { templateFields: { balance: amount } },
    retry,
  );
  return compact({ id, externalId: externalId ?? undefined, pointsBalance: amount });
}
