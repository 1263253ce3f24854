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
  action: 'Delete a template',
  description:
    'Delete a card design for good. One that has passes is deleted only with Void All Passes.',
  effect: 'destroy',
  scopes: ['templates.delete'],
  retry: 'idempotent',
  input: {
    templateId,
    confirm: field.confirmation({
      label: 'Delete for Good',
      description: 'the template is deleted permanently',
    }),
    force: field.boolean({
      label: 'Void All Passes',
      section: 'options',
      default: false,
      literal: true,
      description:
        'delete a template that has passes and void all of them permanently. Their holders keep an unusable card in the wallet.',
    }),
  },
  output: DELETED,
  concurrencyKeys: ({ templateId }) => `template:${templateId}`,

  async run({ client, retry }, { templateId, force }) {
    await deleteTemplate(client, templateId, force, retry).catch((thrown: unknown) => {
      if (!isServiceError(thrown, 'conflict') || thrown.code !== 'template_has_passes')
        throw thrown;
      const count = Number(thrown.details?.passCount ?? 0);
      throw thrown.with({
        message: `The template has ${count} ${count === 1 ? 'pass' : 'passes'} and was not deleted`,
        hint: "Turn 'Void All Passes' on to delete it anyway. That voids every pass for good.",
      });
    });
    return { deleted: true };
  },
});
