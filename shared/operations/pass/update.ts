import type { PassRef } from '../../service/passRef';
import * as field from '../../fields';
import { ServiceError } from '../../errors/serviceError';
import type { PassChanges } from '../../service/requests';
import { defineOperation } from '../operation';
import type { OperationContext } from '../operation';
import { compact } from '../../runtime/records';
import { patchPass } from '../../api/passes';
import * as inputs from './inputs';
import { identityFields, sentDates, sentFields } from './output';
import { periodCheck } from './validity';
import type { PassValues } from './values';
import { groupValues } from './values';

type UpdateInput = PassValues & { pass: PassRef } & Pick<
    PassChanges,
    'email' | 'phone' | 'redemptionValue' | 'collectedStamps'
  >;

export const update = defineOperation({
  resource: 'pass',
  key: 'update',
  label: 'Update',
  action: 'Update a pass',
  description:
    'Change field values, contact, barcode, stamp count or validity of a pass; every wallet that holds it is updated',
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass', 'GET /templates/{id}'],
  zapier: {
    kind: 'create',
    key: 'update_pass',
    label: 'Update Pass',
    noun: 'Pass',
    description: 'Updates field values, contact, barcode, stamp count or validity of a pass.',
  },
  input: {
    pass: field.passRef({ template: 'always' }),
    fieldValues: inputs.fieldValues,
    email: field.email({
      label: 'Email',
      section: 'changes',
      description:
        'New email address; it is only stored, and nothing is sent to it. To deliver the pass again, use Resend.',
    }),
    phone: field.phone({
      label: 'Phone',
      section: 'changes',
      description:
        'New phone number; it is only stored, and nothing is sent to it. To deliver the pass again, use Resend.',
    }),
    redemptionValue: inputs.redemptionValue('changes', 'Leave empty to keep the current barcode.'),
    collectedStamps: inputs.collectedStamps('changes'),
    validFrom: inputs.validFrom('changes'),
    validUntil: inputs.validUntil(
      'changes',
      'A date in the future also makes a voided pass valid again; an expiry can be changed but not removed.',
    ),
    unknownFields: inputs.unknownFields('options'),
  },
  output: {
    returns: 'one',
    fields: {
      ...identityFields,
      updated: { label: 'Updated', type: 'boolean', always: true },
      ...sentFields,
    },
    sample: { id: 'ps_4f1d2a', externalId: 'M-0042', updated: true },
  },

  checks: [
    periodCheck,
    {
      inputs: ['pass', 'fieldValues', 'unknownFields'],
      async run(context, input) {
        await groupValues(context, input.pass.templateId, input);
      },
    },
    {
      inputs: [
        'pass',
        'fieldValues',
        'unknownFields',
        'email',
        'phone',
        'redemptionValue',
        'collectedStamps',
        'validFrom',
        'validUntil',
      ],
      async run(context, input) {
        const { changes } = await changesOf(context, input);
        if (Object.keys(changes).length === 0) throw nothingToChange();
      },
    },
  ],

  async run(context, input) {
    const { changes, leftOut } = await changesOf(context, input);
    const { id, externalId } = await patchPass(context.client, input.pass, changes);
    return compact({
      id,
      externalId: externalId ?? undefined,
      updated: true,
      sentDates: sentDates(input),
      leftOut,
    });
  },
});

async function changesOf(context: OperationContext, input: UpdateInput) {
  const { pass, email, phone, redemptionValue, collectedStamps } = input;
  const { valueGroups, leftOut } = await groupValues(context, pass.templateId, input);
  const changes: PassChanges = compact({
    ...valueGroups,
    email,
    phone,
    redemptionValue,
    collectedStamps,
  });
  return { changes, leftOut };
}

function nothingToChange(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'fieldValues',
    message: 'There is nothing to change: every value is empty',
    hint: 'Enter at least one value to change. Empty values are never sent.',
  });
}
