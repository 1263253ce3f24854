import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { ServiceError, upgradeRequired } from '../../errors';
import { endpoint, type Endpoint } from '../../http/endpoint';
import type { Account, PassGroup } from '../../state/entities';
import type { State } from '../../state/state';
import { sendEmail, sendText } from '../messages';
import { localeCode, optionalEmail, optionalText, requiredText } from '../validate';
import { linkMessage } from './notify';
import { checkFieldValues, fieldBag, moveMemberFields } from './fieldValues';
import { addPass, passLinks } from './pass';
import { collectedStamps } from './stamps';

const passInput = z.object({
  templateId: requiredText,
  externalId: optionalText,
  templateFields: fieldBag,
  customFields: fieldBag,
  collectedStamps: collectedStamps.optional(),
  redemptionValue: optionalText,
  email: optionalEmail,
  phone: optionalText,
});

/**
 * Issue 1 to 10 passes to one person and deliver them. The response is about the pass, or about the group
 * when several were issued.
 */
const issuePasses = endpoint('POST /pass', {
  scopes: ['passes.create'],
  body: z.object({
    passes: z
      .array(passInput)
      .min(1, 'must have at least 1 pass')
      .max(LIMITS.passesPerIssue, `must have at most ${LIMITS.passesPerIssue} passes`),
    email: optionalEmail,
    phone: optionalText,
    sendToEmail: z.boolean().optional(),
    sendToPhone: z.boolean().optional(),
    locale: localeCode.default('en'),
  }),
  handle: ({ state, account, body }) => {
    const wanted = body.passes.map((pass) => ({ ...pass, ...checkFieldValues(pass) }));
    const known = wanted.flatMap((pass) => {
      const template = state.liveTemplate(pass.templateId);
      return template?.accountId === account.id ? [{ pass, template }] : [];
    });
    const [first] = known;
    if (first === undefined) {
      throw new ServiceError(
        403,
        "You don't have permission to access this resource or resource does not exist",
      );
    }
    checkQuota(state, account, known.length);

    const group = known.length > 1 ? addGroup(state, account) : undefined;
    const passes = known.map(({ pass, template }) =>
      addPass(state, template, {
        ...pass,
        ...moveMemberFields(template, pass),
        // The contact of a pass takes precedence over that of the request.
        email: pass.email ?? body.email,
        phone: pass.phone ?? body.phone,
        groupId: group?.id,
      }),
    );
    for (const { id } of passes) group?.passIds.push(id);

    // The delivery contact: the top level, else the first pass. Impossible deliveries are skipped silently.
    const { settings } = account;
    const email = body.email ?? body.passes[0]?.email;
    const phone = body.phone ?? body.passes[0]?.phone;
    const message = linkMessage(state, first.template, passes, body.locale, group);
    if (body.sendToEmail ?? settings.sendNewPassesToEmail) {
      sendEmail(state, account, email, message);
    }
    if (body.sendToPhone ?? settings.sendNewPassesToPhone) {
      sendText(state, account, phone, message);
    }
    return passLinks(state, passes, group, body.locale);
  },
});

function addGroup(state: State, account: Account): PassGroup {
  const group: PassGroup = { id: state.random.id(), accountId: account.id, passIds: [] };
  state.groups.set(group.id, group);
  return group;
}

function checkQuota(state: State, { id, settings }: Account, more: number): void {
  const { passQuota, plan } = settings;
  if (passQuota === null) return;
  const count = [...state.passes.values()].filter(({ accountId }) => accountId === id).length;
  if (count + more <= passQuota) return;
  throw upgradeRequired(
    'Your plan does not allow more passes.',
    `The ${plan} plan allows ${passQuota} passes.`,
  );
}

/** Endpoints that issue passes. */
export const issueEndpoints: readonly Endpoint[] = [issuePasses];
