/** What Issue and Create or Update share: one pass for one person, issued only if there is none. */

import { findPass } from '../../api/passes';
import { catchServiceError, checkAll } from '../../errors/serviceError';
import { isAlwaysListed } from '../../design/fields';
import type { UnknownFields } from '../../design/routing';
import { compact } from '../../runtime/records';
import type { InputOf } from '../../fields';
import type { ExternalIdRef } from '../../service/passRef';
import { type PassStatus, passStatus, readExpiry } from '../../service/passStatus';
import type { IssueRequest, PassChanges } from '../../service/requests';
import type { PassLinks, PassRow } from '../../service/schemas';
import type { Output } from '../../fields/output';
import { previewTemplate } from '../previewTemplate';
import type { Context } from '../context';
import { assertRecipients } from '../delivery';
import { type Difference, differences } from './differences';
import * as inputs from './inputs';
import { issueOnce, type Issued } from './issueOnce';
import { assertFutureEnd, assertPeriod } from './validity';
import { groupValues } from './values';

type IssueInput = {
  templateId: string;
  externalId?: string;
  fieldValues: Record<string, unknown>;
  unknownFields: UnknownFields;
} & InputOf<typeof inputs.recipient & typeof inputs.newPassOptions>;

/**
 * Checks the inputs of a pass and builds the request to issue it.
 * @param existing the external ID whose pass may have expired
 * @returns `values`: all values of the pass, `extraOutput`: what an output says about the request
 */
export async function prepareIssue(
  context: Context,
  input: IssueInput,
  existing: () => ExternalIdRef | undefined,
) {
  const [, { valueGroups, skippedFields }] = await checkAll(
    () => assertRecipients(input),
    () => groupValues(context, input.templateId, input),
    () => assertPeriod(input),
    () => assertNotExpired(context, input, existing),
  );
  const { templateId, externalId, email, phone, redemptionValue, collectedStamps } = input;
  const { validFrom, validUntil } = input;
  const request: IssueRequest = {
    passes: [{ templateId, externalId, ...valueGroups, ...inputs.newPassRequest(input) }],
    ...inputs.deliveryRequest(input),
  };
  const values: PassChanges = { ...valueGroups, email, phone, redemptionValue, collectedStamps };
  const extraOutput = {
    ...inputs.deliveryRequested(input),
    validFrom,
    validUntil,
    skippedFields,
  };
  return { request, values, extraOutput };
}

/**
 * Nobody should get a card that has expired. A pass that exists may have expired: a sheet that is run again still
 * contains it.
 * @param existing the external ID of a pass that makes the date right
 * @throws {import('../../errors/serviceError').ServiceError} `invalidInput`
 */
export async function assertNotExpired(
  { client, passes }: Context,
  input: { validUntil?: string },
  existing: () => ExternalIdRef | undefined,
): Promise<void> {
  const expired = catchServiceError(() => assertFutureEnd(client, input));
  if (!expired) return;
  const ref = existing();
  if (ref === undefined) throw expired;
  const { templateId, externalId } = ref;
  if (await passes.of(templateId).claims.exists(externalId)) return;
  if (!(await findPass(client, { by: 'externalId', templateId, externalId }))) throw expired;
}

/** What a preview says in addition to the request. An update delivers nothing. */
export async function previewDetails(
  context: Context,
  plan: Pick<Awaited<ReturnType<typeof prepareIssue>>, 'request' | 'extraOutput'> & {
    ref?: ExternalIdRef | undefined;
    changes: PassChanges;
    /** What an existing pass does not get. */
    withheld: PassChanges;
    /** What makes a pass valid again; `undefined` if it stays as it is. */
    reactivation?: PassChanges | undefined;
  },
  endpoint: string,
): Promise<Output> {
  const { request, extraOutput, ref, changes, withheld, reactivation } = plan;
  const { templateId = '' } = request.passes[0] ?? {};
  const now = context.client.clock.now();
  const template = await previewTemplate(context, templateId);
  if (endpoint === 'POST /pass') return { ...template, ...extraOutput };
  const row = ref && (await context.passes.of(ref.templateId).list.rowOf(ref.externalId));
  return {
    ...template,
    ...(reactivation && mayReactivate(row, reactivation, now)
      ? { wouldBe: row && 'reactivated' }
      : { status: statusOfExisting(row, changes, now) }),
    skippedFields: extraOutput.skippedFields,
    notWritten: notWritten(row, withheld, changes),
    ...(row && splitDifferences(differences(row, changes))),
  };
}

