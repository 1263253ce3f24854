import {
  foreign,
  MISSING_TEMPLATE,
  type OperationCase,
} from '../../support/scenarios/operationCase';
import { person, issuedTo, NO_QUOTA } from '../../support/scenarios/passes';
import type { Maker, Fixture } from '../../support/scenarios/scenario';

/** A gift card; its number and PIN are secrets. */
function giftCard(fixture: Fixture, n: number) {
  const cardNumber = `4000-${fixture.tag}-${n}-1234`;
  const pin = `pin-${fixture.tag}-${n}`;
  fixture.secrets.push(cardNumber, pin);
  return { balance: 25, cardNumber, pin };
}

function issue(options: { ifExists?: string }): Maker {
  return (fixture, n) => {
    const email = person(fixture, n);
    const isLookedUp = fixture.byExternalId && options.ifExists !== 'issueAnother';
    return {
      input: {
        templateId: fixture.sandbox.templates.giftCard,
        email,
        fieldValues: giftCard(fixture, n),
        ...(fixture.byExternalId && { externalId: `${fixture.tag}-${n}` }),
        ...options,
      },
      retry: isLookedUp ? 'lookUpFirst' : 'never',
      ...issuedTo(email),
    };
  };
}

export default {
  zapier: 'issue_pass',
  scenarios: [issue({}), issue({ ifExists: 'issueAnother' })],
  scopes: ['passes.create'],
  endpoints: ['GET /pass', 'GET /templates/{id}', 'POST /pass'],
  serialBy: 'externalId',
  invalid: [{ input: { email: 'nobody' }, field: 'email' }],
  missing: MISSING_TEMPLATE,
  refused: {
    'more passes than the plan allows': NO_QUOTA,
    'a template of another account': foreign(403, ({ templateId }) => ({
      templateId,
      fieldValues: {},
    })),
  },
} satisfies OperationCase;
