import { type Output, type OutputFields, toOutput } from '../../fields/output';
import { addDecimals } from '../../service/numbers';
import type { PassBalance } from '../../service/schemas';

/** Output of a changed pass: its identity and new balance. */
export function balanceOutput({ id, externalId, pointsBalance }: PassBalance): Output {
  return toOutput({ id, externalId, pointsBalance }, balanceFields);
}

/**
 * The balance before a change and the applied amount, if they are certain. If subtracting leaves nothing, the response
 * does not show how much there was, so the result is reported as stopped at zero, unless the balance that was read
 * equals the amount.
 * @param change the amount; negative if it was subtracted
 * @param before the balance, if it was read
 */
export function changeOutput(change: number, after: number, before?: number): Output {
  const wasExactlyThere = before !== undefined && addDecimals(before, change) === 0;
  if (change < 0 && after === 0 && !wasExactlyThere) return { stoppedAtZero: true };
  const previousBalance = addDecimals(after, -change);
  if (previousBalance === undefined || previousBalance < 0) return {};
  return { previousBalance, applied: Math.abs(change) };
}

/** `pointsBalance` is read for gift cards as well as points. */
export const balanceFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  pointsBalance: { label: 'Balance', type: 'number', always: true },
} satisfies OutputFields;

/** Output of adding. */
export const changedBalanceFields = {
  ...balanceFields,
  previousBalance: { label: 'Previous Balance', type: 'number' },
  applied: { label: 'Amount Applied', type: 'number' },
} satisfies OutputFields;

/** Output of subtracting. */
export const subtractedBalanceFields = {
  ...changedBalanceFields,
  stoppedAtZero: { label: 'Stopped at Zero', type: 'boolean' },
} satisfies OutputFields;

export const balanceSample = { id: 'ps_4f1d2a', externalId: 'M-0042', pointsBalance: 120 };
