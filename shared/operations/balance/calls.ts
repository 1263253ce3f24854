import { z } from 'zod';

import type { PassRef } from '../../fields';
import * as field from '../../fields';
import type { ServiceClient } from '../../http/client';
import { invalidInput } from '../../http/failures';
import type { Retry } from '../../http/retry';
import { outgoing } from '../../service/requests';
import type { PassUpdated } from '../../service/schemas';
import { BALANCE_OPERATIONS } from '../../service/vocabulary';
import type { BalanceOperation } from '../../service/vocabulary';
import type { InputCheck, Output } from '../operation';
import type { OutputFields } from '../output';
import { compact } from '../output';
import { operateOnPass, patchPass } from '../pass/calls';

/** What the balance operations have in common: the call, the inputs, the output. */

/** `isTotal` is not offered: it turns adding into setting. */
const balanceOperations = z
  .object({ operation: z.enum(BALANCE_OPERATIONS), amount: z.number().finite().min(0) })
  .strict();

/** `PATCH /pass` with a balance operation. */
export function changeBalance(
  client: ServiceClient,
  ref: PassRef,
  operation: BalanceOperation,
  amount: number,
  retry: Retry,
): Promise<PassUpdated> {
  const balanceOperation = outgoing(balanceOperations, { operation, amount });
  return operateOnPass(client, ref, { balanceOperation }, retry);
}

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

export function amount(description: string) {
  return field.required(
    field.number({
      label: 'Amount',
      integer: false,
      min: 0,
      placeholder: 'e.g. 12.50',
      description,
    }),
  );
}

/** Adding or subtracting nothing would be reported as done without any change. */
export const moreThanZero: InputCheck<{ amount: number; operation?: BalanceOperation }> = {
  inputs: ['amount', 'operation'],
  run(_context, { amount, operation }) {
    if (amount > 0 || operation === 'set') return;
    throw invalidInput(
      'Amount',
      'amount',
      'must be more than 0',
      'Enter the amount to add or subtract. To set a balance to 0, use Set.',
    );
  },
};

/** Which permission sets a balance; the same choice on both platforms. */
export const setMethod = field.choice({
  label: 'Set By',
  group: 'options',
  default: 'redeeming',
  description: 'Which permission to use to set the balance exactly',
  options: [
    { value: 'redeeming', label: 'Redeeming', description: 'Needs the scope scanning.redeem' },
    { value: 'editing', label: 'Editing the Pass', description: 'Needs only passes.edit' },
  ],
});

export function balanceOutput(answer: PassUpdated): Output {
  return compact({
    id: answer.id,
    externalId: answer.externalId ?? undefined,
    pointsBalance: answer.pointsBalance ?? undefined,
  });
}

/** `pointsBalance` is read for gift cards as well as points. */
export const balanceFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  pointsBalance: { label: 'Balance', type: 'number', always: true },
} satisfies OutputFields;

export const balanceSample = { id: 'ps_4f1d2a', externalId: 'M-0042', pointsBalance: 120 };
