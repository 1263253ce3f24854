import { invalidInput } from '../../errors/serviceError';
import * as field from '../../fields';

/** Required input: a number from 0 up, or above 0: adding or subtracting 0 would succeed without any change. */
export function amount(description: string, range: { min: 0 } | { above: 0 } = { min: 0 }) {
  return field.required(
    field.number({
      label: 'Amount',
      integer: false,
      ...range,
      placeholder: 'e.g. 12.50',
      description,
    }),
  );
}

/** @throws ServiceError `invalidInput` for 0, where only the operation tells whether it is refused */
export function assertPositive({ amount }: { amount: number }): void {
  if (amount > 0) return;
  throw invalidInput(
    'Amount',
    'amount',
    'must be greater than 0',
    'Enter the amount to add or subtract. To set a balance to 0, use Set.',
  );
}

/** Text for the reference. */
export const TOO_LOW_DETAILS =
  "20 minus 50 leaves 0, without an error. 'Stopped at Zero' is then true, and also if the amount was exactly the balance. With 'If the Balance Is Too Low' set to Fail, the balance is read first; a change by someone else in between is not noticed. By external ID, the service takes the first pass that it finds.";

/** What to do if the amount exceeds the balance; the same choice on both platforms. */
export const ifBalanceTooLow = field.choice({
  label: 'If the Balance Is Too Low',
  section: 'options',
  default: 'stopAtZero',
  description: 'What to do if the amount is more than the balance',
  options: [
    {
      value: 'stopAtZero',
      label: 'Stop at Zero',
      description: 'Subtract only the remaining balance',
    },
    {
      value: 'fail',
      label: 'Fail',
      inHelp: true,
      description: "Subtract nothing. Needs 'Template' and the scope passes.viewAll.",
      scopes: ['passes.viewAll'],
    },
  ],
});
