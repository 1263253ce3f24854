import { compact } from '../../fields/output';
import type { Output, OutputFields } from '../../fields/output';
import type { PassUpdated } from '../../service/schemas';

/** Output of a changed pass: its identity and new balance. */
export function balanceOutput(response: PassUpdated): Output {
  return compact({
    id: response.id,
    externalId: response.externalId ?? undefined,
    pointsBalance: response.pointsBalance ?? undefined,
  });
}

/** `pointsBalance` is read for gift cards as well as points. */
export const balanceFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  pointsBalance: { label: 'Balance', type: 'number', always: true },
} satisfies OutputFields;

export const balanceSample = { id: 'ps_4f1d2a', externalId: 'M-0042', pointsBalance: 120 };
