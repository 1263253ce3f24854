import * as field from '../../fields';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import * as inputs from './inputs';
import { type GroupPlan, issueGroup, prepareGroup } from './issue/issueGroup';
import {
  existingFields,
  issuedFields,
  linkFields,
  linksNote,
  linksSample,
  sentDateFields,
} from './outputFields';

const entry = {
  templateId: inputs.templateId,
  externalId: inputs.requiredExternalId,
  fieldValues: inputs.fieldValues,
  validFrom: inputs.validFrom('options'),
  validUntil: inputs.validUntil('options', inputs.KEEP_OPEN_NOTE),
  ...inputs.newPassValues,
};

export const createGroup = defineOperation({
  resource: 'pass',
  key: 'createGroup',
  label: 'Issue Several to One Person',
  action: 'Issue several passes to one person',
  description:
    "Issue several passes to one person. For several people, use Issue; otherwise they see each other's passes.",
  details: 'The person gets one message with one link to all of the passes.',
  effect: 'send',
  serialBy: 'externalId',
  endpoints: ['POST /pass', 'GET /pass', 'GET /templates/{id}'],
  testEffect: "issues real passes, which can't be deleted, and may send a message",
  input: {
    passes: field.list({
      label: 'Passes',
      entryLabel: 'Pass',
      description: 'Up to ten passes for this person, each with its own external ID',
      entry,
      min: 1,
      max: LIMITS.passesPerIssue,
    }),
    ...inputs.recipient,
    ifExists: field.choice({
      label: 'If Passes Already Exist',
      section: 'options',
      description: 'What to do if passes with these external IDs already exist',
      default: 'return',
      options: [
        {
          value: 'return',
          label: 'Return Existing',
          description:
            'Return the existing passes without changing or sending anything; stop if only some exist',
        },
        { value: 'fail', label: 'Fail', description: 'Stop if any of them exists' },
      ],
    }),
    locale: inputs.newPassOptions.locale,
    unknownFields: inputs.unknownFields,
  },
  output: {
    returns: 'one',
    fields: {
      outcome: { ...issuedFields.outcome, oneOf: ['created', 'existing'] },
      groupId: { label: 'Group ID', type: 'string' },
      link: { ...linkFields.link, always: false },
      note: linksNote,
      recovered: { label: 'Recovered', type: 'boolean', always: true },
      passes: {
        label: 'Passes',
        type: 'list',
        always: true,
        fields: {
          ...linkFields,
          link: { ...linkFields.link, always: false },
          ...existingFields,
          installed: issuedFields.installed,
          deviceCount: issuedFields.deviceCount,
          ...sentDateFields,
        },
      },
      skippedFields: issuedFields.skippedFields,
    },
    sample: {
      outcome: 'created',
      groupId: 'grp_77ab01',
      link: 'https://passes.example.com/g/grp_77ab01',
      recovered: false,
      passes: [linksSample],
    },
  },

  idsToLookUp: ({ passes }) => passes,

  prepare: prepareGroup,
  preview: {
    details: (_context, { deliveryRequested, skippedFields }: GroupPlan) => ({
      ...deliveryRequested,
      skippedFields,
    }),
  },
  run: issueGroup,
});
