import { invalidInput } from '../../errors/serviceError';
import * as field from '../../fields';

/** Required input: a number from 0 up. */
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

/** @throws ServiceError `invalidInput` for 0: adding or subtracting it would succeed without any change */
export function assertPositive({ amount }: { amount: number }): void {
  if (amount > 0) return;
  throw invalidInput(
    'Amount',
    'amount',
    'must be greater than 0',
    'Enter the amount to add or subtract. To set a balance to 0, use Set.',
  );
}

/** What subtracting more than there is does; the same choice on both platforms. */
export const ifBalanceTooLow = field.choice({
  label: 'If the Balance Is Too Low',
  section: 'options',
  default: 'stopAtZero',
  description: 'What to do if the amount is more than the balance',
  options: [
    {
      value: 'stopAtZero',
      label: 'Stop at Zero',
      description: 'Subtract what there is',
    },
    {
      value: 'fail',
      label: 'Fail',
      description:
        "Read the balance from the template's passes first, and subtract nothing if it is lower. Requires 'Template'. A change in between by someone else is not noticed.",
      scopes: ['passes.viewAll'],
    },
  ],
});

/** Which permission sets a balance; the same choice on both platforms. */
export const setMethod = field.choice({
  label: 'Permission Used',
  section: 'options',
  default: 'redeeming',
  description: 'Which scope of the API key sets the balance',
  options: [
    { value: 'redeeming', label: 'scanning.redeem', description: 'Sets the balance by redeeming' },
    { value: 'editing', label: 'passes.edit', description: 'Sets the balance by editing the pass' },
  ],
});
