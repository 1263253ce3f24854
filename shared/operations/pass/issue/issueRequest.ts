import { findPass } from '../../../api/passes';
import { catchServiceError, checkAll } from '../../../errors/serviceError';
import type { UnknownFields } from '../../../design/routing';
import type { InputOf } from '../../../fields';
import { pick } from '../../../runtime/records';
import type { ExternalIdRef, IssueRequest, PassChanges } from '../../../service/requests';
import type { Context } from '../../context';
import { assertRecipients, assertFutureEnd, assertPeriod } from '../../checks';
import * as inputs from '../inputs';
import { toValueGroups } from '../valueGroups';

/** The inputs of one pass. */
export type PassInput = {
  templateId: string;
  externalId?: string;
  fieldValues: Record<string, unknown>;
  unknownFields: UnknownFields;
} & Omit<InputOf<typeof inputs.newPassOptions>, 'locale'>;

/**
 * Checks the inputs of a pass and builds the request to issue it.
 * @returns `values`: all values of the pass, `extraOutput`: output fields about the request
 */
export async function buildIssueRequest(
  context: Context,
  input: PassInput & InputOf<typeof inputs.recipient> & { locale?: string },
) {
  const [, { pass, valueGroups, skippedFields }] = await checkAll(
    () => assertRecipients(input),
    () => buildPass(context, input),
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

/** Checks the inputs of one pass and builds its part of a request. */
export async function buildPass(context: Context, input: PassInput) {
  const [{ valueGroups, skippedFields }] = await checkAll(
    () => toValueGroups(context, input.templateId, input),
    () => assertPeriod(context, input),
  );
  const { templateId, externalId } = input;
  const pass = { templateId, externalId, ...valueGroups, ...pick(input, inputs.NEW_PASS_VALUES) };
  return { pass, valueGroups, skippedFields };
}

/**
 * Throws if a new pass would already be expired. An existing pass may be expired, because a sheet that runs again
 * still has its row.
 * @param ref identifies the pass that may exist; `undefined` if the item needs a new pass
 * @throws {import('../../../errors/serviceError').ServiceError} `invalidInput`
 */
export async function assertNotExpired(
  context: Context,
  input: { validUntil?: string },
  ref: ExternalIdRef | undefined,
): Promise<void> {
  const { client, passes } = context;
  const expired = catchServiceError(() => assertFutureEnd(context, input));
  if (!expired) return;
  if (ref === undefined) throw expired;
  const { templateId, externalId } = ref;
  const { state } = await passes.list(templateId).whatIsKnown(externalId);
  if (state === 'listed') return;
  if (state === 'absent') throw expired;
  const found = await findPass(client, { by: 'externalId', templateId, externalId });
  if (!found) throw expired;
}
