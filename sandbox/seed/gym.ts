import { addPass } from '../resources/passes/pass';
import { DAY } from '../state/clock';
import type { FieldValues, Template } from '../state/entities';
import type { State } from '../state/state';

interface GymCard {
  memberNumber: string;
  memberName: string;
  email: string;
  membershipLevel: string;
  isVoided?: true;
}

/**
 * Cards of the sample list of the recipe keep-list. Of its members, 2002 has another level here, 2003 is the same, the card
 * of 2004 is voided, and 2001 has none. 1999 is not in the list.
 */
const CARDS: readonly GymCard[] = [
  {
    memberNumber: '1999',
    memberName: 'Eva Stein',
    email: 'eva.stein@example.com',
    membershipLevel: 'Friend',
  },
  {
    memberNumber: '2002',
    memberName: 'Björn Ångström',
    email: 'bjorn@example.com',
    membershipLevel: 'Standard',
  },
  {
    memberNumber: '2003',
    memberName: 'Mei Tanaka',
    email: 'mei@example.com',
    membershipLevel: 'Standard',
  },
  {
    memberNumber: '2004',
    memberName: 'Zoë Lind',
    email: 'zoe.lind@example.com',
    membershipLevel: 'Friend',
    isVoided: true,
  },
];

const OLDEST_DAYS = 90;
const VOIDED_DAYS = 30;

/** Issue the cards of a gym, each field in both objects, as the connector writes it. */
export function addGymCards(state: State, templateId: string): void {
  const template = state.templates.get(templateId) as Template;
  const now = state.clock.now();
  CARDS.forEach(({ email, isVoided = false, ...values }, index) => {
    const created = now - (OLDEST_DAYS - index) * DAY;
    const fields: FieldValues = { ...values };
    addPass(state, template, {
      templateFields: { ...fields },
      customFields: fields,
      created,
      updated: isVoided ? now - VOIDED_DAYS * DAY : created,
      externalId: `gym-${values.memberNumber}`,
      email,
      isValid: !isVoided,
    });
  });
}
