/** Output fields and samples of operations and triggers on passes. */

import type { OutputField, OutputFields } from '../../fields/output';
import { omit } from '../../runtime/records';
import { PASS_STATUSES } from '../../service/passStatus';

/** The fields that people look for come first, here and in the results. */
export const linkFields = {
  link: { label: 'Pass Link', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  id: { label: 'Pass ID', type: 'string', always: true },
  walletALink: { label: 'Wallet A Link (iPhone)', type: 'string' },
  walletBLink: { label: 'Wallet B Link (Android)', type: 'string' },
  walletAButton: {
    label: 'Wallet A Button Image (iPhone)',
    type: 'string',
    omitFromSimplified: true,
  },
  walletBButton: {
    label: 'Wallet B Button Image (Android)',
    type: 'string',
    omitFromSimplified: true,
  },
} satisfies OutputFields;

/** Outcome of every operation that may issue a pass. */
export const outcomeField = {
  label: 'Outcome',
  type: 'string',
  oneOf: ['created', 'existing', 'updated'],
  always: true,
} satisfies OutputField;

/** Output of every operation that changes one pass. */
export const identityFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
} satisfies OutputFields;

const requested = {
  type: 'string',
  oneOf: ['yes', 'no', 'accountDefault'],
  always: true,
} satisfies Partial<OutputField>;

/** Shows only the request, because the service does not report whether a message arrived. */
export const deliveryFields = {
  emailRequested: { label: 'Email Requested', ...requested },
  textMessageRequested: { label: 'Text Message Requested', ...requested },
} satisfies OutputFields;

/** Dates as sent: they show how a date without a time was converted. */
export const sentDateFields = {
  validFrom: { label: 'Valid From', type: 'datetime' },
  validUntil: { label: 'Valid Until', type: 'datetime' },
} satisfies OutputFields;

/** Inputs that were converted or not sent. */
export const sentFields = {
  ...sentDateFields,
  skippedFields: { label: 'Skipped Fields', type: 'list', items: 'string' },
} satisfies OutputFields;

/** Facts about an existing pass that may surprise the user: it is not valid, or has another contact. */
export const existingFields = {
  status: { label: 'Status', type: 'string', oneOf: PASS_STATUSES },
  contactDiffers: { label: 'Contact Differs', type: 'boolean' },
} satisfies OutputFields;

/**
 * Output of every operation that may issue one pass. Simplified, a new pass has at most ten fields, which is n8n's
 * limit.
 */
export const issuedFields = {
  outcome: outcomeField,
  ...linkFields,
  ...existingFields,
  notWritten: { label: 'Not Written', type: 'list', items: 'string' },
  ...sentFields,
  validFrom: { ...sentFields.validFrom, omitFromSimplified: true },
  installed: { label: 'In a Wallet', type: 'boolean', omitFromSimplified: true },
  deviceCount: { label: 'Number of Wallets', type: 'integer', omitFromSimplified: true },
  recovered: { label: 'Recovered', type: 'boolean', always: true, omitFromSimplified: true },
} satisfies OutputFields;

/** Why an existing pass was returned without its links. */
export const linksNote = {
  label: 'Note on Links',
  type: 'string',
  omitFromSimplified: true,
} satisfies OutputField;

/** Help text on Zapier for steps that return list rows (docs/service.md#list-passes). */
export const NOTE_ON_DESIGNER_FIELDS =
  'Card values that were typed in the dashboard may be missing. To get the value of every field, use Export Passes.';

/** Output of a pass that was read. Simplified, it has ten fields and its field values. */
export const passFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  link: { label: 'Pass Link', type: 'string' },
  status: { label: 'Status', type: 'string', oneOf: PASS_STATUSES },
  email: { label: 'Email', type: 'string' },
  phone: { label: 'Phone', type: 'string' },
  collectedStamps: { label: 'Collected Stamps', type: 'integer', forFeature: 'stampCard' },
  installed: { label: 'In a Wallet', type: 'boolean', always: true },
  created: { label: 'Created', type: 'datetime' },
  updated: { label: 'Updated', type: 'datetime', omitFromSimplified: true },
  templateId: { label: 'Template ID', type: 'string', omitFromSimplified: true },
  templateName: { label: 'Template Name', type: 'string' },
  deviceCount: {
    label: 'Number of Wallets',
    type: 'integer',
    always: true,
    omitFromSimplified: true,
  },
  isValid: { label: 'Marked Valid', type: 'boolean', omitFromSimplified: true },
  templateFields: {
    label: 'Template Fields',
    type: 'object',
    valueGroup: 'templateFields',
    // Declared here because they are not part of any design.
    fields: sentDateFields,
  },
  customFields: { label: 'Custom Fields', type: 'object', valueGroup: 'customFields' },
} satisfies OutputFields;

/** Output of a trigger on passes: a list row and, if requested, its link. */
export const eventFields = {
  ...passFields,
  status: { ...passFields.status, always: true },
  created: { ...passFields.created, always: true },
  updated: { ...passFields.updated, always: true },
  templateId: { ...passFields.templateId, always: true },
  isValid: { ...passFields.isValid, always: true },
} satisfies OutputFields;

/** Output of a list row. */
export const rowFields = omit(eventFields, 'link');

/** Output of a pass with its links and, if known, its list row. */
export const detailFields = {
  ...passFields,
  link: linkFields.link,
  walletALink: { ...linkFields.walletALink, omitFromSimplified: true },
  walletBLink: { ...linkFields.walletBLink, omitFromSimplified: true },
  walletAButton: linkFields.walletAButton,
  walletBButton: linkFields.walletBButton,
} satisfies OutputFields;

const SAMPLE_LINK = 'https://passes.example.com/p/ps_4f1d2a';

export const linksSample = {
  id: 'ps_4f1d2a',
  externalId: 'M-0042',
  link: SAMPLE_LINK,
  walletALink: `${SAMPLE_LINK}/a`,
  walletBLink: `${SAMPLE_LINK}/b`,
  walletAButton: 'https://passes.example.com/buttons/a/en.png',
  walletBButton: 'https://passes.example.com/buttons/b/en.png',
};

export const rowSample = {
  id: 'ps_4f1d2a',
  externalId: 'M-0042',
  templateId: 'tpl_8c2e91',
  templateName: 'Roastery Rewards',
  email: 'ana@example.com',
  status: 'valid',
  isValid: true,
  deviceCount: 1,
  installed: true,
  templateFields: { accountName: 'Ana Souza', balance: 120 },
  created: '2026-03-12T10:20:00.000Z',
  updated: '2026-03-13T10:20:00.000Z',
};

export const detailSample = {
  ...linksSample,
  status: 'valid',
  templateName: rowSample.templateName,
  deviceCount: 1,
  installed: true,
};
