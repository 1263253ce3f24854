import { PASS_STATUSES, passStatus } from '../../service/passStatus';
import type { PassLinks, PassRow } from '../../service/schemas';
import { WALLET_A, WALLET_B } from '../../service/vocabulary';
import { type Output, type OutputField, type OutputFields, toOutput } from '../../fields/output';
import type { Design } from '../../design/fields';
import { withoutMirrored } from '../../design/mirroring';
import { toResult } from '../../errors/serviceError';
import { compact, omit } from '../../runtime/records';
import type { Context } from '../context';

/**
 * Output of the links and install state from `POST /pass` and `GET /pass`. The service's `badge`
 * contains the button images.
 */
export function linksOutput({ pass, badge, ...links }: PassLinks): Output {
  return toOutput(
    {
      link: links.link,
      externalId: links.externalId,
      id: links.id,
      walletALink: pass?.[WALLET_A],
      walletBLink: pass?.[WALLET_B],
      walletAButton: badge?.[WALLET_A],
      walletBButton: badge?.[WALLET_B],
      deviceCount: links.deviceCount,
      installed: isInstalled(links),
      templateName: links.template?.name,
    },
    {},
  );
}

/**
 * Output of a row in a list or search: all columns of the service, plus install
 * state and status.
 * @param design of its template, if known
 * @param now epoch ms
 */
function rowOutput(row: PassRow, design: Design | undefined, now: number): Output {
  const status = passStatus(row, now);
  const { templateFields, customFields } = row;
  const listed = hasNoStamps(row, design) ? omit(row, 'collectedStamps') : row;
  const shown = templateFields && {
    templateFields: withoutMirrored(templateFields, customFields ?? {}),
  };
  return toOutput({ ...listed, ...shown, status, installed: isInstalled(row) }, passFields);
}

/** The service lists 0 stamps for cards that collect none, too. */
function hasNoStamps({ collectedStamps }: PassRow, design: Design | undefined): boolean {
  return collectedStamps === 0 && design !== undefined && design.stampCount === undefined;
}

/** {@link rowOutput} of rows that were just read, with the name of their template: one request per run. */
export async function rowOutputs(
  { client, templates }: Pick<Context, 'client' | 'templates'>,
  rows: readonly PassRow[],
): Promise<Output[]> {
  const now = client.clock.now();
  const outputs: Output[] = [];
  for (const row of rows) {
    const templateName = row.templateId ? await templates.name(row.templateId) : undefined;
    const design =
      row.templateId && templateName !== undefined
        ? await templates.design(row.templateId)
        : undefined;
    outputs.push(compact({ ...rowOutput(row, design, now), templateName }));
  }
  return outputs;
}

function isInstalled({ deviceCount }: PassRow | PassLinks): boolean | undefined {
  return typeof deviceCount === 'number' ? deviceCount > 0 : undefined;
}

/** What people look for comes first, here and in the results. */
export const linkFields = {
  link: { label: 'Pass Link', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  id: { label: 'Pass ID', type: 'string', always: true },
  walletALink: { label: 'Wallet A Link', type: 'string' },
  walletBLink: { label: 'Wallet B Link', type: 'string' },
  walletAButton: { label: 'Wallet A Button Image', type: 'string', omitFromSimplified: true },
  walletBButton: { label: 'Wallet B Button Image', type: 'string', omitFromSimplified: true },
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

/** The request only: the service does not report whether a message arrived. */
export const deliveryFields = {
  emailRequested: {
    label: 'Email Requested',
    type: 'string',
    oneOf: ['yes', 'no', 'accountDefault'],
    always: true,
  },
  textMessageRequested: {
    label: 'Text Message Requested',
    type: 'string',
    oneOf: ['yes', 'no', 'accountDefault'],
    always: true,
  },
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

/** Output of every operation that may issue one pass. Ten fields are simple: n8n's limit. */
export const issuedFields = {
  outcome: outcomeField,
  ...linkFields,
  ...sentFields,
  validFrom: { ...sentFields.validFrom, omitFromSimplified: true },
  status: { label: 'Status', type: 'string', oneOf: PASS_STATUSES, omitFromSimplified: true },
  notWritten: { label: 'Not Written', type: 'list', items: 'string', omitFromSimplified: true },
  installed: { label: 'In a Wallet', type: 'boolean', omitFromSimplified: true },
  deviceCount: { label: 'Number of Wallets', type: 'integer', omitFromSimplified: true },
  recovered: { label: 'Recovered', type: 'boolean', always: true, omitFromSimplified: true },
} satisfies OutputFields;

/** Part of the details of what returns list rows (docs/service.md#list-passes). */
export const MAY_LACK_DESIGNER_FIELDS =
  "The service's lists have fields added in the designer if this integration has written them, and may omit values from elsewhere; an export has the value of every field.";

/** The same as a note on Zapier. */
export const NOTE_ON_DESIGNER_FIELDS =
  'Fields added in the designer may be missing if their values were written elsewhere. To get the value of every field, use Export Passes.';

/** Output of a pass that was read. Ten fields are simple, in addition to its field values. */
const passFields = {
  id: { label: 'Pass ID', type: 'string', always: true },
  externalId: { label: 'External ID', type: 'string' },
  link: { label: 'Pass Link', type: 'string' },
  status: { label: 'Status', type: 'string', oneOf: PASS_STATUSES },
  email: { label: 'Email', type: 'string' },
  phone: { label: 'Phone', type: 'string' },
  collectedStamps: { label: 'Collected Stamps', type: 'integer' },
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
  isValid: { label: 'Not Voided', type: 'boolean', omitFromSimplified: true },
  templateFields: {
    label: 'Template Fields',
    type: 'object',
    valueGroup: 'templateFields',
    // Declared here because they are not part of any design.
    fields: sentDateFields,
  },
  customFields: { label: 'Custom Fields', type: 'object', valueGroup: 'customFields' },
} satisfies OutputFields;

/** Output of a trigger on passes: a list row and, if wanted, its link. */
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

/** See {@link detailFields}. A row without stamps costs one request per run, for the design of its template. */
export async function passOutput(
  { client, templates }: Pick<Context, 'client' | 'templates'>,
  links: PassLinks | undefined,
  row?: PassRow,
): Promise<Output> {
  const { templateId, collectedStamps } = row ?? {};
  // A template that cannot be read must not hold the pass back.
  const read =
    templateId && collectedStamps === 0 ? await toResult(templates.design(templateId)) : undefined;
  return {
    ...(row && rowOutput(row, read?.value, client.clock.now())),
    ...(links && linksOutput(links)),
  };
}

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
