/** Several passes for one person, issued in one request if none of them exists. */

import {
  ServiceError,
  checkAll,
  isServiceError,
  prefixed,
  throwIfAny,
} from '../../../errors/serviceError';
import type { InputOf } from '../../../fields';
import type { Output } from '../../../fields/output';
import type { UnknownFields } from '../../../design/routing';
import { compact } from '../../../runtime/records';
import type { IssueRequest } from '../../../service/requests';
import type { PassLinks } from '../../../service/schemas';
import { quoted } from '../../../service/text';
import { assertRecipients } from '../../checks';
import type { Context } from '../../context';
import { externalIdKey } from '../../serialBy';
import * as inputs from '../inputs';
import { linksOutput } from '../output';
import { compareEmail } from './existingPass';
import { issueOnce, lookUpAll } from './issueOnce';
import { noteExisting, noteSharedId } from './issuePass';
import { type PassInput, assertNotExpired, buildPass } from './issueRequest';

type GroupPass = Omit<PassInput, 'unknownFields'> & { externalId: string };

type GroupInput = InputOf<typeof inputs.recipient> & {
  passes: GroupPass[];
  ifExists: string;
  locale?: string;
  unknownFields: UnknownFields;
};

export type GroupPlan = Awaited<ReturnType<typeof prepareGroup>>;

/**
 * Checks all passes and groups their values, before anything is sent.
 * @throws {ServiceError} naming every refused pass
 */
export async function prepareGroup(context: Context, input: GroupInput) {
  const [, prepared] = await checkAll(
    () => assertRecipients(input),
    () => buildPasses(context, input),
  );
  const { passes, ifExists } = input;
  const skippedFields = prepared.flatMap((one) => one.skippedFields ?? []);
  return {
    passes,
    ifExists,
    request: { passes: prepared.map(({ pass }) => pass), ...inputs.deliveryRequest(input) },
    deliveryRequested: inputs.deliveryRequested(input),
    skippedFields: skippedFields.length > 0 ? skippedFields : undefined,
  };
}

async function buildPasses(context: Context, input: GroupInput) {
  const [, ...prepared] = await checkAll(
    () => throwIfAny(duplicateErrors(input.passes)),
    ...input.passes.map((entry, i) => () => buildNumberedPass(context, entry, i + 1, input)),
  );
  return prepared;
}

/**
 * Issues all passes in one request, or returns them if all exist.
 * @throws {ServiceError} `conflict` if only some exist, or if any exists and `ifExists` is `fail`; `outcomeUnknown` if
 *   the service dropped one
 */
export async function issueGroup(
  context: Context,
  { passes, ifExists, request, skippedFields }: GroupPlan,
): Promise<Output> {
  const found = await lookUpAll(context.client, request, passes);
  const existing = found.filter(isFound);
  if (existing.length > 0 && (ifExists === 'fail' || existing.length < passes.length)) {
    throw someExistAlready(passes, found);
  }
  if (existing.length > 0) {
    return await returnExisting(context, passes, existing, request);
  }

  const issued = await issueOnce(context, request, passes);
  // The response does not name the passes of a group, so look each up by external ID. That also shows whether the
  // service dropped one.
  const results = await lookUpAll(context.client, request, passes).catch(resultsUnknown(ifExists));
  for (const [i, { templateId, externalId }] of passes.entries()) {
    const links = results[i];
    if (links) context.passes.list(templateId).cache.recordIssued(externalId, links.id);
    noteSharedId(context, { templateId, externalId }, true);
  }
  const missing = passes.filter((_, i) => results[i] === undefined);
  if (missing.length > 0) throw missingFromGroup(missing);
  return compact({
    outcome: 'created',
    // For a single pass the response has the ID of the pass instead of a group ID.
    groupId: issued.recovered || passes.length === 1 ? undefined : issued.links.id,
    link: issued.links.link,
    recovered: issued.recovered,
    passes: results.flatMap((links, i) => {
      const { validFrom, validUntil } = passes[i] ?? {};
      return links ? [compact({ ...linksOutput(links), validFrom, validUntil })] : [];
    }),
    skippedFields,
  });
}

