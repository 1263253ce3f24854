/**
 * One pass for one person: returns, changes or refuses the existing pass, or issues one. Shared by Issue, Create or
 * Update, and Sync List.
 */

import { findPass, patchPass } from '../../../api/passes';
import { ServiceError, settle, undefinedOn404 } from '../../../errors/serviceError';
import type { Output } from '../../../fields/output';
import { compact } from '../../../runtime/records';
import { type PassStatus, passStatus } from '../../../service/passStatus';
import type { ExternalIdRef, IssueRequest, PassRef } from '../../../service/requests';
import type { PassLinks } from '../../../service/schemas';
import { quoted } from '../../../service/text';
import type { Context } from '../../context';
import { previewedWith } from '../../previewClient';
import { previewTemplate } from '../../template/preview';
import { linksOutput } from '../output';
import { type Decision, decide } from './decision';
import { differences } from './differences';
import { type EmailComparison, compareEmail } from './existingPass';
import type { ExistingPolicy } from './existingPolicy';
import { type Issued, issueOnce } from './issueOnce';

/** The request for the pass of an item, and how to treat a pass that already exists. */
interface PassPlan {
  request: IssueRequest;
  /** `undefined` for an item without an external ID. Its pass is issued without a lookup. */
  ref: ExternalIdRef | undefined;
  policy: ExistingPolicy;
  /** Whether to return the links of an existing pass, even if that takes one more request. */
  needsLinks: boolean;
  /** Additional output for a new pass, for an existing pass, and for a preview. */
  output: { ofNew: Output; ofExisting: Output; ofPreview: Output };
}

type IdentifiedPlan = PassPlan & { ref: ExternalIdRef };

/** The existing pass after the action. Only `return` compares its email. */
interface HandledPass extends EmailComparison {
  /** Absent if a preview would issue the pass for an earlier item: it has no ID yet. */
  id: string | undefined;
  links?: PassLinks | undefined;
}

const OUTCOMES = {
  return: 'existing',
  skip: 'unchanged',
  update: 'updated',
  reactivate: 'reactivated',
};

/** Outcomes of {@link issuePass}. */
export const ISSUE_OUTCOMES: readonly string[] = ['created', ...Object.values(OUTCOMES)];

/** Returns or changes the existing pass, or issues a pass. */
export async function issuePass(context: Context, plan: PassPlan): Promise<Output> {
  const { ref, policy, request } = plan;
  if (!ref) return await issueNew(context, plan);
  const identified = { ...plan, ref };
  const repeated = await skipRepeated(context, identified);
  if (repeated) return repeated;
  const found = await context.passes.list(ref.templateId).whatIsKnownBeforeIssue(ref.externalId);
  const decision = decide(ref, found, policy, request.email, context.client.clock.now());
  const { action } = decision;
  if (action === 'issue') return await issueNew(context, plan);
  const done = await ACTIONS[action](context, identified, decision);
  return done ? existingOutput(context, identified, decision, done) : await issueNew(context, plan);
}

/** The output of an item that repeats the last one for its pass; `undefined` if it must be sent. */
async function skipRepeated(context: Context, plan: IdentifiedPlan): Promise<Output | undefined> {
  const { ref, policy } = plan;
  if (!policy.skipUnchanged) return undefined;
  const { cache } = context.passes.list(ref.templateId);
  const earlier = cache.lastSent(ref.externalId, repeatKey(context, plan));
  if (!earlier) return undefined;
  const decision: Decision = { action: 'skip', pass: { by: 'externalId', ...ref }, changes: {} };
  const done = await withLinks(context, plan, decision, { id: earlier.passId });
  return existingOutput(context, plan, decision, done);
}

/** What makes two items the same. `isPreview` is part of it, because a preview has sent nothing. */
function repeatKey({ client, previewClient }: Context, { request, policy }: PassPlan) {
  return { isPreview: client === previewClient, request, policy };
}

/** Records what was sent to a pass, or would be sent in a preview, for later items with the same external ID. */
function recordSent(context: Context, plan: PassPlan, passId?: string): void {
  const { ref } = plan;
  if (!ref) return;
  const { cache } = context.passes.list(ref.templateId);
  cache.recordSent(ref.externalId, repeatKey(context, plan), passId);
}

/** What each action does. @returns `undefined` if the pass does not exist after all */
const ACTIONS: Record<
  Exclude<Decision['action'], 'issue'>,
  (context: Context, plan: IdentifiedPlan, decision: Decision) => Promise<HandledPass | undefined>
> = {
  async refuse(context, { ref, request }, { pass }) {
    const found = await findLinks(context, pass, request);
    if (found) throw existsAlready(ref.externalId, found.id);
    return undefined;
  },

  async return(context, { ref, request }, { pass, row }) {
    const links = await findLinks(context, pass, request);
    if (!links) return undefined;
    const comparison = await compareEmail(context, ref, links.id, row, request.email);
    return { id: links.id, ...comparison, ...(!comparison.linksNote && { links }) };
  },

  skip: (context, plan, decision) => withLinks(context, plan, decision, { id: decision.row?.id }),

  update,
  reactivate: update,
};

