import { addPass } from '../resources/passes/pass';
import { DAY } from '../state/clock';
import type { FieldValues, Template } from '../state/entities';
import type { State } from '../state/state';

/**
 * Cards of the sample list of the recipe keep-list: member number, name, email, level. Of its members, 2002 has another
 * level here, 2003 is the same, the card of 2004 is voided, and 2001 has none. 1999 is not in the list.
 */
const CARDS = [
  ['1999', 'Eva Stein', 'eva.stein@example.com', 'Friend'],
  ['2002', 'Björn Ångström', 'bjorn@example.com', 'Standard'],
  ['2003', 'Mei Tanaka', 'mei@example.com', 'Standard'],
  ['2004', 'Zoë Lind', 'zoe.lind@example.com', 'Friend'],
] as const;
const VOIDED = '2004';

const OLDEST_DAYS = 90;
const VOIDED_DAYS = 30;

/** Issue the cards of a gym, each field in both objects, as the connector writes it. */
export function addGymCards(state: State, templateId: string): void {
  const template = state.templates.get(templateId) as Template;
  const now = state.clock.now();
  CARDS.forEach(([memberNumber, memberName, email, membershipLevel], index) => {
    const isVoided = memberNumber === VOIDED;
    const created = now - (OLDEST_DAYS - index) * DAY;
    const fields: FieldValues = { memberNumber, memberName, membershipLevel };
    addPass(state, template, {
      templateFields: { ...fields },
      customFields: fields,
      created,
      updated: isVoided ? now - VOIDED_DAYS * DAY : created,
      externalId: `gym-${memberNumber}`,
      email,
      isValid: !isVoided,
    });
  });
}
