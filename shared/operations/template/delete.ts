import * as field from '../../fields';
import { type ErrorFields, ServiceError, isServiceError } from '../../errors/serviceError';
import { counted } from '../../service/wording';
import { defineOperation } from '../operation';
import { DELETED } from '../../fields/output';
import { deleteTemplate } from '../../api/templates';
import { remarksOutput, previewReach } from './preview';
import { templateId } from './inputs';

export const deleteOne = defineOperation({
  resource: 'template',
  key: 'delete',
  label: 'Delete',
  action: 'Delete template',
  description:
    "Permanently delete a template. If it has passes, turn on 'Delete Even If It Has Passes'.",
  details:
    'A preview shows how many passes would be voided, if the key has `passes.viewAll`. It needs no confirmation.',
  effect: 'destroy',
  serialBy: 'template',
  endpoints: ['DELETE /templates/{id}'],
  input: {
    templateId,
    confirm: field.confirmation({
      label: 'Delete Permanently',
      description: "delete this template permanently. This can't be undone.",
    }),
    force: field.boolean({
      label: 'Delete Even If It Has Passes',
      section: 'options',
      default: false,
      noExpression: true,
      description:
        'delete the template even if it has passes and void them permanently. Their holders keep an unusable card.',
    }),
  },
  output: DELETED,

  preview: {
    // Counts the passes of any status, because none could be made valid again.
    async details(context, { templateId, force }) {
      const remarks: string[] = [];
      const { passCount, ...template } = await previewReach(context, templateId, remarks);
      if (passCount && !force) {
        const code = 'template_has_passes';
        throw new ServiceError({
          kind: 'conflict',
          code,
          details: { passCount },
          ...hasPasses(passCount),
        });
      }
      return { ...template, wouldVoid: passCount, ...remarksOutput(remarks) };
    },
  },

  async run({ client }, { templateId, force }) {
    await deleteTemplate(client, templateId, force).catch((thrown: unknown) => {
      if (!isServiceError(thrown, 'conflict') || thrown.code !== 'template_has_passes')
        throw thrown;
      throw thrown.with(hasPasses(Number(thrown.details?.passCount ?? 0)));
    });
    return { deleted: true };
  },
});

function hasPasses(count: number): Pick<ErrorFields, 'message' | 'fix'> {
  return {
    message: `The template has ${counted(count, 'pass', 'passes')} and was not deleted`,
    fix: "To delete it anyway, {turn on 'Delete Even If It Has Passes'}. That permanently voids every pass.",
  };
}
