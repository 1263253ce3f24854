import { changeBalance } from '../../api/balances';
import type { Output } from '../../fields/output';
import type { PassRef } from '../../service/requests';
import type { Context } from '../context';
import { balanceOutput, changeOutput } from './output';

/** Adds an amount to a balance. */
export async function addToBalance(
  { client }: Context,
  { pass, amount }: { pass: PassRef; amount: number },
): Promise<Output> {
  const response = await changeBalance(client, pass, 'add', amount);
  return {
    ...balanceOutput(response),
    ...changeOutput({ change: amount, after: response.pointsBalance }),
  };
}
