import { findPass } from '../../../api/passes';
import { catchServiceError, checkAll } from '../../../errors/serviceError';
import type { UnknownFields } from '../../../design/routing';
import type { InputOf } from '../../../fields';
import { pick } from '../../../runtime/records';
import type { ExternalIdRef, IssueRequest, PassChanges } from '../../../service/requests';
import type { Context } from '../../context';
import { assertRecipients, assertFutureEnd, assertPeriod } from '../../checks';
import * as inputs from '../inputs';
import { groupValues } from '../values';

/** The inputs of one pass. */
export type PassInput = {
  templateId: string;
  externalId?: string;
  fieldValues: Record<string, unknown>;
  unknownFields: UnknownFields;
} & Omit<InputOf<typeof inputs.newPassOptions>, 'locale'>;

/**
 * Checks the inputs of a pass and builds the request to issue it.
 * @param existing see {@link preparePass}
 * @returns `values`: all values of the pass, `extraOutput`: what an output says about the request
 */
export async function prepareIssue(
  context: Context,
  input: PassInput & InputOf<typeof inputs.recipient> & { locale?: string },
  existing: () => ExternalIdRef | undefined,
) {
  const [, { pass, valueGroups, skippedFields }] = await checkAll(
    () => assertRecipients(input),
    () => preparePass(context, input, existing),
  );
  const request: IssueRequest = { passes: [pass], ...inputs.deliveryRequest(input) };
  const values: PassChanges = { ...valueGroups, ...pick(input, inputs.PASS_VALUES) };
  const { validFrom, validUntil } = input;
  const extraOutput = {
    ...inputs.deliveryRequested(input),
    validFrom,
    validUntil,
    skippedFields,
  };
  return { request, values, extraOutput };
}

/** What {@link prepareIssue} returns. */
export type PreparedIssue = Awaited<ReturnType<typeof prepareIssue>>;

/**
 * Checks the inputs of one pass and builds its part of a request.
 * @param existing the external ID whose pass may have expired; a function, because reading a refused input throws
 */
export async function preparePass(
  context: Context,
  input: PassInput,
  existing: () => ExternalIdRef | undefined,
) {
  const [{ valueGroups, skippedFields }] = await checkAll(
    () => groupValues(context, input.templateId, input),
    () => assertPeriod(context, input),
    () => assertNotExpired(context, input, existing),
  );
  const { templateId, externalId } = input;
  const pass = { templateId, externalId, ...valueGroups, ...pick(input, inputs.NEW_PASS_VALUES) };
  return { pass, valueGroups, skippedFields };
}

/**
 * Nobody should get a card that has expired. A pass that exists may have expired: a sheet that is run again still
 * contains it.
 * @param existing the external ID of a pass that makes the date right
 * @throws {import('../../../errors/serviceError').ServiceError} `invalidInput`
 */
async function assertNotExpired(
  context: Context,
  input: { validUntil?: string },
  existing: () => ExternalIdRef | undefined,
): Promise<void> {
  const { client, passes } = context;
  const expired = catchServiceError(() => assertFutureEnd(context, input));
  if (!expired) return;
  const ref = existing();
  if (ref === undefined) throw expired;
  const { templateId, externalId } = ref;
  if (await passes.list(templateId).has(externalId)) return;
  if (!(await findPass(client, { by: 'externalId', templateId, externalId }))) throw expired;
}