/** Returns existing passes, without any link if one of them may belong to somebody else. */
async function returnExisting(
  context: Context,
  passes: readonly GroupPass[],
  existing: readonly PassLinks[],
  { email }: IssueRequest,
): Promise<Output> {
  const compared = await Promise.all(
    existing.map(async (links, i) => {
      const ref = passes[i] as GroupPass;
      noteSharedId(context, ref, false);
      const row = await context.passes.list(ref.templateId).cachedRow(ref.externalId, links.id);
      return { links, ...(await compareEmail(context, ref, links.id, row, email)) };
    }),
  );
  const withheld = compared.find((one) => one.linksNote)?.linksNote;
  if (!withheld) context.notes.push({ code: 'existingNotUpdated' });
  const outputs = compared.map(({ links, ...belongs }) => ({
    ...linksOutput(withheld ? { id: links.id, externalId: links.externalId } : links),
    ...noteExisting(context, {}, belongs),
  }));
  return compact({
    outcome: 'existing',
    recovered: false,
    link: withheld ? undefined : existing[0]?.link,
    note: withheld,
    passes: outputs,
  });
}

async function buildNumberedPass(
  context: Context,
  entry: GroupPass,
  number: number,
  { ifExists, unknownFields }: GroupInput,
) {
  const [, prepared] = await checkAll(
    // The service silently drops passes of unknown templates as long as one pass remains.
    () => context.templates.get(entry.templateId),
    () => buildPass(context, { ...entry, unknownFields }),
    () => assertNotExpired(context, entry, ifExists === 'fail' ? undefined : entry),
  ).catch((thrown: unknown) => {
    throw isServiceError(thrown) ? withPassNumber(thrown, number) : thrown;
  });
  return prepared;
}

/** Other errors, e.g. a refused API key, do not concern a single pass. */
function withPassNumber(error: ServiceError, number: number): ServiceError {
  return error.kind === 'invalidInput' || error.kind === 'notFound'
    ? prefixed(error, `Pass ${number}`)
    : error;
}

function isFound(links: PassLinks | undefined): links is PassLinks {
  return links !== undefined;
}

function duplicateErrors(passes: GroupPass[]): ServiceError[] {
  const seen = new Set<string>();
  return passes.flatMap(({ templateId, externalId }, i) => {
    const key = externalIdKey({ templateId, externalId });
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return new ServiceError({
      kind: 'invalidInput',
      field: 'passes',
      message: `Pass ${i + 1}: the external ID ${quoted(externalId)} appears twice for one template`,
      fix: "Enter a different external ID for each pass in 'Passes'.",
    });
  });
}

function someExistAlready(passes: GroupPass[], found: (PassLinks | undefined)[]): ServiceError {
  const names = passes.filter((_, i) => found[i] !== undefined).map((pass) => pass.externalId);
  return new ServiceError({
    kind: 'conflict',
    field: 'passes',
    message: `Passes with these external IDs already exist: ${names.join(', ')}`,
    fix: 'Remove them from the list, or use other external IDs. Nothing was issued.',
    details: { existing: names },
  });
}

/** The passes have been issued and the message sent, so a later failure must not look like a refusal. */
function resultsUnknown(ifExists: string) {
  return (thrown: unknown): never => {
    if (!isServiceError(thrown)) throw thrown;
    throw thrown.with({
      kind: 'outcomeUnknown',
      safeToRepeat: true,
      message: `The passes were issued, but the result for each of them is unknown: ${thrown.message}`,
      fix:
        ifExists === 'fail'
          ? "Set 'If Passes Already Exist' to Return Existing and run this again: it finds the passes and issues nothing twice."
          : 'It is safe to run this again: it finds the passes and issues nothing twice.',
    });
  };
}

function missingFromGroup(missing: GroupPass[]): ServiceError {
  return new ServiceError({
    kind: 'outcomeUnknown',
    field: 'passes',
    message: `The service issued the group without: ${missing.map((pass) => pass.externalId).join(', ')}`,
    fix: 'The others were issued. Issue the missing ones separately.',
    details: { missing: missing.map((pass) => pass.externalId) },
  });
}
