import { z } from 'zod';

import { type Caller, requireScope } from '../../auth/caller';
import { badRequest, notAuthorized, passNotFound } from '../../errors';
import type { Pass, PassGroup } from '../../state/entities';
import type { State } from '../../state/state';
import { localeCode, parse } from '../validate';
import { findPass, identity, isIdentified } from './find';
import { deviceCount, groupLinks, passLinks } from './views';

export const readInput = z.object({
  ...identity,
  locale: localeCode.default('en'),
  includeTemplate: z.string().optional(),
});

/**
 * `GET /pass`: links and install state of a pass or a group, no values.
 * @throws ServiceError 400 no identity, 401 another account's pass, 403 scope, 404 `Pass not found`
 */
export function readPass(state: State, caller: Caller, query: unknown) {
  requireScope(caller, 'passes.viewAll', { coded: true });
  const input = parse(readInput, query);
  if (!isIdentified(input)) {
    throw badRequest('Identify the pass to read with id, or with externalId and templateId.');
  }
  const withTemplate = input.includeTemplate === 'true';
  const group = input.id === undefined ? undefined : state.groups.get(input.id);
  if (group !== undefined) return readGroup(state, caller, group, input.locale, withTemplate);

  const pass = findPass(state, input);
  if (pass === undefined) throw passNotFound();
  if (pass.accountId !== caller.account.id) throw notAuthorized();
  return {
    ...passLinks(state, pass, input.locale),
    deviceCount: deviceCount(pass),
    ...(withTemplate ? templateSummary(state, pass) : {}),
  };
}

/** A group has its own links; its device count is the sum over its passes. */
function readGroup(
  state: State,
  caller: Caller,
  group: PassGroup,
  locale: string,
  withTemplate: boolean,
) {
  if (group.accountId !== caller.account.id) throw notAuthorized();
  const passes = group.passIds.flatMap((id) => state.passes.get(id) ?? []);
  return {
    ...groupLinks(state, group, locale),
    deviceCount: passes.reduce((sum, pass) => sum + deviceCount(pass), 0),
    ...(withTemplate ? templateSummary(state, passes[0]) : {}),
  };
}

/** `includeTemplate=true` adds the template's name, color and logo. */
function templateSummary(state: State, pass: Pass | undefined) {
  const template = pass && state.templates.get(pass.templateId);
  if (template === undefined) return {};
  const { backgroundColor, logo } = template.design;
  return { template: { name: template.name, backgroundColor, logo } };
}
