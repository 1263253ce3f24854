import type { Output } from '../../../fields/output';
import type { Context } from '../../context';
import { previewTemplate } from '../../template/preview';
import { decide, rowMeant } from './decision';
import { differences } from './differences';
import { existingOutput } from './existingPass';
import { type PassPlan, noteSharedId } from './findOrIssue';
import type { PreparedIssue } from './prepareIssue';

/** What a preview says in addition to the request. An update delivers nothing. */
export async function previewIssue(
  context: Context,
  plan: PassPlan & Pick<PreparedIssue, 'extraOutput'>,
  endpoint: string,
  passId?: string,
): Promise<Output> {
  const { request, extraOutput, ref, wanted } = plan;
  const { templateId = '' } = request.passes[0] ?? {};
  const template = await previewTemplate(context, templateId);
  noteSharedId(context, ref, true);
  if (!ref || endpoint === 'POST /pass') return { ...template, ...extraOutput };
  const now = context.client.clock.now();
  const rows = await context.passes.of(ref.templateId).listedRowsOf(ref.externalId);
  const row = rowMeant(rows ?? [], ref, wanted, now);
  const decision = decide({ isAbsent: false, row }, wanted, now);
  return {
    ...template,
    ...(decision.action === 'reactivate' && { wouldBe: 'reactivated' }),
    ...(await existingOutput(context, { ref, passId, row, decision }, request)),
    skippedFields: extraOutput.skippedFields,
    changes: row && differences(row, wanted.changes),
  };
}
