import { z } from 'zod';

import { MESSAGE_CHANNELS, type MessageChannel } from '../../../shared/service/vocabulary';
import { badRequest } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { words } from '../../locales';
import type { Account, Pass, PassGroup, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { isEmail, isPhone, localeCode, optionalEmail, optionalText } from '../validate';
import { ownPass } from './find';
import { groupLink, passLink } from './links';

/** The passes of a message, and its language. */
interface Message {
  passes: readonly Pass[];
  group?: PassGroup;
  /** Template of the first pass, which names the message. */
  template: Template;
  locale: string;
}

/**
 * Email the link to the pass page, titled as the template via the service.
 * @returns false if the email address is malformed
 */
export function sendEmail(state: State, account: Account, to: string, message: Message): boolean {
  if (!isEmail(to)) return false;
  state.send({
    ...entryOf(state, message),
    kind: 'email',
    to,
    channel: 'EMAIL',
    title: `${message.template.name} via Wallet Pass Service`,
    replyTo: account.email,
  });
  return true;
}

/**
 * Send the link over the first of `channels` that the account has.
 * @returns false if messaging is not set up, no channel matches, or the number is malformed
 */
export function sendText(
  state: State,
  { settings }: Account,
  to: string,
  channels: readonly MessageChannel[],
  message: Message,
): boolean {
  const channel = channels.find((wanted) => settings.channels.includes(wanted));
  if (!settings.messagingSetUp || channel === undefined || !isPhone(to)) return false;
  state.send({ ...entryOf(state, message), kind: 'text', to, channel, title: '' });
  return true;
}

function entryOf(state: State, { passes, group, template, locale }: Message) {
  const passIds = passes.map(({ id }) => id);
  const [first = ''] = passIds;
  const link = group === undefined ? passLink(state, first) : groupLink(state, group.id);
  return {
    passIds,
    passId: group === undefined ? first : undefined,
    groupId: group?.id,
    templateId: template.id,
    body: `${words(locale).yourCard(template.name)} ${link}`,
    link,
    locale,
    at: state.clock.now(),
  };
}

/**
 * Send the link again, by text message unless requested otherwise. Contact details in the call are used once
 * and not stored. `success` is true if at least one message was sent.
 */
export const resendPass = endpoint('POST /pass/:id/resend', {
  keyHeaderOnly: true,
  scopes: ['campaigns.send'],
  codedScopes: true,
  body: z.object({
    phone: optionalText,
    email: optionalEmail,
    sendToPhone: z.boolean().default(true),
    sendToEmail: z.boolean().default(false),
    channels: z.array(z.enum(MESSAGE_CHANNELS)).optional(),
    locale: localeCode.default('en'),
  }),
  handle: (call) => {
    const { state, account, body } = call;
    const { pass, template } = ownPass(call);
    const { phone = pass.phone, email = pass.email, sendToPhone, sendToEmail } = body;
    if (!sendToPhone && !sendToEmail) {
      throw badRequest('Nothing to resend: sendToPhone and sendToEmail are both false.');
    }
    if (sendToPhone && phone === undefined) {
      throw badRequest('No phone number available to resend the pass to.');
    }
    if (sendToEmail && email === undefined) {
      throw badRequest('No email address available to resend the pass to.');
    }
    const message = { passes: [pass], template, locale: body.locale };
    const channels = body.channels?.length ? body.channels : account.settings.channels;
    const texted = sendToPhone && sendText(state, account, phone ?? '', channels, message);
    const mailed = sendToEmail && sendEmail(state, account, email ?? '', message);
    return { success: texted || mailed, id: pass.id, link: passLink(state, pass.id) };
  },
});
