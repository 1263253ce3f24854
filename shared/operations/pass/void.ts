import * as field from '../../fields';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { patchPass } from '../../api/passes';
import * as inputs from './inputs';
import { identityFields } from './outputFields';

export const voidPass = defineOperation({
  resource: 'pass',
  key: 'void',
  label: 'Void',
  action: 'Void pass',
  description: 'Make a pass invalid: wallets show it as expired and scanners reject it',
  details:
    'A pass that is already voided stays void, without an error. By external ID, the service takes the first pass that it finds.',
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass'],
  testEffect: 'voids a real pass',
  zapier: {
    kind: 'create',
    key: 'void_pass',
    label: 'Void Pass',
    noun: 'Card',
    description:
      'Voids a pass, e.g. for a refund: scanners reject it and wallets show it as expired.',
    intro: 'No message is sent. To make a voided pass valid again, use Reactivate Pass.',
    omit: ['invalidatedReason'],
  },
  input: {
    pass: field.passRef({ contactMatches: 'validFirst' }),
    invalidatedReason: inputs.invalidatedReason,
  },
  output: {
    returns: 'one',
    fields: {
      ...identityFields,
      voided: { label: 'Voided', type: 'boolean', always: true },
      invalidatedReason: { label: 'Reason', type: 'string' },
    },
    sample: { id: 'ps_4f1d2a', externalId: 'M-0042', voided: true },
  },
  preview: { wouldBe: 'voided' },

  async run({ client }, { pass, invalidatedReason }) {
    const { id, externalId } = await patchPass(
      client,
      pass,
      compact({ isValid: false, invalidatedReason }),
    );
    return compact({ id, externalId, voided: true, invalidatedReason });
  },
});
