import { checkAll } from '../../errors/serviceError';
import * as field from '../../fields';
import type { ExternalIdRef } from '../../service/requests';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { type ExistingPolicy, changesToExisting } from './issue/existingPolicy';
import { issuePass } from './issue/issuePass';
import * as inputs from './inputs';
import { deliveryFields, issuedFields, linksNote, linksSample } from './outputFields';
import { assertNotExpired, buildIssueRequest } from './issue/issueRequest';

/**
 * A mapped email or phone may be empty only if another input says whose pass it is. An empty sheet can deliver an item,
 * too.
 */
const contactMayBeEmpty = {
  mappedEmptyFix: "Fill it, enter an 'External ID', or clear the mapping.",
  mappedEmptyUnless: ['email', 'phone', 'externalId'],
};

export const create = defineOperation({
  resource: 'pass',
  key: 'create',
  label: 'Issue',
  action: 'Issue pass',
  description:
    'Issue a pass to one person and deliver it. If the external ID already has a pass, that pass is returned.',
  details:
    "A link goes only to whom the pass belongs: if an existing pass has another email than the item, 'Contact Differs' is true and no link is returned. With less than three items, comparing takes one search more. A repeated run asks for the links of each pass; for a list that runs every night, use Create or Update, which asks only for what changed. For a membership that renews, leave 'Valid Until' empty and show the date in a field.",
  effect: 'send',
  serialBy: 'externalId',
  longRuns: true,
  endpoints: ['POST /pass', 'GET /pass', 'GET /templates/{id}'],
  retry: {
    cases: {
      lookUpFirst: 'With an external ID',
      never: "Without an external ID, or with 'If a Pass Already Exists' set to Issue Another",
    },
    of: (input) => (idToLookUp(input) === undefined ? 'never' : 'lookUpFirst'),
  },
  testEffect: "issues a real pass, which can't be deleted, and may send a message",
  zapier: {
    kind: 'create',
    key: 'issue_pass',
    label: 'Issue Pass',
    noun: 'Card',
    description: 'Issues a new pass to one person and delivers it by email or text message.',
  },
  input: {
    templateId: inputs.templateId,
    externalId: {
      ...inputs.externalId,
      description: inputs.OWN_ID,
      onN8n: inputs.NO_EMAIL,
      onZapier: "Don't use an email.",
    },
    fieldValues: inputs.fieldValues,
    ...inputs.recipient,
    email: { ...inputs.recipient.email, ...contactMayBeEmpty },
    phone: { ...inputs.recipient.phone, ...contactMayBeEmpty },
    ...inputs.newPassOptions,
    ifExists: field.choice({
      label: 'If a Pass Already Exists',
      section: 'options',
      description: 'For an external ID that already has a pass',
      default: 'return',
      options: [
        {
          value: 'return',
          label: 'Return Existing',
          inHelp: true,
          description: 'Return it, even if it is voided or expired. Nothing is changed or sent.',
        },
        {
          value: 'update',
          label: 'Update Existing',
          description:
            'Overwrite its contact, barcode value and field values, but not balance, stamps or validity. Nothing is sent. Needs the scope passes.edit.',
          scopes: ['passes.edit'],
        },
        {
          value: 'issueAnother',
          label: 'Issue Another',
          description: 'Issue a second pass with the same external ID',
        },
        { value: 'fail', label: 'Fail', description: 'Stop without issuing a pass' },
      ],
    }),
    unknownFields: inputs.unknownFields,
  },
  output: {
    returns: 'one',
    fields: {
      ...issuedFields,
      link: { ...issuedFields.link, always: false },
      ...deliveryFields,
      note: linksNote,
    },
    sample: {
      outcome: 'created',
      ...linksSample,
      recovered: false,
      emailRequested: 'accountDefault',
      textMessageRequested: 'no',
    },
  },
  preview: {},

  idsToLookUp: (input) => [idToLookUp(input)].filter((ref) => ref !== undefined),

  async prepare(context, input) {
    const [prepared] = await checkAll(
      () => buildIssueRequest(context, input),
      () =>
        assertNotExpired(context, input, input.ifExists === 'fail' ? undefined : idToLookUp(input)),
    );
    const { changes, unwrittenValues: unwrittenValues } =
      input.ifExists === 'update'
        ? changesToExisting(prepared.values, [])
        : { changes: {}, unwrittenValues: {} };
    const policy: ExistingPolicy = {
      changes: compact(changes),
      unwrittenValues: unwrittenValues,
      skipUnchanged: false,
      mustBeNew: input.ifExists === 'fail',
    };
    return {
      ...prepared,
      ref: idToLookUp(input),
      policy,
      needsLinks: true,
      output: {
        ofNew: prepared.extraOutput,
        ofPreview: prepared.extraOutput,
        ofExisting: {
          emailRequested: 'no',
          textMessageRequested: 'no',
          skippedFields: prepared.extraOutput.skippedFields,
        },
      },
    };
  },

  async run(context, plan) {
    const output = await issuePass(context, plan);
    if (output.outcome === 'existing' && !output.contactDiffers) {
      context.notes.push({ code: 'existingNotUpdated' });
    }
    if (output.outcome === 'created' && !plan.request.passes[0]?.externalId) {
      context.notes.push({ code: 'withoutExternalId' });
    }
    return output;
  },
});

interface Identified {
  templateId: string;
  externalId?: string;
  ifExists: string;
}

/** The external ID to look up before the pass is issued; `undefined` if it does not matter whether a pass exists. */
function idToLookUp({ templateId, externalId, ifExists }: Identified): ExternalIdRef | undefined {
  if (externalId === undefined || ifExists === 'issueAnother') return undefined;
  return { templateId, externalId };
}
