import type { ExternalIdRef } from '../../service/requests';
import type { Output } from '../../fields/output';
import type { Context } from '../context';
import { previewTemplate } from '../template/preview';
import { type Wanted, decide } from './decision';
import { differences } from './differences';
import { rowMeant } from './findOrIssue';
import type { PreparedIssue } from './prepareIssue';

/** What a preview says in addition to the request. An update delivers nothing. */
export async function previewIssue(
  context: Context,
  plan: Pick<PreparedIssue, 'request' | 'extraOutput'> & {
    ref?: ExternalIdRef | undefined;
    wanted: Wanted;
  },
  endpoint: string,
): Promise<Output> {
  const { request, extraOutput, ref, wanted } = plan;
  const { templateId = '' } = request.passes[0] ?? {};
  const template = await previewTemplate(context, templateId);
  if (endpoint === 'POST /pass') return { ...template, ...extraOutput };
  const now = context.client.clock.now();
  const rows = ref && (await context.passes.of(ref.templateId).listedRowsOf(ref.externalId));
  const row = rows && rowMeant(rows, ref, wanted, now);
  const { outcome, status, notWritten } = decide({ isAbsent: false, row }, wanted, now);
  return {
    ...template,
    ...(outcome === 'reactivated' && { wouldBe: outcome }),
    status,
    skippedFields: extraOutput.skippedFields,
    notWritten,
    changes: row && differences(row, wanted.changes),
  };
}
