import * as field from '../../fields';
import { isServiceError } from '../../errors/serviceError';
import { defineOperation } from '../operation';
import { DELETED } from '../../fields/output';
import { deleteTemplate } from '../../api/templates';
import { templateId } from './inputs';

export const deleteOne = defineOperation({
  resource: 'template',
  key: 'delete',
  label: 'Delete',
  action: 'Delete template',
  description:
    "Permanently delete a template. If it has passes, turn on 'Delete Even If It Has Passes'.",
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

  async run({ client }, { templateId, force }) {
    await deleteTemplate(client, templateId, force).catch((thrown: unknown) => {
      if (!isServiceError(thrown, 'conflict') || thrown.code !== 'template_has_passes')
        throw thrown;
      const count = Number(thrown.details?.passCount ?? 0);
      throw thrown.with({
        message: `The template has ${count} ${count === 1 ? 'pass' : 'passes'} and was not deleted`,
        hint: "To delete it anyway, turn on 'Delete Even If It Has Passes'. That permanently voids every pass.",
      });
    });
    return { deleted: true };
  },
});
