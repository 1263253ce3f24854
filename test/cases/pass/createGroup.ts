import { GONE, MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';
import { person, messagesTo, NO_QUOTA } from '../../support/scenarios/passes';

export default {
  zapier: { absent: 'several passes to one person: each row is one person' },
  scenarios: (fixture, n) => {
    const email = person(fixture, n);
    const { loyalty, giftCard } = fixture.sandbox.templates;
    const ids = [`${fixture.tag}-${n}-a`, `${fixture.tag}-${n}-b`];
    return {
      input: {
        passes: [
          { templateId: loyalty, externalId: ids[0] },
          { templateId: giftCard, externalId: ids[1] },
        ],
        email,
      },
      retry: 'lookUpFirst',
      // A difference means that only part of the group was issued.
      seen: ({ passes }) => {
        const [first = 0, second = 0] = ids.map(
          (id) => passes.filter(({ externalId }) => externalId === id).length,
        );
        return first === second ? first : NaN;
      },
      reached: messagesTo(email),
    };
  },
  scopes: ['passes.create'],
  endpoints: ['GET /pass', 'GET /templates/{id}', 'POST /pass'],
  serialBy: 'externalId',
  invalid: [{ input: { phone: '12' }, field: 'phone' }],
  missing: {
    input: { passes: [{ templateId: GONE, externalId: 'G' }] },
    message: `Pass 1: ${MISSING_TEMPLATE.message}`,
  },
  refused: { 'more passes than the plan allows': NO_QUOTA },
} satisfies OperationCase;
