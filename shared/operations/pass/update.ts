import * as field from '../../fields';
import { ServiceError, checkAll } from '../../errors/serviceError';
import type { PassChanges } from '../../service/requests';
import { defineOperation } from '../operation';
import { compact, pick } from '../../runtime/records';
import { patchPass } from '../../api/passes';
import * as inputs from './inputs';
import { identityFields, sentFields } from './outputFields';
import { assertPeriod } from '../checks';
import { toValueGroups } from './valueGroups';

const deliverAgain = {
  onN8n: 'To deliver the pass again, use Resend.',
  onZapier: 'To deliver the pass again, use Resend Pass.',
};

export const update = defineOperation({
  resource: 'pass',
  key: 'update',
  label: 'Update',
  action: 'Update pass',
  description:
    'Change field values, contact, barcode, stamp count or validity of a pass; every wallet that holds it is updated',
  effect: 'write',
  serialBy: 'pass',
  longRuns: true,
  endpoints: ['PATCH /pass', 'GET /templates/{id}'],
  testEffect: 'changes a real pass',
  zapier: {
    kind: 'create',
    key: 'update_pass',
    label: 'Update Pass',
    noun: 'Card',
    description: 'Updates the field values, contact, barcode, stamp count or validity of a pass.',
  },
  input: {
    pass: field.passRef({ template: 'always' }),
    fieldValues: inputs.fieldValues,
    email: field.email({
      label: 'Email',
      section: 'changes',
      description: 'New email address. Nothing is sent to it.',
      ...deliverAgain,
    }),
    phone: field.phone({
      label: 'Phone',
      section: 'changes',
      description: 'New phone number. Nothing is sent to it.',
      ...deliverAgain,
    }),
    validFrom: inputs.validFrom('changes'),
    validUntil: inputs.validUntil(
      'changes',
      'It can be changed but not removed. A future date makes a voided pass valid again.',
    ),
    redemptionValue: inputs.redemptionValue('changes', 'Leave empty to keep the current one.'),
    collectedStamps: inputs.collectedStamps('changes'),
    unknownFields: inputs.unknownFields,
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

  async prepare(context, input) {
    const [, { valueGroups, skippedFields }] = await checkAll(
      () => assertPeriod(context, input),
      () => toValueGroups(context, input.pass.templateId, input),
    );
    const { pass, validFrom, validUntil } = input;
    const changes: PassChanges = compact({ ...valueGroups, ...pick(input, inputs.PASS_VALUES) });
    if (Object.keys(changes).length === 0) throw nothingToChange();
    return {
      pass,
      changes,
      extraOutput: compact({ validFrom, validUntil, skippedFields }),
    };
  },

  preview: {
    details: (_context, { extraOutput }) => extraOutput,
  },

  async run({ client }, { pass, changes, extraOutput }) {
    const { id, externalId } = await patchPass(client, pass, changes);
    return compact({
      id,
      externalId,
      updated: true,
      ...extraOutput,
    });
  },
});

function nothingToChange(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'fieldValues',
    message: 'There is nothing to change: every value is empty',
    fix: 'Enter at least one value to change. Empty values are never sent.',
  });
}
