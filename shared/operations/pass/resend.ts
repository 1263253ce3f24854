import * as field from '../../fields';
import { MESSAGE_CHANNELS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import * as inputs from './inputs';
import { deliveryFields, identityFields } from './outputFields';
import { type Delivery, planMessages, sendMessages } from './resendMessages';

/** @param replaced the option that replaces `default`, a value that is no longer offered */
function delivery(
  label: string,
  how: string,
  contact: string,
  replaced: Delivery,
): field.InputField<Delivery> {
  return field.choice(
    {
      label,
      description: `Send the link ${how}`,
      default: 'ifAvailable',
      options: [
        {
          value: 'ifAvailable',
          sends: 'ifAvailable',
          label: 'If the Pass Has One',
          description: `Skip it if the pass has no ${contact}`,
          inHelp: true,
        },
        {
          value: 'send',
          sends: 'yes',
          label: 'Send',
          description: `Fail if the pass has no ${contact}`,
          inHelp: true,
        },
        { value: 'doNotSend', sends: 'no', label: 'Do Not Send' },
      ],
    },
    { default: replaced },
  );
}

const SEND_TO_STORED = 'Fill it, or clear the mapping to send to the contact of the pass.';

export const resend = defineOperation({
  resource: 'pass',
  key: 'resend',
  label: 'Resend',
  action: 'Resend pass',
  description: 'Send the link of a pass to its holder again, by email or text message',
  effect: 'send',
  serialBy: 'pass',
  endpoints: ['POST /pass/{passId}/resend', 'GET /pass'],
  testEffect: 'sends a real message',
  zapier: {
    kind: 'create',
    key: 'resend_pass',
    label: 'Resend Pass',
    noun: 'Card',
    description: 'Resends the link of a pass by email or text message.',
    intro: 'By default, it goes to every contact of the pass.',
  },
  input: {
    pass: field.passRef({ contactMatches: 'validFirst' }),
    sendToEmail: delivery('Send Email', 'by email', 'email address', 'doNotSend'),
    sendToPhone: delivery('Send Text Message', 'by text message', 'phone number', 'send'),
    email: field.email({
      label: 'Email',
      section: 'options',
      mappedEmptyFix: SEND_TO_STORED,
      description: 'Email address to send to instead of the one stored with the pass',
    }),
    phone: field.phone({
      label: 'Phone',
      section: 'options',
      mappedEmptyFix: SEND_TO_STORED,
      description: 'Phone number to send to instead of the one stored with the pass',
    }),
    channels: field.choices({
      label: 'Channels',
      section: 'options',
      description:
        "Messaging channels, in the order to try them. Defaults to the account's channels.",
      options: MESSAGE_CHANNELS.map((value, i) => ({
        value,
        label: value === 'SMS' ? 'Text Message' : `Chat App ${i}`,
      })),
    }),
    locale: inputs.locale(
      'Language of the message, in two letters, e.g. es. If left empty, the service decides.',
    ),
  },
  output: {
    returns: 'one',
    fields: {
      ...identityFields,
      link: { label: 'Pass Link', type: 'string' },
      accepted: { label: 'Accepted', type: 'boolean', always: true },
      emailRequested: { ...deliveryFields.emailRequested, oneOf: ['yes', 'no'] },
      textMessageRequested: { ...deliveryFields.textMessageRequested, oneOf: ['yes', 'no'] },
    },
    sample: {
      id: 'ps_4f1d2a',
      externalId: 'M-0042',
      link: 'https://passes.example.com/p/ps_4f1d2a',
      accepted: true,
      emailRequested: 'yes',
      textMessageRequested: 'no',
    },
  },

  prepare: (_context, input) => ({ ...input, requests: planMessages(input) }),
  preview: {
    details: (_context, { sendToEmail, sendToPhone }) => ({ sendToEmail, sendToPhone }),
  },
  run: sendMessages,
});
