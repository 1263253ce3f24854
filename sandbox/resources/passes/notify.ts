import { z } from 'zod';

import { LIMITS, MESSAGE_CHANNELS } from '../../../shared/service/vocabulary';
import { badRequest, ServiceError } from '../../errors';
import { endpoint, type Endpoint } from '../../http/endpoint';
import { words } from '../../locales';
import { DAY, MINUTE } from '../../state/clock';
import type { Pass, PassGroup, PassMessage, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { sendEmail, sendText } from '../messages';
import { ownTemplate } from '../templates/template';
import { localeCode, optionalEmail, optionalText, readDate, requiredText } from '../validate';
import { deviceCount, groupLink, ownPass, passLink } from './pass';

/** What a message about passes says: the link to their page, in a language. */
export function linkMessage(
  state: State,
  { name, id }: Template,
  passes: readonly Pass[],
  locale: string,
  group?: PassGroup,
) {
  const passIds = passes.map((pass) => pass.id);
  const [first = ''] = passIds;
  const link = group === undefined ? passLink(state, first) : groupLink(state, group.id);
  return {
    name,
    passIds,
    passId: group === undefined ? first : undefined,
    groupId: group?.id,
    templateId: id,
    body: `${words(locale).yourCard(name)} ${link}`,
    link,
    locale,
  };
}

/**
 * Send the link again, by text message unless requested otherwise. Contact details in the call are used once
 * and not stored. `success` is true if at least one message was sent.
 */
const resendPass = endpoint('POST /pass/:id/resend', {
  scopes: ['campaigns.send'],
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
    const message = linkMessage(state, template, [pass], body.locale);
    const channels = body.channels?.length ? body.channels : undefined;
    const texted = sendToPhone && sendText(state, account, phone, message, channels);
    const mailed = sendToEmail && sendEmail(state, account, email, message);
    return { success: texted || mailed, id: pass.id, link: passLink(state, pass.id) };
  },
});

/** Wallet A holders get a template notification within a few minutes. */
const WALLET_A_DELAY = 2 * MINUTE;

/** Title and content of a notification. */
const messageInput = z.object({ title: requiredText, content: requiredText });

/** Put a message on a pass and alert its holder. */
const notifyPass = endpoint('POST /pass/:id/notify', {
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
const notifyTemplate = endpoint('POST /template/:id/notification', {
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
  const { id, templateId } = pass;
  const about = { passIds: [id], passId: id, templateId, locale: 'en' };
  const at = state.clock.now() + delay;
  state.send({ kind: 'walletNotification', to: id, channel, ...about, title, body: content, at });
}

/** Endpoints that send messages to holders. */
export const messageEndpoints: readonly Endpoint[] = [notifyPass, notifyTemplate, resendPass];
