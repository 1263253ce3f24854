import { changeBalance } from '../../api/balances';
import { patchPass } from '../../api/passes';
import { compact } from '../../runtime/records';
import type { Output } from '../../fields/output';
import type { PassRef } from '../../service/requests';
import type { Context } from '../context';
import { balanceOutput } from './output';

/** Sets the balance by a balance operation, or as a field value, which needs only `passes.edit`. */
export async function setBalance(
  { client }: Context,
  { pass, amount, scopeUsed }: { pass: PassRef; amount: number; scopeUsed?: string },
): Promise<Output> {
  if (scopeUsed !== 'editing') {
    return balanceOutput(await changeBalance(client, pass, 'set', amount));
  }
  const changes = { templateFields: { balance: amount } };
  const { id, externalId } = await patchPass(client, pass, changes);
  return compact({ id, externalId: externalId ?? undefined, pointsBalance: amount });
}
