import * as field from '../../fields';
import { defineOperation } from '../operation';
import { notifyTemplate } from '../../api/templates';
import { remarksOutput, previewReach } from './preview';
import { templateId } from './inputs';

const ARRIVAL = 'Wallet B (Android) shows it immediately, Wallet A (iPhone) within a few minutes.';

export const notify = defineOperation({
  resource: 'template',
  key: 'notify',
  label: 'Notify All Holders',
  action: 'Notify all holders of template',
  description:
    "Message every holder of a pass from the template, even in a test. This can't be undone.",
  details: ARRIVAL,
  effect: 'send',
  serialBy: 'template',
  endpoints: ['POST /template/{templateId}/notification'],
  testEffect: 'messages every holder',
  zapier: {
    kind: 'create',
    key: 'notify_template_holders',
    label: 'Notify All Holders',
    noun: 'Notification',
    description: 'Sends a message to everyone who holds a pass from a template.',
    intro: `This can't be undone. ${ARRIVAL}`,
    omit: ['templateId'],
  },
  input: {
    templateId,
    title: field.required(
      field.text({
        label: 'Title',
        placeholder: 'e.g. Closed on Monday',
        description: 'Headline of the notification',
      }),
    ),
    content: field.required(
      field.text({
        label: 'Message',
        multiline: true,
        placeholder: 'e.g. We are closed on Monday. See you on Tuesday!',
        description: 'Text that every holder receives',
      }),
    ),
    confirm: field.confirmation({
      label: 'Send to Every Holder',
      description: "send this message to every holder. This can't be undone.",
    }),
  },
  output: {
    returns: 'one',
    fields: {
      templateId: { label: 'Template ID', type: 'string', always: true },
      accepted: { label: 'Accepted', type: 'boolean', always: true },
    },
    sample: { templateId: 'tpl_8c2e91', accepted: true },
  },

  preview: {
    // The service does not report how many people a message reaches: at most one for each pass.
    async details(context, { templateId }) {
      const remarks: string[] = [];
      return { ...(await previewReach(context, templateId, remarks)), ...remarksOutput(remarks) };
    },
  },

  async run({ client }, { templateId, title, content }) {
    await notifyTemplate(client, templateId, { title, content });
    return { templateId, accepted: true };
  },
});
