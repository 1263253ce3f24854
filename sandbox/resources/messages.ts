import type { MessageChannel } from '../../shared/service/vocabulary';
import type { Account, OutboxEntry } from '../state/entities';
import type { State } from '../state/state';
import { isEmail, isPhone } from './validate';

/** What a message says, and the name of the card it is about. */
type Content = Omit<OutboxEntry, 'id' | 'kind' | 'to' | 'channel' | 'title' | 'replyTo' | 'at'> & {
  name: string;
};

/** Send an email, titled as the card via the service. @returns false without a well-formed address */
export function sendEmail(
  state: State,
  account: Account,
  to: string | undefined,
  { name, ...content }: Content,
): boolean {
  if (to === undefined || !isEmail(to)) return false;
  const title = `${name} via Wallet Pass Service`;
  const envelope = { to, title, replyTo: account.email, at: state.clock.now() };
  state.send({ ...content, ...envelope, kind: 'email', channel: 'EMAIL' });
  return true;
}

/**
 * Send a text message over the first of `channels` that the account has.
 * @returns false if messaging is not set up, no channel matches, or there is no well-formed number
 */
export function sendText(
  state: State,
  { settings }: Account,
  to: string | undefined,
  { name: _, ...content }: Content,
  channels: readonly MessageChannel[] = settings.channels,
): boolean {
  const channel = channels.find((wanted) => settings.channels.includes(wanted));
  if (to === undefined || !isPhone(to)) return false;
  if (!settings.messagingSetUp || channel === undefined) return false;
  state.send({ ...content, kind: 'text', to, channel, title: '', at: state.clock.now() });
  return true;
}
