import type { Account, Design, Template } from '../state/entities';
import type { State } from '../state/state';
import { eventTicket } from './templates/eventTicket';
import { generic } from './templates/generic';
import { giftCard } from './templates/giftCard';
import { loyalty } from './templates/loyalty';
import { offer } from './templates/offer';
import { stampCard } from './templates/stampCard';

/** A template of the seed; `art` gives the address of an image the sandbox draws. */
export interface TemplateDraft {
  name: string;
  type: Template['type'];
  /** Days ago it was made. */
  age: number;
  design: (art: (name: string) => string) => Design;
}

const DRAFTS = { generic, loyalty, stampCard, giftCard, eventTicket, offer };
export type SeedTemplate = keyof typeof DRAFTS;

const DAY = 24 * 60 * 60 * 1000;

/**
 * Put seed templates on an account.
 * @returns their IDs; only the asked ones are there
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
    enrollForm: enrollForm(draft.type),
    passPage: { title: draft.name, showAddButtons: true },
    created,
    updated: created + DAY,
    sequence: state.templates.takeSequence(),
  };
}

/** Generic and loyalty templates start with a form asking name, e-mail and phone (spec, Template). */
function enrollForm(type: Template['type']): Record<string, unknown> {
  if (type !== 'generic' && type !== 'loyalty') return { fields: [] };
  return {
    fields: [
      { id: type === 'loyalty' ? 'accountName' : 'memberName', label: 'Name', required: true },
      { id: 'email', label: 'E-mail', required: true },
      { id: 'phone', label: 'Phone', required: false },
    ],
  };
}
