import * as field from '../../fields';
import { toResult } from '../../errors/serviceError';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { findPass, isNoSuchPass, patchPass } from '../../api/passes';
import { findOrIssue, prepareIssue, previewDetails, writtenValues } from './findOrIssue';
import * as inputs from './inputs';
import { issuedFields, linksOutput, linksSample } from './output';
import { changesToExisting } from './values';

export const upsert = defineOperation({
  resource: 'pass',
  key: 'upsert',
  label: 'Create or Update',
  action: 'Create or update pass',
  description: 'Create a new pass, or update the current one if it already exists (upsert)',
  details:
    'Balance, stamps and validity of an existing pass stay as they are, so that running a sheet again does not reset what was earned.',
  effect: 'send',
  serialBy: 'externalId',
  endpoints: ['PATCH /pass', 'POST /pass', 'GET /pass', 'GET /templates/{id}'],
  zapier: {
    kind: 'create',
    key: 'create_or_update_pass',
    label: 'Create or Update Pass',
    noun: 'Pass',
    description: 'Creates a pass, or updates the pass that already has the external ID.',
    omit: ['templateId'],
  },
  input: {
    templateId: inputs.templateId,
    externalId: field.required(inputs.externalId),
    ...inputs.recipient,
    fieldValues: inputs.fieldValues,
    ...inputs.newPassOptions,
    writeLiveValues: field.boolean({
      label: 'Overwrite Balance and Stamps',
      section: 'options',
      default: false,
      description:
        'overwrite balance, stamps and validity of an existing pass; otherwise, only a new pass gets them',
    }),
    includeLinks: field.boolean({
      label: 'Include Links',
      section: 'options',
      default: true,
      description: 'return the links of an updated pass, too, at the cost of one more request',
    }),
    unknownFields: inputs.unknownFields('options'),
  },
  output: {
    returns: 'one',
    fields: {
      ...issuedFields,
      link: { ...issuedFields.link, always: false },
      templateId: { label: 'Template ID', type: 'string', always: true },
      note: { label: 'Note on Links', type: 'string' },
    },
    sample: { outcome: 'updated', ...linksSample, templateId: 'tpl_8c2e91', recovered: false },
  },
  preview: {
    details: previewDetails,
  },

  lookedUpIds: ({ templateId, externalId }) => [{ templateId, externalId }],
  written: writtenValues,

  async prepare(context, input) {
    const prepared = await prepareIssue(context, input);
    const { templateId, externalId, writeLiveValues, includeLinks } = input;
    return {
      ...prepared,
      changes: compact(changesToExisting(prepared.values, writeLiveValues)),
      ref: { templateId, externalId },
      includeLinks,
    };
  },

  async run(context, { request, ref, changes, includeLinks, reported }) {
    const { client } = context;
    const pass = { by: 'externalId', ...ref } as const;
    const hasChanges = Object.keys(changes).length > 0;
    const lookup = () => findPass(client, pass, { locale: request.locale });
    const updateIfExists = () =>
      patchPass(client, pass, changes).catch((thrown: unknown) => {
        if (isNoSuchPass(thrown)) return undefined;
        throw thrown;
      });

    const { existing, issued } = await findOrIssue(
      context,
      request,
      ref,
      hasChanges ? updateIfExists : undefined,
    );
    if (!existing) {
      return compact({
        outcome: 'created',
        ...linksOutput(issued.links),
        templateId: ref.templateId,
        recovered: issued.recovered,
        validFrom: reported.validFrom,
        validUntil: reported.validUntil,
        skippedFields: reported.skippedFields,
      });
    }
    // The pass is already updated: links that cannot be read must not look like a failed update.
    const read = hasChanges && includeLinks ? await toResult(lookup()) : { value: existing };
    return compact({
      outcome: hasChanges ? 'updated' : 'existing',
      ...linksOutput(read.value ?? existing),
      externalId: ref.externalId,
      templateId: ref.templateId,
      recovered: false,
      skippedFields: reported.skippedFields,
      validFrom: changes.templateFields?.validFrom,
      validUntil: changes.templateFields?.validUntil,
      note:
        read.failure &&
        `The pass was updated, but its links could not be read: ${read.failure.message}`,
    });
  },
});
