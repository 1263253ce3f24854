import { z } from 'zod';

import { MESSAGE_CHANNELS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { badRequest, resourceNotFound } from '../../errors';
import type { State } from '../../state/state';
import { localeCode, optionalEmail, optionalText, parse } from '../validate';
import { sendEmail, sendText } from './delivery';
import { ownPass } from './find';
import { passLink } from './links';

export const resendInput = z.object({
  phone: optionalText,
  email: optionalEmail,
  sendToPhone: z.boolean().default(true),
  sendToEmail: z.boolean().default(false),
  channels: z.array(z.enum(MESSAGE_CHANNELS)).optional(),
  locale: localeCode.default('en'),
});

/**
 * `POST /pass/{passId}/resend`: send the link again, by text message unless requested otherwise.
 * Contact details in the call are used once and not stored.
 * @returns `success` is true if at least one message was sent
 * @throws ServiceError 400 bad body or no contact for a requested channel, 403 scope, 404 no such pass
 */
export function resendPass(state: State, caller: Caller, passId: string, body: unknown) {
  requireScope(caller, 'campaigns.send', { coded: true });
  const input = parse(resendInput, body);
  const pass = ownPass(state, caller, passId);
  const template = state.templates.get(pass.templateId);
  if (template === undefined) throw resourceNotFound();

  const phone = input.phone ?? pass.phone;
  const email = input.email ?? pass.email;
  if (!input.sendToPhone && !input.sendToEmail) {
    throw badRequest('Nothing to resend: sendToPhone and sendToEmail are both false.');
  }
  if (input.sendToPhone && phone === undefined) {
    throw badRequest('No phone number available to resend the pass to.');
  }
  if (input.sendToEmail && email === undefined) {
    throw badRequest('No email address available to resend the pass to.');
  }

  const { account } = caller;
  const message = { passes: [pass], template, locale: input.locale };
  const channels = input.channels?.length ? input.channels : account.settings.channels;
  const texted = input.sendToPhone && sendText(state, account, phone as string, channels, message);
  const mailed = input.sendToEmail && sendEmail(state, account, email as string, message);
  return { success: texted || mailed, id: pass.id, link: passLink(state, pass.id) };
}
