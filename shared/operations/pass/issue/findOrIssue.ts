/** What Issue and Create or Update share: one pass for one person, issued only if there is none. */

import { ifThere } from '../../../api/subjects';
import { findPass, patchPass } from '../../../api/passes';
import { ServiceError, toResult } from '../../../errors/serviceError';
import type { Output } from '../../../fields/output';
import { compact } from '../../../runtime/records';
import { type ExternalIdRef, type PassRef, type IssueRequest } from '../../../service/requests';
import type { PassLinks } from '../../../service/schemas';
import { quoted } from '../../../service/text';
import type { Context } from '../../context';
import type { Wanted } from './decision';
import { decideFor, existingOutput } from './existingPass';
import { issueOnce, type Issued } from './issueOnce';
import { linksOutput } from '../output';

/** What is to be done for the pass of an item. */
export interface PassPlan {
  request: IssueRequest;
  /** `undefined` if nothing identifies it: it is issued. */
  ref: ExternalIdRef | undefined;
  /** If it exists. */
  wanted: Wanted;
  /** Whether a pass that exists is returned with its links, also if that takes one more request. */
  needsLinks: boolean;
  /** What the output says in addition: of a new pass, and of one that existed. */
  output: { ofNew: Output; ofExisting: Output };
}

const OUTCOMES = {
  return: 'existing',
  skip: 'unchanged',
  update: 'updated',
  reactivate: 'reactivated',
};

/** Outcomes of {@link findOrIssue}. */
export const OUTCOMES_OF_PASS: readonly string[] = ['created', ...Object.values(OUTCOMES)];

/** Does what is wanted for the pass that exists, or issues it. */
export async function findOrIssue(context: Context, plan: PassPlan): Promise<Output> {
  const { ref, request, output } = plan;
  const existing = ref && (await useExisting(context, { ...plan, ref }));
  if (existing) return existing;
  const { links, recovered } = await issue(context, request, ref);
  noteSharedId(context, ref, true);
  return compact({ outcome: 'created', ...linksOutput(links), recovered, ...output.ofNew });
}

/** Does what is wanted for the pass that exists. @returns `undefined` if there is none */
async function useExisting(
  context: Context,
  plan: PassPlan & { ref: ExternalIdRef },
): Promise<Output | undefined> {
  const { request, ref, wanted, needsLinks, output } = plan;
  const { decision, pass, row } = await decideFor(context, ref, wanted);
  const { action, changes } = decision;
  if (action === 'issue') return undefined;
  const isSent = action === 'update' || action === 'reactivate';
  const found: PassLinks | undefined = isSent
    ? await ifThere(patchPass(context.client, pass, changes))
    : action === 'skip' && row
      ? { id: row.id }
      : await findLinks(context, pass, request);
  if (!found) return undefined;
  if (action === 'refuse') throw existsAlready(ref.externalId, found.id);
  // The pass may be updated by now: links that cannot be read must not look like a failed update.
  const links =
    needsLinks && action !== 'return'
      ? await toResult(findLinks(context, pass, request))
      : { value: found };
  if (action !== 'skip') noteSharedId(context, ref, isSent);
  return compact({
    outcome: OUTCOMES[action],
    ...linksOutput(links.value ?? found),
    externalId: ref.externalId,
    recovered: false,
    ...(await existingOutput(
      context,
      { ref, passId: found.id, row, decision, isUpdated: isSent },
      request,
    )),
    ...output.ofExisting,
    validFrom: changes.templateFields?.validFrom,
    validUntil: changes.templateFields?.validUntil,
    note:
      links.failure &&
      `The pass ${isSent ? 'was updated' : 'is unchanged'}, but its links could not be read: ${links.failure.message}`,
  });
}

/** Items with one external ID are sent to one pass, one after another. */
export function noteSharedId(
  { passes, notes }: Context,
  ref: ExternalIdRef | undefined,
  isSent: boolean,
): void {
  if (!ref || !passes.of(ref.templateId).isShared(ref.externalId)) return;
  notes.push({ code: 'sharedId', ref, isSent });
}

/** A pass with its links. */
export async function findLinks(
  { client }: Context,
  pass: PassRef,
  { locale }: IssueRequest,
): Promise<PassLinks | undefined> {
  return await findPass(client, pass, { locale });
}

/** Issues a pass, once. Without a `ref`, it cannot be looked up after an unknown result. */
async function issue(
  context: Context,
  request: IssueRequest,
  ref: ExternalIdRef | undefined,
): Promise<Issued> {
  const { client, passes } = context;
  if (ref === undefined) return await issueOnce(client, request);
  const index = passes.of(ref.templateId);
  const lookup = () => findLinks(context, { by: 'externalId', ...ref }, request);
  const issued = await issueOnce(client, request, lookup, index.mayBeUnderWay(ref.externalId));
  index.issued(ref.externalId, issued.links.id);
  return issued;
}

function existsAlready(externalId: string, passId: string): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    field: 'externalId',
    message: `The template already has a pass with the external ID ${quoted(externalId)}`,
    hint: "Set 'If a Pass Already Exists' to Return Existing or Update Existing, or use another external ID.",
    details: { existingPassId: passId },
  });
}
