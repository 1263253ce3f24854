import { foreign, MISSING_PASS, type OperationCase } from '../../support/scenarios/operationCase';
import { readablePasses } from '../../support/scenarios/passes';

export default {
  zapier: { absent: 'the search action finds one, triggers and dropdowns list them' },
  scenarios: (fixture) => {
    const { id, templateId, email } = readablePasses(fixture);
    const byExternalId = { externalId: `${fixture.tag}-1`, templateId };
    const byId = fixture.byExternalId ? byExternalId : { passId: id };
    return {
      input: { pass: fixture.byContact ? { contact: email, templateId } : byId },
      isTrue: ([output]) => typeof output?.link === 'string',
    };
  },
  scopes: ['passes.viewAll'],
  endpoints: ['GET /pass', 'GET /passes', 'GET /templates/{id}'],
  invalid: [{ input: { pass: { passId: [1] } }, field: 'passId' }],
  missing: MISSING_PASS,
  refused: { 'an object of another account': foreign(401, ({ passId }) => ({ pass: { passId } })) },
} satisfies OperationCase;
