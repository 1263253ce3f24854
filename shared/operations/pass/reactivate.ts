import * as field from '../../fields';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { patchPass } from '../../api/passes';
import * as inputs from './inputs';
import { identityFields } from './outputFields';
import { assertFutureEnd } from '../checks';

export const reactivate = defineOperation({
  resource: 'pass',
  key: 'reactivate',
  label: 'Reactivate',
  action: 'Reactivate pass',
  description: 'Make a voided or expired pass valid again',
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass'],
  testEffect: 'makes a real pass valid again',
  zapier: {
    kind: 'create',
    key: 'reactivate_pass',
    label: 'Reactivate Pass',
    noun: 'Card',
    description: 'Reactivates a voided or expired pass.',
  },
  input: {
    pass: field.passRef({ contactMatches: 'any' }),
    validUntil: inputs.validUntil(
      'options',
      'Enter a new date if the pass has expired, or wallets may keep it archived.',
    ),
  },
  output: {
    returns: 'one',
    fields: {
      ...identityFields,
      reactivated: { label: 'Reactivation Accepted', type: 'boolean', always: true },
      validUntil: { label: 'Valid Until', type: 'datetime' },
    },
    sample: { id: 'ps_4f1d2a', externalId: 'M-0042', reactivated: true },
  },
  preview: { wouldBe: 'reactivated' },

  prepare(context, input) {
    assertFutureEnd(context, input);
    return input;
  },

  async run({ client }, { pass, validUntil }) {
    const { id, externalId } = await patchPass(
      client,
      pass,
      compact({
        isValid: true,
        templateFields: validUntil === undefined ? undefined : { validUntil },
      }),
    );
    return compact({ id, externalId, reactivated: true, validUntil });
  },
});
