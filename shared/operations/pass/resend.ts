import * as field from '../../fields';
import { ServiceError, isServiceError } from '../../errors/serviceError';
import { MESSAGE_CHANNELS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import { compact } from '../../fields/output';
import { passIdOf, resendPass } from '../../api/passes';
import * as inputs from './inputs';
import { deliveryFields } from './output';

/** Unlike Issue and Invite, Resend sends a text message and no email by default. */
function delivery(label: string, what: string, byDefault: 'send' | 'doNotSend') {
  return field.choice(
    {
      label,
      description: `Controls whether the service sends ${what}. Unlike issuing a pass, a resend sends only a text message by default. Tests send real messages.`,
      default: byDefault,
      options: [
        { value: 'send', sends: 'yes', label: 'Send', description: `Send ${what}` },
        {
          value: 'doNotSend',
          sends: 'no',
          label: 'Do Not Send',
          description: `Do not send ${what}`,
        },
      ],
    },
    { default: byDefault },
  );
}

export const resend = defineOperation({
  resource: 'pass',
  key: 'resend',
  label: 'Resend',
  action: 'Resend a pass',
  description: 'Send the link of an existing pass to its holder again, by text message or email',
  effect: 'send',
  serialBy: 'pass',
  scopes: ['campaigns.send', 'passes.viewAll'],
  retry: 'never',
  flat: {
    kind: 'create',
    key: 'resend_pass',
    label: 'Resend Pass',
    noun: 'Pass',
    description: 'Resends the link of an existing pass by text message or email.',
  },
  input: {
    pass: field.passRef(),
    sendToPhone: delivery('Send Text Message', 'a text message', 'send'),
    sendToEmail: delivery('Send Email', 'an email', 'doNotSend'),
    phone: field.phone({
      label: 'Phone',
      section: 'options',
      description: 'Phone number to send to instead of the one stored with the pass',
    }),
    email: field.email({
      label: 'Email',
      section: 'options',
      description: 'Email address to send to instead of the one stored with the pass',
    }),
    channels: field.choices({
      label: 'Channels',
      section: 'options',
      description: "Messaging channels, in the order to try them. The account's channels if empty.",
      options: MESSAGE_CHANNELS.map((value, i) => ({
        value,
        label: value === 'SMS' ? 'Text Message' : `Chat App ${i}`,
      })),
    }),
    locale: inputs.locale('options'),
  },
  output: {
    returns: 'one',
    fields: {
      id: { label: 'Pass ID', type: 'string', always: true },
      link: { label: 'Pass Link', type: 'string' },
      accepted: { label: 'Accepted', type: 'boolean', always: true },
      ...deliveryFields,
    },
    sample: {
      id: 'ps_4f1d2a',
      link: 'https://passes.example.com/p/ps_4f1d2a',
      accepted: true,
      deliveryRequested: { email: 'no', phone: 'yes' },
    },
  },

  checks: [
    {
      inputs: ['sendToPhone', 'sendToEmail'],
      run(_context, input) {
        requestedChannels(input);
      },
    },
  ],

  async run({ client, retry }, input) {
    const { pass, phone, email, channels, locale } = input;
    const { sendToPhone, sendToEmail } = requestedChannels(input);
    const id = await passIdOf(client, pass);
    const response = await resendPass(
      client,
      id,
      { phone, email, sendToPhone, sendToEmail, channels, locale },
      retry,
    ).catch(missingContact);
    return compact({
      id,
      link: response.link ?? undefined,
      accepted: response.success !== false,
      deliveryRequested: { email: sendToEmail ? 'yes' : 'no', phone: sendToPhone ? 'yes' : 'no' },
    });
  },
});

/** @throws {ServiceError} `invalidInput` if nothing is to be sent */
function requestedChannels(input: { sendToPhone: string; sendToEmail: string }) {
  const sendToPhone = input.sendToPhone === 'send';
  const sendToEmail = input.sendToEmail === 'send';
  if (!sendToPhone && !sendToEmail) throw nothingToSend();
  return { sendToPhone, sendToEmail };
}

/** For `.catch`: names the missing contact, which the service reports only when sending. */
function missingContact(thrown: unknown): never {
  if (!isServiceError(thrown) || thrown.status !== 400) throw thrown;
  if (/phone number available/i.test(thrown.message)) {
    throw thrown.with({
      field: 'phone',
      message: 'The pass has no phone number to send to',
      hint: "Enter a number in 'Phone'. To resend by email only, set 'Send Text Message' to Do Not Send and 'Send Email' to Send.",
    });
  }
  if (/email.* available/i.test(thrown.message)) {
    throw thrown.with({
      field: 'email',
      message: 'The pass has no email address to send to',
      hint: "Enter an email address in 'Email', or set 'Send Email' to Do Not Send and 'Send Text Message' to Send.",
    });
  }
  throw thrown;
}

function nothingToSend(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'sendToEmail',
    message: "Neither 'Send Text Message' nor 'Send Email' is set to send",
    hint: "Set 'Send Email' or 'Send Text Message' to Send.",
  });
}
