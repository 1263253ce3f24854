/** What Issue and Create or Update share: one pass for one person, issued only if there is none. */

import { findPass } from '../../api/passes';
import { catchServiceError, checkAll } from '../../errors/serviceError';
import type { UnknownFields } from '../../design/routing';
import { compact } from '../../runtime/records';
import type { InputOf } from '../../fields';
import type { ExternalIdRef } from '../../service/passRef';
import type { IssueRequest, PassChanges } from '../../service/requests';
import type { PassLinks, PassRow } from '../../service/schemas';
import type { Output } from '../../fields/output';
import { previewTemplate } from '../previewTemplate';
import type { Context } from '../context';
import { assertRecipients } from '../delivery';
import { type Decision, type Wanted, decide } from './decision';
import { type Difference, differences, isCertain } from './differences';
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
    wanted: Wanted;
  },
  endpoint: string,
): Promise<Output> {
  const { request, extraOutput, ref, wanted } = plan;
  const { templateId = '' } = request.passes[0] ?? {};
  const template = await previewTemplate(context, templateId);
  if (endpoint === 'POST /pass') return { ...template, ...extraOutput };
  const row = ref && (await context.passes.of(ref.templateId).list.oldestRowOf(ref.externalId));
  const now = context.client.clock.now();
  const { outcome, status, notWritten } = decide({ isUnused: false, row }, wanted, now);
  return {
    ...template,
    ...(outcome === 'reactivated' && { wouldBe: outcome }),
    status,
    skippedFields: extraOutput.skippedFields,
    notWritten,
    ...(row && splitDifferences(differences(row, wanted.changes))),
  };
}

/** What changes for certain, and what may change: values that the list does not show. */
function splitDifferences(all: readonly Difference[]): Output {
  const possible = all.filter((one) => !isCertain(one));
  return compact({
    changes: all.filter(isCertain),
    possibleChanges:
      possible.length > 0 ? possible.map(({ field, to }) => ({ field, to })) : undefined,
  });
}

/** What was done for the pass of an item. */
type FoundOrIssued<E> =
  | { decision: Decision; existing: E; issued?: undefined }
  | { decision?: undefined; existing?: undefined; issued: Issued };

/**
 * Acts on the pass with the external ID, or issues one.
 * @param ref `undefined` if nothing identifies the pass: it is then issued without asking whether it exists
 * @param useExisting does what was decided about a pass that exists. @returns `undefined` if there is none
 */
export async function findOrIssue<E>(
  context: Context,
  request: IssueRequest,
  ref: ExternalIdRef | undefined,
  wanted: Wanted,
  useExisting: (decision: Decision, row: PassRow | undefined) => Promise<E | undefined>,
): Promise<FoundOrIssued<E>> {
  const { client, passes, notes } = context;
  if (ref === undefined) return { issued: await issueOnce(client, request) };
  const { claims } = passes.of(ref.templateId);
  const known = await claims.claim(ref.externalId);
  const decision = decide(known, wanted, client.clock.now());
  const existing =
    decision.outcome === 'created' ? undefined : await useExisting(decision, known.row);
  if (existing) {
    if (decision.doubt) notes.recordUpdate(decision.doubt);
    return { decision, existing };
  }
  const lookup = () => lookUp(context, ref, request);
  const issued = await issueOnce(client, request, lookup, claims.mayBeUnderWay(ref.externalId));
  claims.recordIssued(ref.externalId, issued.links.id);
  return { issued };
}

/** The pass with an external ID. */
export async function lookUp(
  { client }: Context,
  ref: ExternalIdRef,
  { locale }: IssueRequest,
): Promise<PassLinks | undefined> {
  return await findPass(client, { by: 'externalId', ...ref }, { locale });
}
