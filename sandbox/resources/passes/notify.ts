import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { DAY } from '../../durations';
import { resourceNotFound, ServiceError } from '../../errors';
import type { Pass, PassMessage } from '../../state/entities';
import type { State } from '../../state/state';
import { readDate } from '../dates';
import { parse, requiredText } from '../validate';
import { ownPass } from './find';

/** Title and content of a notification. */
export const messageInput = z.object({ title: requiredText, content: requiredText });
export const notifyInput = messageInput.extend({
  validFrom: z.unknown(),
  validUntil: z.unknown(),
});

/** Why a wallet A pass did not get its notification. */
type NotifyRefusal = 'no_registered_devices' | 'unchanged_message';

/**
 * `POST /pass/{passId}/notify`: put a message on a pass and alert its holder.
 * @throws ServiceError 400 bad body, 403 scope, 404 no such pass, its template was deleted, or its
 *   wallet B copy was never created
 */
export function notifyPass(
  state: State,
  caller: Caller,
  passId: string,
  body: unknown,
): { success: boolean; code?: NotifyRefusal } {
  requireScope(caller, 'campaigns.send', { coded: true });
  const input = parse(notifyInput, body);
  const now = state.clock.now();
  const validFrom = readDate('validFrom', input) ?? now;
  const validUntil = readDate('validUntil', input) ?? validFrom + DAY;
  const pass = ownPass(state, caller, passId);
  if (state.templates.get(pass.templateId) === undefined) throw resourceNotFound();
  if (!pass.walletBCopy) {
    throw new ServiceError(404, `Google Wallet object not found for pass ${pass.id}.`);
  }
  const { title, content } = input;
  const code = putMessage(state, pass, { title, content, validFrom, validUntil });
  return code === undefined ? { success: true } : { success: false, code };
}

/**
 * Put a message on a pass and alert every wallet that holds it.
 * @param walletADelay ms until wallet A gets it
 * @returns why no alert was shown; `undefined` if at least one wallet accepted it
 */
export function putMessage(
  state: State,
  pass: Pass,
  message: PassMessage,
  walletADelay = 0,
): NotifyRefusal | undefined {
  const unchanged =
    pass.message?.title === message.title && pass.message.content === message.content;
  pass.message = message;
  if (pass.walletBDevices > 0) alertWalletB(state, pass, message);
  if (pass.walletADevices > 0) {
    if (!unchanged) alert(state, pass, message, 'wallet_a', walletADelay);
    else if (pass.walletBDevices === 0) return 'unchanged_message';
  }
  const held = pass.walletADevices > 0 || pass.walletBDevices > 0;
  return held ? undefined : 'no_registered_devices';
}

/** Wallet B shows three notifications per pass in 24 hours; further messages appear only on the pass. */
function alertWalletB(state: State, pass: Pass, message: PassMessage): void {
  const now = state.clock.now();
  const recent = pass.walletBAlerts.filter((at) => at > now - DAY);
  pass.walletBAlerts = recent;
  if (recent.length >= LIMITS.walletBNotificationsPerDay) return;
  recent.push(now);
  alert(state, pass, message, 'wallet_b', 0);
}

function alert(
  state: State,
  pass: Pass,
  message: PassMessage,
  channel: 'wallet_a' | 'wallet_b',
  delay: number,
): void {
  state.outbox.add({
    kind: 'walletNotification',
    to: pass.id,
    channel,
    passIds: [pass.id],
    passId: pass.id,
    templateId: pass.templateId,
    title: message.title,
    body: message.content,
    locale: 'en',
    at: state.clock.now() + delay,
  });
}
