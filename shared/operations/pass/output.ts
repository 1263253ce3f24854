import { isoFromEpoch } from '../../service/dates';
import { PASS_STATUSES, readExpiry, passStatus } from '../../service/passStatus';
import type { PassLinks, PassRow } from '../../service/schemas';
import { WALLET_A, WALLET_B } from '../../service/vocabulary';
import { type Output, type OutputField, type OutputFields } from '../../fields/output';
import { compact } from '../../runtime/records';

/**
 * Output of the links and install state from `POST /pass` and `GET /pass`. The service's `badge`
 * contains the button images.
 */
export function linksOutput(links: PassLinks): Output {
  return compact({
    id: links.id,
    externalId: links.externalId ?? undefined,
    link: links.link ?? undefined,
    addToWalletLinks: perWallet(links.pass),
    buttonImages: perWallet(links.badge),
    deviceCount: links.deviceCount ?? undefined,
    installed: typeof links.deviceCount === 'number' ? links.deviceCount > 0 : undefined,
    template: links.template ?? undefined,
  });
}

function perWallet(links: PassLinks['pass']): Output | undefined {
  if (!links) return undefined;
  return compact({
    walletA: links[WALLET_A] ?? undefined,
    walletB: links[WALLET_B] ?? undefined,
  });
}

/**
 * Output of a row in a list or search, and of a trigger item: all columns of the service, plus install
 * state, status and ISO 8601 dates.
 * @param now epoch ms
 */
export function rowOutput(row: PassRow, now: number): Output {
  const validUntil = readExpiry(row);
  return compact({
    ...row,
    status: passStatus(row, now),
    installed: typeof row.deviceCount === 'number' ? row.deviceCount > 0 : undefined,
    expired: validUntil === undefined ? undefined : validUntil <= now,
    createdIso: isoFromEpoch(row.created),
    updatedIso: isoFromEpoch(row.updated),
  });
}

const walletFields = {
  walletA: { label: 'Wallet A', type: 'string' },
  walletB: { label: 'Wallet B', type: 'string' },
} satisfies OutputFields;

export const linkFields = {
  id: { label: 'Pass ID', type: 'string', always: true, simple: true },
  externalId: { label: 'External ID', type: 'string', simple: true },
  link: { label: 'Pass Link', type: 'string', always: true, simple: true },
  addToWalletLinks: { label: 'Add to Wallet Links', type: 'object', fields: walletFields },
  buttonImages: { label: 'Button Images', type: 'object', fields: walletFields },
} satisfies OutputFields;

export const installFields = {
  deviceCount: { label: 'Number of Wallets', type: 'integer', simple: true },
  installed: { label: 'In a Wallet', type: 'boolean', simple: true },
} satisfies OutputFields;

/** Outcome of every operation that may issue a pass. */
export const outcomeField = {
  label: 'Outcome',
  type: 'string',
  oneOf: ['created', 'existing', 'updated'],
  always: true,
  simple: true,
} satisfies OutputField;

/** Output of every operation that may issue one pass; the button images are not in the simplified output. */
export const issuedFields = {
  outcome: outcomeField,
  ...linkFields,
  addToWalletLinks: { ...linkFields.addToWalletLinks, simple: true },
  installed: installFields.installed,
  deviceCount: { ...installFields.deviceCount, simple: false },
  recovered: { label: 'Recovered', type: 'boolean', always: true, simple: true },
} satisfies OutputFields;

/** Output of every operation that changes one pass. */
export const identityFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
} satisfies OutputFields;

/** The request only: the service does not report whether a message arrived. */
export const deliveryFields = {
  deliveryRequested: {
    label: 'Delivery Requested',
    type: 'object',
    always: true,
    simple: true,
    fields: {
      email: { label: 'Email', type: 'string', always: true },
      phone: { label: 'Text Message', type: 'string', always: true },
    },
  },
} satisfies OutputFields;

/** Inputs that were converted or not sent. */
export const sentFields = {
  sentDates: {
    label: 'Dates Sent',
    type: 'object',
    simple: true,
    fields: {
      validFrom: { label: 'Valid From', type: 'datetime' },
      validUntil: { label: 'Valid Until', type: 'datetime' },
    },
  },
  leftOut: { label: 'Skipped Fields', type: 'list', items: 'string', simple: true },
} satisfies OutputFields;

