import type { MessageChannel } from '../../../shared/service/vocabulary';
import { words } from '../../locales';
import type { Account, Pass, PassGroup, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { isEmail, isPhone } from '../contacts';
import { groupLink, passLink } from './links';

/** Which passes a message hands over, and in which language. */
interface Handover {
  passes: readonly Pass[];
  group?: PassGroup;
  /** Template of the first pass, which names the message. */
  template: Template;
  locale: string;
}

/** Freshly issued passes and the person they are for. */
interface NewPasses extends Omit<Handover, 'locale'> {
  email?: string;
  phone?: string;
}

/**
 * Send freshly issued passes: one email and one text, whatever the
 * number of passes. A delivery that cannot be made is left out without a word.
 */
export function deliverNewPasses(
  state: State,
  account: Account,
  { email, phone, ...handed }: NewPasses,
  wish: { sendToEmail?: boolean; sendToPhone?: boolean; locale: string },
): void {
  const { settings } = account;
  const handover = { ...handed, locale: wish.locale };
  if (email !== undefined && (wish.sendToEmail ?? settings.sendNewPassesToEmail)) {
    sendEmail(state, account, email, handover);
  }
  if (phone !== undefined && (wish.sendToPhone ?? settings.sendNewPassesToPhone)) {
    sendText(state, account, phone, settings.channels, handover);
  }
}

/**
 * Email the link to the pass page, titled as the template via the service.
 * @returns false when the address cannot take mail
 */
export function sendEmail(state: State, account: Account, to: string, handover: Handover): boolean {
  if (!isEmail(to)) return false;
  const { template, locale } = handover;
  const link = linkOf(state, handover);
  state.outbox.add({
    kind: 'email',
    to,
    channel: 'EMAIL',
    ...about(handover),
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
 * Text the link over the first of `channels` that the account has.
 * @returns false when messaging is not set up, no channel fits, or the number cannot take texts
 */
export function sendText(
  state: State,
  account: Account,
  to: string,
  channels: readonly MessageChannel[],
  handover: Handover,
): boolean {
  const { settings } = account;
  const channel = channels.find((wanted) => settings.channels.includes(wanted));
  if (!settings.messagingSetUp || channel === undefined || !isPhone(to)) return false;
  const link = linkOf(state, handover);
  state.outbox.add({
    kind: 'text',
    to,
    channel,
    ...about(handover),
    title: '',
    body: `${words(handover.locale).yourCard(handover.template.name)} ${link}`,
    link,
    locale: handover.locale,
    at: state.clock.now(),
  });
  return true;
}

function linkOf(state: State, { passes, group }: Handover): string {
  return group === undefined ? passLink(state, (passes[0] as Pass).id) : groupLink(state, group.id);
}

function about({ passes, group, template }: Handover) {
  const passIds = passes.map((pass) => pass.id);
  return {
    passIds,
    passId: group === undefined ? passIds[0] : undefined,
    groupId: group?.id,
    templateId: template.id,
  };
}
