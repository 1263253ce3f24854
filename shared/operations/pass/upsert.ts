import { checkAll } from '../../errors/serviceError';
import * as field from '../../fields';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { type ExistingPolicy, changesToExisting, withReactivation } from './issue/existingPolicy';
import { ISSUE_OUTCOMES, issuePass } from './issue/issuePass';
import * as inputs from './inputs';
import { issuedFields, linksNote, linksSample, outcomeField } from './outputFields';
import { assertNotExpired, buildIssueRequest } from './issue/issueRequest';
import type { Context } from '../context';
import { sentence } from '../../service/wording';

export const ifNotValid = field.choice({
  label: 'If the Pass Is Not Valid',
  section: 'options',
  default: 'leave',
  options: [
    { value: 'leave', label: 'Leave', description: 'Update it, and leave it voided or expired' },
    {
      value: 'reactivate',
      label: 'Reactivate',
      inHelp: true,
      description:
        "Make it valid again, even if refunded or used. If it may have expired, also choose Validity in 'Overwrite on Existing Passes'.",
    },
  ],
});

export const overwrite = field.choices({
  label: 'Overwrite on Existing Passes',
  section: 'options',
  description: 'What an existing pass gets as well; otherwise, only a new pass gets it',
  options: [
    { value: 'balance', label: 'Balance', description: 'Replaces what was earned or spent' },
    { value: 'stamps', label: 'Stamps', description: 'Replaces the collected stamps' },
    {
      value: 'validity',
      label: 'Validity',
      inHelp: true,
      description: 'Both dates. A future end makes a voided pass valid again.',
    },
  ],
});

/**
 * `validFrom` and `collectedStamps` get another description below, as does `validUntil`: only a new pass gets them,
 * unless {@link overwrite} includes them.
 */
const { validFrom, collectedStamps, ...otherOptions } = inputs.newPassOptions;

function describedAsNewOnly<F extends { description?: string }>(input: F): F {
  return { ...input, description: `${sentence(input.description ?? '')} ${ONLY_NEW}` };
}

const ONLY_NEW = 'Only a new pass gets it by default.';

function contactDescription(contact: string): string {
  return `${contact} of the holder, to deliver a new pass. It replaces that of an existing pass, without comparing them.`;
}

/** The inputs of Create or Update, and of Sync List. */
export const upsertInputs = {
  templateId: inputs.templateId,
  externalId: inputs.requiredExternalId,
  fieldValues: {
    ...inputs.fieldValues,
    description: `${inputs.fieldValues.description} An existing pass keeps its balance by default.`,
  },
  ...inputs.recipient,
  email: { ...inputs.recipient.email, description: contactDescription('Email address') },
  phone: { ...inputs.recipient.phone, description: contactDescription('Phone number') },
  validFrom: describedAsNewOnly(validFrom),
  ...otherOptions,
  validUntil: inputs.validUntil('options', `${ONLY_NEW} ${inputs.KEEP_OPEN_NOTE}`),
  collectedStamps: describedAsNewOnly(collectedStamps),
  overwrite,
  ifUnchanged: field.choice({
    label: 'If Nothing Changed',
    needs: 'manyItems',
    section: 'options',
    default: 'skip',
    description:
      'For a pass that already has all listed values. Works with three or more items, unless the template has far more passes.',
    options: [
      {
        value: 'skip',
        label: 'Skip',
        description: "Send nothing. A value that someone changed during the run isn't noticed.",
      },
      {
        value: 'update',
        label: 'Update Anyway',
        description: 'Send all values, and push the pass to every wallet that holds it',
      },
    ],
  }),
  ifNotValid,
  includeLinks: field.boolean({
    label: 'Include Links',
    section: 'options',
    default: false,
    description: 'also return the links of a pass that already existed; takes one more request',
  }),
  unknownFields: inputs.unknownFields,
};

/** The plan of Create or Update for one item. */
export type UpsertPlan = Awaited<ReturnType<typeof prepareUpsert>>;

/** Prepares one item of Create or Update, or of Sync List. */
export async function prepareUpsert(context: Context, input: field.InputOf<typeof upsertInputs>) {
  const [prepared] = await checkAll(
    () => buildIssueRequest(context, input),
    () => assertNotExpired(context, input, input),
  );
  const { templateId, externalId, overwrite: overwritten = [], ifUnchanged, includeLinks } = input;
  const existing = changesToExisting(prepared.values, overwritten);
  const changes = compact(existing.changes);
  const policy: ExistingPolicy = {
    changes,
    unwrittenValues: existing.unwrittenValues,
    reactivation:
      input.ifNotValid === 'reactivate' ? withReactivation(changes, prepared.values) : undefined,
    skipUnchanged: ifUnchanged === 'skip',
  };
  const { validFrom, validUntil, skippedFields } = prepared.extraOutput;
  return {
    ...prepared,
    ref: { templateId, externalId },
    policy,
    needsLinks: includeLinks,
    output: {
      ofNew: { templateId, validFrom, validUntil, skippedFields },
      ofPreview: prepared.extraOutput,
      ofExisting: { templateId, skippedFields },
    },
  };
}

export const upsert = defineOperation({
  resource: 'pass',
  key: 'upsert',
  label: 'Create or Update',
  action: 'Create or update pass',
  description: 'Create a new pass, or update the current one if it already exists (upsert)',
  details:
    "Balance, stamps and validity of an existing pass stay as they are, so that running a sheet again does not reset what was earned. Reactivate also writes 'Valid From' and 'Valid Until' to a pass that is known to be voided or expired; one that has expired stays so without a 'Valid Until' in the future. On Zapier, and with less than three items, they are written only if 'Overwrite on Existing Passes' has Validity. [What is known when](../many-items.md#what-is-known-when).",
  effect: 'send',
  serialBy: 'externalId',
  longRuns: true,
  endpoints: ['PATCH /pass', 'POST /pass', 'GET /pass', 'GET /templates/{id}'],
  testEffect: 'issues or changes a real pass, and may send a message',
  zapier: {
    kind: 'create',
    key: 'create_or_update_pass',
    label: 'Create or Update Pass',
    noun: 'Card',
    description: 'Creates a pass, or updates the pass that already has the external ID.',
    omit: ['templateId'],
  },
  input: upsertInputs,
  output: {
    returns: 'one',
    fields: {
      ...issuedFields,
      outcome: {
        ...outcomeField,
        oneOf: ISSUE_OUTCOMES,
      },
      link: { ...issuedFields.link, always: false },
      templateId: { label: 'Template ID', type: 'string', always: true, omitFromSimplified: true },
      note: { ...linksNote, omitFromSimplified: false },
    },
    sample: { outcome: 'updated', ...linksSample, templateId: 'tpl_8c2e91', recovered: false },
  },
  preview: {},

  idsToLookUp: ({ templateId, externalId }) => [{ templateId, externalId }],

  prepare: prepareUpsert,
  run: issuePass,
});
