import { z } from 'zod';

import { TEMPLATE_TYPES } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { ServiceError } from '../../errors';
import type { Template } from '../../state/entities';
import type { State } from '../../state/state';
import { parse, requiredText } from '../validate';
import { defaultDesign, defaultEnrollForm, defaultPassPage } from './defaults';
import { applyDesign } from './design';
import { designInput, locations } from './designInput';
import { checkTemplatePlan } from './plan';
import { templateView } from './read';

/** Wallet identities are set up in the background: this long after creation, ms. */
const WALLET_SETUP = 2000;

/** Matches any type name of an access badge; the actual name is undocumented. */
const BADGE_TYPE = /badge/i;

export const createInput = z.object({
  name: requiredText,
  type: z.string(),
  pass: designInput.default({}),
  locations: locations.optional(),
});

/**
 * `POST /templates`: a new template; its design is merged over the type's default one. Top-level
 * `locations` takes precedence over `pass.locations`.
 * @throws ServiceError 400 bad body, 402 plan, 403 scope, foreign file or an access badge, 404 file
 */
export function createTemplate(state: State, caller: Caller, body: unknown) {
  requireScope(caller, 'templates.create');
  const input = parse(createInput, body);
  if (BADGE_TYPE.test(input.type)) throw badgeNotCreatable();
  const type = parse(z.object({ type: z.enum(TEMPLATE_TYPES) }), input).type;
  checkTemplatePlan(state, caller, type);

  const base = { type, design: defaultDesign(state, type), images: {} };
  const pass = { ...input.pass, locations: input.locations ?? input.pass.locations };
  const designed = applyDesign(state, caller, base, pass);
  const now = state.clock.now();
  const template: Template = {
    id: state.random.id(),
    accountId: caller.account.id,
    name: input.name,
    type,
    ...designed,
    enrollForm: defaultEnrollForm(type),
    passPage: defaultPassPage(input.name),
    walletsReadyAt: now + WALLET_SETUP,
    created: now,
    updated: now,
    sequence: state.templates.takeSequence(),
  };
  state.templates.add(template);
  return templateView(template);
}

function badgeNotCreatable(): ServiceError {
  return new ServiceError(
    403,
    'Access badges are designed and published in the dashboard; they cannot be created here.',
    { code: 'access_badge_not_creatable_here' },
  );
}