/** The dates as sent (ISO 8601 in UTC), to show how a date without a time was converted. */
export function sentDates(values: {
  validFrom?: string | number;
  validUntil?: string | number;
}): Output | undefined {
  const { validFrom, validUntil } = values;
  const sent = compact({ validFrom, validUntil });
  return Object.keys(sent).length === 0 ? undefined : sent;
}

/** Ends the description of what returns list rows (docs/service.md#list-passes). */
export const MAY_LACK_DESIGNER_FIELDS =
  "The service's lists may omit fields added in the designer; an export has the value of every field.";

const USEFUL = ['status', 'collectedStamps', 'templateFields', 'customFields'];

/** Ten fields are `simple`: n8n's limit for simplified output. */
export const rowFields = {
  id: { label: 'Pass ID', type: 'string', always: true, simple: true },
  externalId: { label: 'External ID', type: 'string', simple: true },
  templateId: { label: 'Template ID', type: 'string', always: true },
  email: { label: 'Email', type: 'string', simple: true },
  phone: { label: 'Phone', type: 'string', simple: true },
  status: {
    label: 'Status',
    type: 'string',
    oneOf: PASS_STATUSES,
    always: true,
    simple: true,
  },
  installed: { label: 'In a Wallet', type: 'boolean', always: true, simple: true },
  collectedStamps: { label: 'Collected Stamps', type: 'integer', simple: true },
  createdIso: { label: 'Created', type: 'datetime', always: true, simple: true },
  updatedIso: { label: 'Updated', type: 'datetime', always: true },
  deviceCount: { label: 'Number of Wallets', type: 'integer', always: true },
  isValid: { label: 'Not Voided', type: 'boolean', always: true },
  expired: { label: 'Expired', type: 'boolean' },
  templateFields: {
    label: 'Template Fields',
    type: 'object',
    valueGroup: 'templateFields',
    simple: true,
    // Declared here because they are not part of any design.
    fields: {
      validFrom: { label: 'Valid From', type: 'datetime' },
      validUntil: { label: 'Valid Until', type: 'datetime' },
    },
  },
  customFields: {
    label: 'Custom Fields',
    type: 'object',
    valueGroup: 'customFields',
    simple: true,
  },
  created: { label: 'Created (Epoch Milliseconds)', type: 'integer', always: true },
  updated: { label: 'Updated (Epoch Milliseconds)', type: 'integer', always: true },
} satisfies OutputFields;

/** Fields of a list row in addition to the links; the most useful ones are in the simplified output. */
export const fieldValueOutputs: OutputFields = Object.fromEntries(
  Object.entries(rowFields)
    .filter(([key]) => !(key in linkFields) && !(key in installFields))
    .map(([key, one]) => [key, { ...one, always: false, simple: USEFUL.includes(key) }]),
);

/** Output of a pass with its links and, if known, its list row. @param now epoch ms */
export function passOutput(links: PassLinks, row: PassRow | undefined, now: number): Output {
  return { ...(row && rowOutput(row, now)), ...linksOutput(links) };
}

const SAMPLE_LINK = 'https://passes.example.com/p/ps_4f1d2a';

export const linksSample = {
  id: 'ps_4f1d2a',
  externalId: 'M-0042',
  link: SAMPLE_LINK,
  addToWalletLinks: { walletA: `${SAMPLE_LINK}/a`, walletB: `${SAMPLE_LINK}/b` },
  buttonImages: {
    walletA: 'https://passes.example.com/buttons/a/en.png',
    walletB: 'https://passes.example.com/buttons/b/en.png',
  },
};

export const rowSample = {
  id: 'ps_4f1d2a',
  externalId: 'M-0042',
  templateId: 'tpl_8c2e91',
  email: 'ana@example.com',
  status: 'valid',
  isValid: true,
  deviceCount: 1,
  installed: true,
  templateFields: { accountName: 'Ana Souza', balance: 120 },
  created: 1773310800000,
  updated: 1773397200000,
  createdIso: '2026-03-12T10:20:00.000Z',
  updatedIso: '2026-03-13T10:20:00.000Z',
};
