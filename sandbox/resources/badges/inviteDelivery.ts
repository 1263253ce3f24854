import type { Account } from '../../state/entities';
import type { BadgeInvite, BadgeTemplate } from '../../state/badgeEntities';
import type { State } from '../../state/state';
import { inviteLink } from './invite';

/** Result of sending a message: `skipped` if none was requested, `failed` if it could not be sent. */
type DeliveryOutcome = 'sent' | 'failed' | 'skipped';

/** Send an invite as requested. If sending fails, the link still works. */
export function deliverInvite(
  state: State,
  account: Account,
  badge: BadgeTemplate,
  invite: BadgeInvite,
  requested: { sendToEmail: boolean; sendToPhone: boolean },
): { email: DeliveryOutcome; phone: DeliveryOutcome } {
  const link = inviteLink(state, invite.code);
  const message = {
    passIds: [],
    templateId: badge.id,
    inviteCode: invite.code,
    body: `Your access badge "${badge.name}" is ready to be added: ${link}`,
    link,
    locale: 'en',
    at: state.clock.now(),
  };

  const mail = (to: string | undefined): DeliveryOutcome => {
    if (to === undefined) return 'failed';
    const title = `${badge.name} via Wallet Pass Service`;
    state.outbox.add({
      ...message,
      kind: 'email',
      channel: 'EMAIL',
      to,
      title,
      replyTo: account.email,
    });
    return 'sent';
  };
  const text = (to: string | undefined): DeliveryOutcome => {
    const { messagingSetUp, channels } = account.settings;
    const channel = channels[0];
    if (to === undefined || !messagingSetUp || channel === undefined) return 'failed';
    state.outbox.add({ ...message, kind: 'text', channel, to, title: '' });
    return 'sent';
  };
  return {
    email: requested.sendToEmail ? mail(invite.email) : 'skipped',
    phone: requested.sendToPhone ? text(invite.phone) : 'skipped',
  };
}
