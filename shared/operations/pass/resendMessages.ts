/** Chooses the messages that Resend sends to the holder of a pass, and words their failures. */

import { readIdentity } from '../../api/passes';
import { resendPass } from '../../api/passMessages';
import { ServiceError, settle } from '../../errors/serviceError';
import type { Output } from '../../fields/output';
import { compact } from '../../runtime/records';
import type { PassRef } from '../../service/requests';
import type { MessageChannel } from '../../service/vocabulary';
import type { Context } from '../context';

export type Delivery = 'ifAvailable' | 'send' | 'doNotSend';

interface MessageInputs {
  sendToEmail: Delivery;
  sendToPhone: Delivery;
  /** Overrides the contact that is stored with the pass, as does `phone`. */
  email?: string;
  phone?: string;
}

interface MessagePlan extends Omit<MessageInputs, 'sendToEmail' | 'sendToPhone'> {
  pass: PassRef;
  channels?: MessageChannel[];
  locale?: string;
  requests: readonly ResendRequest[];
}

interface Flags {
  sendToEmail: boolean;
  sendToPhone: boolean;
}

interface ResendRequest extends Flags {
  /** Whether the contact may be missing. */
  mayLackContact: boolean;
}

interface Sent extends Flags {
  response: Awaited<ReturnType<typeof resendPass>>;
}

/**
 * Each optional message gets a request of its own, after the required messages: if the service refuses such a request,
 * it has certainly sent nothing. The email comes first, because the service documents its refusal only for a missing
 * phone number.
 * @throws {ServiceError} `invalidInput` if there is nothing to send
 */
export function planMessages(input: MessageInputs): ResendRequest[] {
  const isCertain = (choice: Delivery, contact: string | undefined) =>
    choice === 'send' || (choice === 'ifAvailable' && contact !== undefined);
  const sendToEmail = isCertain(input.sendToEmail, input.email);
  const sendToPhone = isCertain(input.sendToPhone, input.phone);
  const requests = [
    { sendToEmail, sendToPhone, mayLackContact: false },
    {
      sendToEmail: !sendToEmail && input.sendToEmail === 'ifAvailable',
      sendToPhone: false,
      mayLackContact: true,
    },
    {
      sendToEmail: false,
      sendToPhone: !sendToPhone && input.sendToPhone === 'ifAvailable',
      mayLackContact: true,
    },
  ].filter((request) => request.sendToEmail || request.sendToPhone);
  if (requests.length === 0) throw nothingToSend();
  return requests;
}

/**
 * Sends the requests, one after another.
 * @throws {ServiceError} that says what was sent before, because another run would send it twice
 */
export async function sendMessages(
  { client }: Context,
  { pass, phone, email, channels, locale, requests }: MessagePlan,
): Promise<Output> {
  const { id, externalId } = await readIdentity(client, pass);
  const sent: Sent[] = [];
  const refused: Sent[] = [];
  const missing: ServiceError[] = [];
  for (const { mayLackContact, ...flags } of requests) {
    const body = { phone, email, ...flags, channels, locale };
    const { value, failure } = await settle(resendPass(client, id, body));
    if (value) (value.success ? sent : refused).push({ ...flags, response: value });
    else if (mayLackContact && parseMissingContact(failure)) missing.push(failure);
    else throw partlySent(sent[0], withMissingContact(failure));
  }
  if (refused[0]) throw sent[0] ? notBothSent(sent[0], refused[0], requests) : notSent();
  const [first, second] = missing;
  if (first && sent.length === 0) throw second ? noContact(second) : withMissingContact(first);
  return compact({
    id,
    externalId,
    link: sent[0]?.response.link ?? undefined,
    accepted: true,
    emailRequested: sent.some(({ sendToEmail }) => sendToEmail) ? 'yes' : 'no',
    textMessageRequested: sent.some(({ sendToPhone }) => sendToPhone) ? 'yes' : 'no',
  });
}

/** The contact that is missing according to a refusal. The service reports it only when sending. */
function parseMissingContact({ status, message }: ServiceError): 'email' | 'phone' | undefined {
  if (status !== 400) return undefined;
  if (/phone number available/i.test(message)) return 'phone';
  const emailAt = message.search(/e-?mail/i);
  if (emailAt < 0) return undefined;
  const isMissing = /\bno e-?mail/i.test(message) || / available/i.test(message.slice(emailAt));
  return isMissing ? 'email' : undefined;
}

function withMissingContact(error: ServiceError): ServiceError {
  switch (parseMissingContact(error)) {
    case 'phone':
      return error.with({
        field: 'phone',
        message: 'The pass has no phone number to send to',
        fix: "Enter a number in 'Phone'. To resend by email only, set 'Send Text Message' to Do Not Send and 'Send Email' to Send.",
      });
    case 'email':
      return error.with({
        field: 'email',
        message: 'The pass has no email address to send to',
        fix: "Enter an email address in 'Email', or set 'Send Email' to Do Not Send and 'Send Text Message' to Send.",
      });
    default:
      return error;
  }
}

function noContact(error: ServiceError): ServiceError {
  return error.with({
    field: 'email',
    message: 'The pass has neither an email address nor a phone number to send to',
    fix: "Enter an email address in 'Email', or a number in 'Phone'.",
  });
}

/** The service reports this with a status of success. */
function notSent(): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    message: 'The service did not send the message',
    fix: 'Check in the dashboard whether the account can send messages of this kind, and the contacts of the pass.',
  });
}

/**
 * The service reports which message it did not send, so nothing is unknown. The text follows the order of the requests.
 */
function notBothSent(sent: Flags, refused: Flags, requests: readonly Flags[]): ServiceError {
  const [done, open] = [nameOf(sent), nameOf(refused)];
  const isFirst = requests[0]?.sendToEmail === refused.sendToEmail;
  return notSent().with({
    safeToRepeat: false,
    message: isFirst
      ? `The service did not send the ${open}; after that, the ${done} was sent`
      : `The ${done} was sent; after that, the service did not send the ${open}`,
    fix: sendOnlyTheOther(sent),
  });
}

/** @param sent the message that was already sent, if any: another run would send it twice */
function partlySent(sent: Flags | undefined, error: ServiceError): ServiceError {
  if (!sent) return error;
  const open = sent.sendToEmail ? 'text message' : 'email';
  return error.with({
    kind: 'outcomeUnknown',
    safeToRepeat: false,
    message: `After the ${nameOf(sent)} was sent, the ${open} failed: ${error.message}`,
    fix: sendOnlyTheOther(sent),
  });
}

function nameOf({ sendToEmail }: Flags): string {
  return sendToEmail ? 'email' : 'text message';
}

function sendOnlyTheOther(sent: Flags): string {
  const [open, switchLabel] = sent.sendToEmail
    ? ['text message', 'Send Email']
    : ['email', 'Send Text Message'];
  return `Don't run this again unchanged: the ${nameOf(sent)} would be sent twice. To send only the ${open}, set '${switchLabel}' to Do Not Send first.`;
}

function nothingToSend(): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field: 'sendToEmail',
    message: "Both 'Send Email' and 'Send Text Message' are set to Do Not Send",
    fix: "Set 'Send Email' or 'Send Text Message' to Send.",
  });
}
