import * as field from '../../fields';
import { toResult } from '../../errors/serviceError';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { isNoSuchPass, patchPass } from '../../api/passes';
import type { Wanted } from './decision';
import { type DecidedPass, assertNotListed, decideFor, findLinks, issue } from './findOrIssue';
import * as inputs from './inputs';
import { linksOutput } from './output';
import { issuedFields, linksSample, outcomeField } from './outputFields';
import { prepareIssue } from './prepareIssue';
import { previewIssue } from './previewIssue';
import { changesToExisting, reactivating } from './values';
import type { PassLinks } from '../../service/schemas';
import type { Output } from '../../fields/output';
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

/** What an existing pass keeps, unless {@link overwrite} has it. */
const { validFrom, collectedStamps, ...otherOptions } = inputs.newPassOptions;

function ofNewPasses<F extends { description?: string }>(input: F): F {
  return { ...input, description: `${sentence(input.description ?? '')} ${ONLY_NEW}` };
}

const ONLY_NEW = 'Only a new pass gets it by default.';

/** The inputs of Create or Update, and of Sync List. */
export const upsertInputs = {
  templateId: inputs.templateId,
  externalId: inputs.requiredExternalId,
  fieldValues: {
    ...inputs.fieldValues,
    description: `${inputs.fieldValues.description} An existing pass keeps its balance by default.`,
  },
  ...inputs.recipientOf('issues or changes a real pass'),
  validFrom: ofNewPasses(validFrom),
  ...otherOptions,
  validUntil: inputs.validUntil('options', ONLY_NEW),
  collectedStamps: ofNewPasses(collectedStamps),
  overwrite,
  ifUnchanged: field.choice({
    label: 'If Nothing Changed',
    needs: 'manyItems',
    section: 'options',
    default: 'skip',
    description:
      'For a pass that already has all values. Works with 20 or more items, and for values that the service lists.',
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

export const UPSERT_OUTCOMES = ['created', 'existing', 'updated', 'unchanged', 'reactivated'];

/** What Create or Update is about to send. */
export type UpsertPlan = Awaited<ReturnType<typeof prepareUpsert>>;

/** The steps of Create or Update for one item; Sync List does more. */
export async function prepareUpsert(context: Context, input: field.InputOf<typeof upsertInputs>) {
  const prepared = await prepareIssue(context, input, () => input);
  const { templateId, externalId, overwrite: overwritten = [], ifUnchanged, includeLinks } = input;
  const existing = changesToExisting(prepared.values, overwritten);
  const changes = compact(existing.changes);
  const wanted: Wanted = {
    changes,
    withheld: existing.withheld,
    reactivation:
      input.ifNotValid === 'reactivate' ? reactivating(changes, prepared.values) : undefined,
    skipUnchanged: ifUnchanged === 'skip',
  };
  return { ...prepared, wanted, ref: { templateId, externalId }, includeLinks };
}

export async function runUpsert(context: Context, plan: UpsertPlan): Promise<Output> {
  const { request, ref, wanted, extraOutput } = plan;
  const decided = await decideFor(context, ref, wanted);
  const existing = await useExisting(context, plan, decided);
  if (existing) {
    return await existingOutput(context, plan, decided, existing);
  }
  const issued = await issue(context, request, ref);
  return compact({
    outcome: 'created',
    ...linksOutput(issued.links),
    templateId: ref.templateId,
    recovered: issued.recovered,
    validFrom: extraOutput.validFrom,
    validUntil: extraOutput.validUntil,
    skippedFields: extraOutput.skippedFields,
  });
}

/** Does what was decided about the pass that exists. @returns `undefined` if there is none */
async function useExisting(
  context: Context,
  { request, ref }: UpsertPlan,
  { decision: { outcome, changes }, pass, row }: DecidedPass,
): Promise<PassLinks | undefined> {
  if (outcome === 'created') return undefined;
  if (outcome === 'unchanged' && row) return { id: row.id };
  const found = await (outcome === 'existing'
    ? findLinks(context, pass, request)
    : patchPass(context.client, pass, changes).catch((thrown: unknown) => {
        if (isNoSuchPass(thrown)) return undefined;
        throw thrown;
      }));
  if (!found) assertNotListed(ref, row);
  return found;
}

async function existingOutput(
  context: Context,
  { request, ref, includeLinks, extraOutput }: UpsertPlan,
  { decision: { outcome, changes, status, notWritten }, pass }: DecidedPass,
  existing: PassLinks,
): Promise<Output> {
  const isSent = outcome === 'updated' || outcome === 'reactivated';
  // The pass may be updated by now: links that cannot be read must not look like a failed update.
  const links =
    outcome !== 'existing' && includeLinks
      ? await toResult(findLinks(context, pass, request))
      : { value: existing };
  return compact({
    outcome,
    ...linksOutput(links.value ?? existing),
    externalId: ref.externalId,
    templateId: ref.templateId,
    recovered: false,
    status,
    notWritten,
    skippedFields: extraOutput.skippedFields,
    validFrom: changes.templateFields?.validFrom,
    validUntil: changes.templateFields?.validUntil,
    note:
      links.failure &&
      `The pass ${isSent ? 'was updated' : 'is unchanged'}, but its links could not be read: ${links.failure.message}`,
  });
}

export const upsert = defineOperation({
  resource: 'pass',
  key: 'upsert',
  label: 'Create or Update',
  action: 'Create or update pass',
  description: 'Create a new pass, or update the current one if it already exists (upsert)',
  details:
    "Balance, stamps and validity of an existing pass stay as they are, so that running a sheet again does not reset what was earned. Reactivate also writes 'Valid From' and 'Valid Until' to a pass that is known to be voided or expired; one that has expired is refused without a 'Valid Until'. If the run does not read the list of passes (on Zapier, and with fewer than 20 items), they are written only if 'Overwrite on Existing Passes' has Validity. Of two passes with one external ID, the only valid one is updated; without the list, the first that the service finds.",
  effect: 'send',
  serialBy: 'externalId',
  longRuns: true,
  endpoints: ['PATCH /pass', 'POST /pass', 'GET /pass', 'GET /templates/{id}'],
  zapier: {
    kind: 'create',
    key: 'create_or_update_pass',
    label: 'Create or Update Pass',
    noun: 'Digital Pass',
    description: 'Creates a pass, or updates the pass that already has the external ID.',
    note: '**Testing this step issues or changes a real pass, and may send a message.**',
    omit: ['templateId'],
  },
  input: upsertInputs,
  output: {
    returns: 'one',
    fields: {
      ...issuedFields,
      outcome: {
        ...outcomeField,
        oneOf: UPSERT_OUTCOMES,
      },
      link: { ...issuedFields.link, always: false },
      templateId: { label: 'Template ID', type: 'string', always: true, omitFromSimplified: true },
      note: { label: 'Note on Links', type: 'string' },
    },
    sample: { outcome: 'updated', ...linksSample, templateId: 'tpl_8c2e91', recovered: false },
  },
  preview: {
    details: previewIssue,
  },

  lookedUpIds: ({ templateId, externalId }) => [{ templateId, externalId }],

  prepare: prepareUpsert,
  run: runUpsert,
});