async function update(
  context: Context,
  plan: IdentifiedPlan,
  decision: Decision,
): Promise<HandledPass | undefined> {
  const { pass, changes } = decision;
  const patched = await previewedWith(
    undefinedOn404(patchPass(context.client, pass, changes)),
    () => previewUpdate(context, plan, decision),
  );
  if (!patched) return undefined;
  recordSent(context, plan, patched.id);
  return await withLinks(context, plan, decision, { id: patched.id, links: patched });
}

/** Adds the links. The pass may have been changed already, so an error here must not look like a failed change. */
async function withLinks(
  context: Context,
  { needsLinks, request }: PassPlan,
  { pass, action }: Decision,
  done: HandledPass,
): Promise<HandledPass> {
  if (!needsLinks) return done;
  const { value, failure } = await settle(findLinks(context, pass, request));
  if (!failure) return { ...done, links: value ?? done.links };
  const was = action === 'skip' ? 'is unchanged' : 'was updated';
  const withheld = `The pass ${was}, but its links could not be read: ${failure.message}`;
  return { ...done, linksNote: withheld };
}

/** The output for an existing pass, with a note on each fact that the user should know. */
function existingOutput(
  context: Context,
  { ref, output }: IdentifiedPlan,
  decision: Decision,
  done: HandledPass,
): Output {
  const { changes } = decision;
  const action = decision.action as keyof typeof OUTCOMES;
  if (action !== 'skip') noteSharedId(context, ref, action !== 'return');
  return compact({
    outcome: OUTCOMES[action],
    ...(done.links ? linksOutput(done.links) : { id: done.id }),
    externalId: ref.externalId,
    recovered: false,
    ...noteExisting(context, decision, done),
    ...output.ofExisting,
    validFrom: changes.templateFields?.validFrom,
    validUntil: changes.templateFields?.validUntil,
    note: done.linksNote,
  });
}

/** Notes the facts about an existing pass that the user should know, and returns them for the output. */
export function noteExisting(
  { notes, client }: Context,
  { status, notWritten, sentEveryTime }: Partial<Decision>,
  { row, contactDiffers }: EmailComparison,
): { status?: PassStatus | undefined } & Output {
  const known = status ?? (row && passStatus(row, client.clock.now()));
  if (contactDiffers) notes.push({ code: 'otherEmail' });
  if (known && known !== 'valid') notes.push({ code: 'notValid', status: known });
  if (notWritten) notes.push({ code: 'notWritten', inputs: notWritten });
  if (sentEveryTime) notes.push({ code: 'sentEveryTime', inputs: sentEveryTime });
  return compact({ status: known, contactDiffers, notWritten });
}

/** Notes that several items have this external ID, and so go to one pass, one after another. */
export function noteSharedId(
  { passes, notes }: Context,
  ref: ExternalIdRef | undefined,
  isSent: boolean,
): void {
  if (!ref || !passes.list(ref.templateId).cache.isShared(ref.externalId)) return;
  notes.push({ code: 'sharedId', ref, isSent });
}

async function findLinks(
  { client }: Context,
  pass: PassRef,
  { locale }: IssueRequest,
): Promise<PassLinks | undefined> {
  return await findPass(client, pass, { locale });
}

async function issueNew(context: Context, plan: PassPlan): Promise<Output> {
  const { links, recovered } = await previewedWith(issue(context, plan), () =>
    previewIssue(context, plan),
  );
  noteSharedId(context, plan.ref, true);
  return compact({ outcome: 'created', ...linksOutput(links), recovered, ...plan.output.ofNew });
}

/** Issues a pass, once. Without a `ref`, it cannot be looked up after an unknown result. */
async function issue(context: Context, plan: PassPlan): Promise<Issued> {
  const { request, ref } = plan;
  const issued = await issueOnce(context, request, ref ? [ref] : []);
  if (ref) {
    context.passes.list(ref.templateId).cache.recordIssued(ref.externalId, issued.links.id);
    recordSent(context, plan, issued.links.id);
  }
  return issued;
}

async function previewIssue(context: Context, plan: PassPlan): Promise<Output> {
  const { request, ref, output } = plan;
  recordSent(context, plan);
  noteSharedId(context, ref, true);
  return { ...(await templatePreview(context, request)), ...output.ofPreview };
}

/** What a preview says about an update. It has no delivery, because an update sends no message. */
async function previewUpdate(
  context: Context,
  plan: IdentifiedPlan,
  decision: Decision,
): Promise<Output> {
  const { ref, request, output } = plan;
  const { action, row } = decision;
  recordSent(context, plan, row?.id);
  noteSharedId(context, ref, true);
  return {
    ...(await templatePreview(context, request)),
    ...(action === 'reactivate' && { wouldBe: 'reactivated' }),
    ...noteExisting(context, decision, {}),
    skippedFields: output.ofPreview.skippedFields,
    changes: row && differences(row, decision.changes),
  };
}

function templatePreview(context: Context, { passes: [pass] }: IssueRequest) {
  return previewTemplate(context, pass?.templateId ?? '');
}

function existsAlready(externalId: string, passId: string): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    field: 'externalId',
    message: `The template already has a pass with the external ID ${quoted(externalId)}`,
    fix: "Set 'If a Pass Already Exists' to Return Existing or Update Existing, or use another external ID.",
    details: { existingPassId: passId },
  });
}