/** A pass that exists. */
interface Found {
  existing: PassLinks;
  /** As it was before the run, if the list was read. */
  row: PassRow | undefined;
  issued?: undefined;
}

/**
 * Whether a pass that exists is valid; `undefined` if its row is unknown, or if the change decides about it.
 * @param now epoch ms
 */
export function statusOfExisting(
  row: PassRow | undefined,
  { isValid, templateFields }: PassChanges,
  now: number,
): PassStatus | undefined {
  const isChanged = isValid !== undefined || templateFields?.validUntil !== undefined;
  return row && !isChanged ? passStatus(row, now) : undefined;
}

/**
 * Whether a reactivation would make a pass valid that is not, or may not be. Of one that has expired, only a later end
 * does.
 * @param now epoch ms
 */
export function mayReactivate(
  row: PassRow | undefined,
  { templateFields }: PassChanges,
  now: number,
): boolean {
  if (!row) return true;
  const status = passStatus(row, now);
  return (
    status === 'voided' || (status === 'expired' && (readExpiry({ templateFields }) ?? 0) > now)
  );
}

/** The inputs behind the values that an existing pass may not get. */
const LIVE_LABELS: Record<string, string> = {
  balance: 'Balance',
  collectedStamps: 'Collected Stamps',
  validFrom: 'Valid From',
  validUntil: 'Valid Until',
};

/** What an item gives, and an existing pass does not get, unless it has it; `undefined` if that is nothing. */
export function notWritten(
  row: PassRow | undefined,
  withheld: PassChanges,
  { templateFields = {} }: PassChanges,
): string[] | undefined {
  const given = differences(row ?? UNKNOWN_ROW, withheld);
  const names = given.flatMap(({ field }) =>
    Object.hasOwn(templateFields, field) ? [] : (LIVE_LABELS[field] ?? []),
  );
  return names.length > 0 ? names : undefined;
}

/** Shows no value, so that all differ. */
const UNKNOWN_ROW: PassRow = { id: '', created: 0 };

/** What changes for certain, and what may change: values that the list does not show. */
function splitDifferences(all: readonly Difference[]): Output {
  const possible = all.filter(({ from, field }) => from === undefined && !isAlwaysListed(field));
  return compact({
    changes: all.filter((one) => !possible.includes(one)),
    possibleChanges:
      possible.length > 0 ? possible.map(({ field, to }) => ({ field, to })) : undefined,
  });
}

/**
 * Returns the pass with the external ID, or issues one.
 * @param ref `undefined` if nothing identifies the pass: it is then issued without a lookup
 * @param find finds the pass and may change it, given its row if the list was read. Default: a lookup
 */
export async function findOrIssue(
  { client, passes }: Context,
  request: IssueRequest,
  ref: ExternalIdRef | undefined,
  find?: (row: PassRow | undefined) => Promise<PassLinks | undefined>,
): Promise<Found | { existing?: undefined; row?: undefined; issued: Issued }> {
  if (ref === undefined) return { issued: await issueOnce(client, request) };
  const lookup = () => findPass(client, { by: 'externalId', ...ref }, { locale: request.locale });
  const { claims } = passes.of(ref.templateId);
  const { isUnused, row } = await claims.claim(ref.externalId);
  const existing = isUnused ? undefined : await (find ?? lookup)(row);
  if (existing) return { existing, row };
  const mayBeUnderWay = claims.mayBeUnderWay(ref.externalId);
  const issued = await issueOnce(client, request, lookup, mayBeUnderWay);
  claims.recordIssued(ref.externalId, issued.links.id);
  return { issued };
}
