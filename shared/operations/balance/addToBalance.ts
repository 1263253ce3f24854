import { changeBalance } from '../../api/balances';
import type { Output } from '../../fields/output';
import type { PassRef } from '../../service/passRef';
import type { RunContext } from '../operation';
import { balanceOutput, changeOutput } from './output';

/** Adds an amount to a balance. */
export async function addToBalance(
  context: RunContext,
  { pass, amount }: { pass: PassRef; amount: number },
): Promise<Output> {
  const response = await changeBalance(context, pass, 'add', amount, context.retry);
  return {
    ...balanceOutput(response),
    ...changeOutput({ change: amount, after: response.pointsBalance }),
  };
}
