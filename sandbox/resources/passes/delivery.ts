import { z } from 'zod';

import { MESSAGE_CHANNELS } from '../../../shared/service/vocabulary';
import { badRequest } from '../../errors';
import { endpoint } from '../../http/endpoint';
import { words } from '../../locales';
import type { Pass, PassGroup, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { sendEmail, sendText } from '../messages';
import { localeCode, optionalEmail, optionalText } from '../validate';
import { ownPass } from './find';
import { groupLink, passLink } from './links';

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
export const resendPass = endpoint('POST /pass/:id/resend', {
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
