import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { ServiceError, upgradeRequired } from '../../errors';
import type { Pass, PassGroup } from '../../state/entities';
import type { State } from '../../state/state';
import { localeCode, optionalEmail, optionalText, parse, requiredText } from '../validate';
import { deliverNewPasses } from './delivery';
import { checkFieldValues, fieldBag, moveMemberFields } from './fieldValues';
import { createPass } from './pass';
import { collectedStamps } from './stamps';
import { groupLinks, passLinks } from './views';

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

export const issueInput = z.object({
  passes: z
    .array(passInput)
    .min(1, 'must hold at least 1 pass')
    .max(LIMITS.passesPerIssue, `must hold at most ${LIMITS.passesPerIssue} passes`),
  email: optionalEmail,
  phone: optionalText,
  sendToEmail: z.boolean().optional(),
  sendToPhone: z.boolean().optional(),
  locale: localeCode.default('en'),
});
export type IssueInput = z.output<typeof issueInput>;

/**
 * `POST /pass`: issue 1 to 10 passes to one person and deliver them.
 * @returns identity and links of the pass, or of the group when several were issued
 * @throws ServiceError 400 bad body, 402 pass quota, 403 scope or no template of the account
 */
export function issuePasses(state: State, caller: Caller, body: unknown) {
  requireScope(caller, 'passes.create', { coded: true });
  const input = parse(issueInput, body);
  const wanted = input.passes.map((pass) => ({ ...pass, ...checkFieldValues(pass) }));
  // Delivery contact: the top level, else the first pass.
  const contact = {
    email: input.email ?? input.passes[0]?.email,
    phone: input.phone ?? input.passes[0]?.phone,
  };

  const known = wanted.flatMap((pass) => {
    const template = state.templates.owned(pass.templateId, caller.account.id);
    return template === undefined ? [] : [{ pass, template }];
  });
  const first = known[0];
  if (first === undefined) {
    throw new ServiceError(
      403,
      "You don't have permission to access this resource or resource does not exist",
    );
  }
  checkQuota(state, caller, known.length);

  const group = known.length > 1 ? createGroup(state, caller) : undefined;
  const passes = known.map(({ pass, template }) => {
    const issued = createPass(state, template, {
      ...pass,
      ...moveMemberFields(template, pass),
      // The contact of a pass takes precedence over that of the request.
      email: pass.email ?? input.email,
      phone: pass.phone ?? input.phone,
      groupId: group?.id,
    });
    state.passes.add(issued);
    group?.passIds.push(issued.id);
    return issued;
  });
  deliverNewPasses(
    state,
    caller.account,
    { passes, group, template: first.template, ...contact },
    input,
  );
  return group === undefined
    ? passLinks(state, passes[0] as Pass, input.locale)
    : groupLinks(state, group, input.locale);
}

function createGroup(state: State, caller: Caller): PassGroup {
  const group = { id: state.random.id(), accountId: caller.account.id, passIds: [] };
  state.groups.set(group.id, group);
  return group;
}

function checkQuota(state: State, { account }: Caller, more: number): void {
  const { passQuota, plan } = account.settings;
  if (passQuota === null || state.passes.countOfAccount(account.id) + more <= passQuota) return;
  throw upgradeRequired(
    'Your plan does not allow more passes.',
    `The ${plan} plan allows ${passQuota} passes.`,
  );
}
