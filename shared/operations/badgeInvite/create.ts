import * as field from '../../fields';
import { LIMITS } from '../../service/vocabulary';
import { createInvite, inviteEndpoint, type InviteBody } from '../../api/badges';
import { ENDPOINTS } from '../../api/endpoints';
import { badgeTemplateId, assertContact } from '../badge/inputs';
import { contactKey } from '../badgeHolder/byContact';
import { assertRecipients } from '../delivery';
import { defineOperation } from '../operation';
import { inviteFields, inviteOutput, inviteSample } from './output';

/** Unlike issuing and resending, an invite sends nothing by default. */
function delivery(label: string, how: string, notice?: field.Notice) {
  return field.choice(
    {
      label,
      ...(notice && { notice }),
      default: 'doNotSend',
      description: `Send the invite link ${how}. Defaults to Do Not Send.`,
      options: [
        { value: 'send', sends: 'yes', label: 'Send' },
        {
          value: 'doNotSend',
          sends: 'no',
          label: 'Do Not Send',
          description: 'Return the link without sending it',
        },
      ],
    },
    { default: 'doNotSend' },
  );
}

export const create = defineOperation({
  resource: 'badgeInvite',
  key: 'create',
  label: 'Create',
  action: 'Create badge invite',
  description:
    'Invite one person to a badge. Whoever opens the link first can add it, and the link stays in the execution data.',
  details:
    'Inviting the same person again before the badge is added returns the same link, which keeps its expiration. To replace a link, cancel the invite first. When the person adds the badge, the trigger Badge Added starts.',
  effect: 'send',
  serialBy: 'invite',
  endpoints: [
    'POST /badge/templates/{id}/invites',
    'POST /badge/templates/{id}/invites with a message',
  ],
  retry: {
    cases: { never: 'With a message', idempotent: 'Without a message' },
    of: (input) => ENDPOINTS[inviteEndpoint(inviteBody(input))].retry,
  },
  zapier: {
    kind: 'create',
    key: 'invite_badge_holder',
    label: 'Invite Badge Holder',
    noun: 'Badge Invite',
    description: 'Invites one person to an access badge with a single-use link.',
    note: '**Testing this step creates a real invite.** By default, no message is sent. Whoever opens the link first can add the badge, and the link stays in the Zap history. Inviting the same person again returns the same link until the badge is added.',
  },
  input: {
    badgeTemplateId,
    email: field.email({
      label: 'Email',
      description: "Email address of the person. 'Email' or 'Phone' is required.",
    }),
    phone: field.phone({
      label: 'Phone',
      description: "Phone number of the person. 'Email' or 'Phone' is required.",
    }),
    firstName: field.text({
      label: 'First Name',
      placeholder: 'e.g. Emma',
      description: 'First name shown on the badge pass',
    }),
    lastName: field.text({
      label: 'Last Name',
      placeholder: 'e.g. Miller',
      description: 'Last name shown on the badge pass',
    }),
    sendToEmail: delivery('Send Email', 'by email'),
    sendToPhone: delivery('Send Text Message', 'by text message', {
      when: { sendToEmail: ['doNotSend'], sendToPhone: ['doNotSend'] },
      text: "Nobody is informed: the invite link is only in the output. To send it, set 'Send Email' or 'Send Text Message' to Send.",
    }),
    days: field.number({
      label: 'Valid for (Days)',
      section: 'options',
      integer: true,
      min: 1,
      max: LIMITS.inviteDaysMax,
      placeholder: 'e.g. 14',
      description:
        'Number of days the link works. Defaults to 30; a reused link keeps its expiration.',
    }),
  },
  output: {
    returns: 'one',
    fields: {
      id: { label: 'Contact Key', type: 'string', always: true },
      ...inviteFields,
      days: { ...inviteFields.days, always: true },
      reused: { ...inviteFields.reused, always: true },
    },
    sample: { id: 'ana@example.com', ...inviteSample },
  },
  async prepare(_context, input) {
    assertContact(input);
    await assertRecipients(input);
    return input;
  },

  preview: {
    details: (_context, { badgeTemplateId }) => ({ badgeTemplateId }),
  },

  async run({ client }, input) {
    const { badgeTemplateId, email, phone } = input;
    const invite = await createInvite(client, badgeTemplateId, inviteBody(input));
    // As in a list of holders, which has no holder ID before the badge is added.
    const id = contactKey(invite) ?? contactKey({ email, phone });
    return { ...inviteOutput(invite), id };
  },
});

interface InviteInput extends Omit<InviteBody, 'sendToEmail' | 'sendToPhone'> {
  sendToEmail: string;
  sendToPhone: string;
}

function inviteBody(input: InviteInput): InviteBody {
  const { email, phone, firstName, lastName, days } = input;
  const sendToEmail = input.sendToEmail === 'send';
  const sendToPhone = input.sendToPhone === 'send';
  return { email, phone, firstName, lastName, days, sendToEmail, sendToPhone };
}
