import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { ServiceError } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { DAY, MINUTE } from '../../state/clock';
import type { Pass, PassMessage } from '../../state/entities';
import type { State } from '../../state/state';
import { ownTemplate } from '../templates/find';
import { readDate, requiredText } from '../validate';
import { ownPass } from './find';
import { deviceCount } from './pass';

/** Wallet A holders get a template notification within a few minutes. */
const WALLET_A_DELAY = 2 * MINUTE;

/** Title and content of a notification. */
const messageInput = z.object({ title: requiredText, content: requiredText });

/** Put a message on a pass and alert its holder. */
export const notifyPass = endpoint('POST /pass/:id/notify', {
  scopes: ['campaigns.send'],
  body: messageInput.extend({ validFrom: z.unknown(), validUntil: z.unknown() }),
  handle: (call) => {
    const { state, body } = call;
    const { title, content } = body;
    const validFrom = readDate('validFrom', body) ?? state.clock.now();
    const validUntil = readDate('validUntil', body) ?? validFrom + DAY;
    const { pass } = ownPass(call);
    if (!pass.walletBCopy) {
      throw new ServiceError(404, `Google Wallet object not found for pass ${pass.id}.`);
    }
    const code = putMessage(state, pass, { title, content, validFrom, validUntil });
    return code === undefined ? { success: true } : { success: false, code };
  },
});

/** Message every holder of a template's passes. */
export const notifyTemplate = endpoint('POST /template/:id/notification', {
  scopes: ['campaigns.send'],
  body: messageInput,
  handle: (call) => {
    const { state, body } = call;
    const template = ownTemplate(call);
    const now = state.clock.now();
    for (const pass of state.passes.newestFirst(template.id)) {
      if (deviceCount(pass) === 0) continue;
      const { title, content } = body;
      const message = { title, content, validFrom: now, validUntil: now + DAY };
      putMessage(state, pass, message, WALLET_A_DELAY);
    }
    return { success: true };
  },
});

/**
 * Put a message on a pass and alert every wallet that holds it.
 * @param walletADelay ms until wallet A gets it
 * @returns why no alert was shown; `undefined` if at least one wallet accepted it
 */
function putMessage(
  state: State,
  pass: Pass,
  message: PassMessage,
  walletADelay = 0,
): 'no_registered_devices' | 'unchanged_message' | undefined {
  const { title, content } = message;
  const unchanged = pass.message?.title === title && pass.message.content === content;
  pass.message = message;
  if (deviceCount(pass) === 0) return 'no_registered_devices';
  if (pass.walletBDevices > 0) alertWalletB(state, pass, message);
  else if (unchanged) return 'unchanged_message';
  if (pass.walletADevices > 0 && !unchanged) alert(state, pass, message, 'wallet_a', walletADelay);
  return undefined;
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
  { title, content }: PassMessage,
  channel: 'wallet_a' | 'wallet_b',
  delay: number,
): void {
  state.send({
    kind: 'walletNotification',
    to: pass.id,
    channel,
    passIds: [pass.id],
    passId: pass.id,
    templateId: pass.templateId,
    title,
    body: content,
    locale: 'en',
    at: state.clock.now() + delay,
  });
}
