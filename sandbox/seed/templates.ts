import { DAY } from '../durations';
import { defaultEnrollForm, defaultPassPage } from '../resources/templates/defaults';
import type { Account, Template } from '../state/entities';
import type { State } from '../state/state';
import { eventTicket } from './templates/eventTicket';
import { generic } from './templates/generic';
import { giftCard } from './templates/giftCard';
import { loyalty } from './templates/loyalty';
import { offer } from './templates/offer';
import { stampCard } from './templates/stampCard';
import type { TemplateDraft } from './templates/templateDraft';

const DRAFTS = { generic, loyalty, stampCard, giftCard, eventTicket, offer };
export type SeedTemplate = keyof typeof DRAFTS;

/**
 * Add seed templates to an account.
 * @returns the IDs of the templates in `which`
 */
export function addTemplates(
  state: State,
  account: Account,
  which = Object.keys(DRAFTS) as SeedTemplate[],
): Record<SeedTemplate, string> {
  const ids = {} as Record<SeedTemplate, string>;
  for (const key of which) {
    const template = fromDraft(state, account, DRAFTS[key]);
    state.templates.add(template);
    ids[key] = template.id;
  }
  return ids;
}

function fromDraft(state: State, account: Account, draft: TemplateDraft): Template {
  const created = state.clock.now() - draft.age * DAY;
  return {
    id: state.random.id(),
    accountId: account.id,
    name: draft.name,
    type: draft.type,
    design: draft.design((name) => `${state.baseUrl}/art/${name}.svg`),
    enrollForm: defaultEnrollForm(draft.type),
    passPage: defaultPassPage(draft.name),
    images: {},
    walletsReadyAt: created,
    created,
    updated: created + DAY,
    sequence: state.templates.takeSequence(),
  };
}
