import type { MessageChannel } from '../../../shared/service/vocabulary';
import { words } from '../../locales';
import type { Account, Pass, PassGroup, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { isEmail, isPhone } from '../contacts';
import { groupLink, passLink } from './links';

/** The passes of a message, and its language. */
interface Message {
  passes: readonly Pass[];
  group?: PassGroup;
  /** Template of the first pass, which names the message. */
  template: Template;
  locale: string;
}

/** New passes and their recipient. */
interface NewPasses extends Omit<Message, 'locale'> {
  email?: string;
  phone?: string;
}

/**
 * Send new passes: one email and one text message, regardless of the number of passes. Impossible
 * deliveries are skipped silently.
 */
export function deliverNewPasses(
  state: State,
  account: Account,
  { email, phone, ...issued }: NewPasses,
  requested: { sendToEmail?: boolean; sendToPhone?: boolean; locale: string },
): void {
  const { settings } = account;
  const message = { ...issued, locale: requested.locale };
  if (email !== undefined && (requested.sendToEmail ?? settings.sendNewPassesToEmail)) {
    sendEmail(state, account, email, message);
  }
  if (phone !== undefined && (requested.sendToPhone ?? settings.sendNewPassesToPhone)) {
    sendText(state, account, phone, settings.channels, message);
  }
}

/**
 * Email the link to the pass page, titled as the template via the service.
 * @returns false if the email address is malformed
 */
export function sendEmail(state: State, account: Account, to: string, message: Message): boolean {
  if (!isEmail(to)) return false;
  const { template, locale } = message;
  const link = linkOf(state, message);
  state.outbox.add({
    kind: 'email',
    to,
    channel: 'EMAIL',
    ...about(message),
    title: `${template.name} via Wallet Pass Service`,
    body: `${words(locale).yourCard(template.name)} ${link}`,
    link,
    replyTo: account.email,
    locale,
    at: state.clock.now(),
  });
  return true;
}

/**
 * Send the link over the first of `channels` that the account has.
 * @returns false if messaging is not set up, no channel matches, or the number is malformed
 */
export function sendText(
  state: State,
  account: Account,
  to: string,
  channels: readonly MessageChannel[],
  message: Message,
): boolean {
  const { settings } = account;
  const channel = channels.find((wanted) => settings.channels.includes(wanted));
  if (!settings.messagingSetUp || channel === undefined || !isPhone(to)) return false;
  const link = linkOf(state, message);
  state.outbox.add({
    kind: 'text',
    to,
    channel,
    ...about(message),
    title: '',
    body: `${words(message.locale).yourCard(message.template.name)} ${link}`,
    link,
    locale: message.locale,
    at: state.clock.now(),
  });
  return true;
}

function linkOf(state: State, { passes, group }: Message): string {
  return group === undefined ? passLink(state, (passes[0] as Pass).id) : groupLink(state, group.id);
}

function about({ passes, group, template }: Message) {
  const passIds = passes.map((pass) => pass.id);
  return {
    passIds,
    passId: group === undefined ? passIds[0] : undefined,
    groupId: group?.id,
    templateId: template.id,
  };
}
