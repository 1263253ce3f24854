/** What Issue, Create or Update and Sync List share: one pass for one person, issued only if there is none. */

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

/** What is to be done for the pass of an item. */
export interface PassPlan {
  request: IssueRequest;
  /** `undefined` if nothing identifies it: it is issued. */
  ref: ExternalIdRef | undefined;
  policy: ExistingPolicy;
  /** Whether a pass that exists is returned with its links, also if that takes one more request. */
  needsLinks: boolean;
  /** What the output says in addition: of a new pass, of one that existed, and of a preview. */
  output: { ofNew: Output; ofExisting: Output; ofPreview: Output };
}

type IdentifiedPlan = PassPlan & { ref: ExternalIdRef };

/** A pass that existed, after what was decided has been done. */
interface Done extends EmailComparison {
  id: string;
  links?: PassLinks | undefined;
}

const OUTCOMES = {
  return: 'existing',
  skip: 'unchanged',
  update: 'updated',
  reactivate: 'reactivated',
};

/** Outcomes of {@link issuePass}. */
export const OUTCOMES_OF_PASS: readonly string[] = ['created', ...Object.values(OUTCOMES)];

/** Does what is to be done for the pass that exists, or issues it. */
export async function issuePass(context: Context, plan: PassPlan): Promise<Output> {
  const { ref, policy, request } = plan;
  if (!ref) return await issueNew(context, plan);
  const list = context.passes.list(ref.templateId);
  let found = await list.find(ref.externalId);
  if (found.state === 'absent' && (await list.checkNewestBeforeIssue())) {
    found = await list.find(ref.externalId);
  }
  const decision = decide(ref, found, policy, request.email, context.client.clock.now());
  const { action } = decision;
  if (action === 'issue') return await issueNew(context, plan);
  const identified = { ...plan, ref };
  const done = await ACT[action](context, identified, decision);
  return done ? describe(context, identified, decision, done) : await issueNew(context, plan);
}

/** What each action does. @returns `undefined` if there is no pass after all */
const ACT: Record<
  Exclude<Decision['action'], 'issue'>,
  (context: Context, plan: IdentifiedPlan, decision: Decision) => Promise<Done | undefined>
> = {
  async refuse(context, { ref, request }, { pass }) {
    const found = await findLinks(context, pass, request);
    if (found) throw existsAlready(ref.externalId, found.id);
    return undefined;
  },

  async return(context, { ref, request }, { pass, row }) {
    const links = await findLinks(context, pass, request);
    if (!links) return undefined;
    const belongs = await compareEmail(context, ref, links.id, row, request.email);
    return { id: links.id, ...belongs, ...(!belongs.withheldReason && { links }) };
  },

  skip: (context, plan, decision) =>
    withLinks(context, plan, decision, { id: decision.row?.id ?? '' }),

  update,
  reactivate: update,
};

async function update(
  context: Context,
  plan: IdentifiedPlan,
  decision: Decision,
): Promise<Done | undefined> {
  const { pass, changes } = decision;
  const patched = await previewedWith(
    undefinedOn404(patchPass(context.client, pass, changes)),
    () => previewUpdate(context, plan, decision),
  );
  return patched && (await withLinks(context, plan, decision, { id: patched.id, links: patched }));
}

/** The pass may be changed by now: links that cannot be read must not look like a failed change. */
async function withLinks(
  context: Context,
  { needsLinks, request }: PassPlan,
  { pass, action }: Decision,
  done: Done,
): Promise<Done> {
  if (!needsLinks) return done;
  const { value, failure } = await settle(findLinks(context, pass, request));
  if (!failure) return { ...done, links: value ?? done.links };
  const was = action === 'skip' ? 'is unchanged' : 'was updated';
  const withheld = `The pass ${was}, but its links could not be read: ${failure.message}`;
  return { ...done, withheldReason: withheld };
}

/** The output of a pass that existed, with a note on each thing that a person should know. */
function describe(
  context: Context,
  { ref, output }: IdentifiedPlan,
  decision: Decision,
  done: Done,
): Output {
  const { changes } = decision;
  const action = decision.action as keyof typeof OUTCOMES;
  if (action !== 'skip') noteSharedId(context, ref, action !== 'return');
  return compact({
    outcome: OUTCOMES[action],
    ...linksOutput(done.links ?? { id: done.id }),
    externalId: ref.externalId,
    recovered: false,
    ...noteExisting(context, decision, done),
    ...output.ofExisting,
    validFrom: changes.templateFields?.validFrom,
    validUntil: changes.templateFields?.validUntil,
    note: done.withheldReason,
  });
}

/** What a person should know of a pass that existed. */
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

/** Items with one external ID are sent to one pass, one after another. */
export function noteSharedId(
  { passes, notes }: Context,
  ref: ExternalIdRef | undefined,
  isSent: boolean,
): void {
  if (!ref || !passes.list(ref.templateId).isShared(ref.externalId)) return;
  notes.push({ code: 'sharedId', ref, isSent });
}

/** A pass with its links. */
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
async function issue(context: Context, { request, ref }: PassPlan): Promise<Issued> {
  const issued = await issueOnce(context, request, ref ? [ref] : []);
  if (ref) context.passes.list(ref.templateId).recordIssued(ref.externalId, issued.links.id);
  return issued;
}

async function previewIssue(context: Context, { request, ref, output }: PassPlan): Promise<Output> {
  noteSharedId(context, ref, true);
  return { ...(await templateOf(context, request)), ...output.ofPreview };
}

/** An update delivers nothing. */
async function previewUpdate(
  context: Context,
  { ref, request, output }: IdentifiedPlan,
  decision: Decision,
): Promise<Output> {
  const { action, row } = decision;
  noteSharedId(context, ref, true);
  return {
    ...(await templateOf(context, request)),
    ...(action === 'reactivate' && { wouldBe: 'reactivated' }),
    ...noteExisting(context, decision, {}),
    skippedFields: output.ofPreview.skippedFields,
    changes: row && differences(row, decision.changes),
  };
}

function templateOf(context: Context, { passes: [pass] }: IssueRequest) {
  return previewTemplate(context, pass?.templateId ?? '');
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
