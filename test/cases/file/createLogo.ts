import { accepted } from '../../support/scenarios/account';
import { foreign, MISSING_FILE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'create_logo',
  scenarios: async (fixture) => {
    const fileId = await fixture.upload();
    return {
      input: { fileId, treatment: 'onecolor', color: '#1a2b3c' },
      retry: 'idempotent',
      converges: true,
      seen: accepted('POST', `/files/${fileId}/logo`),
    };
  },
  scopes: [['files.write', 'templates.create', 'templates.edit']],
  endpoints: ['POST /files/{id}/logo'],
  invalid: [
    { input: { color: '' }, field: 'color' },
    { input: { fileId: undefined }, field: 'fileId' },
    { input: { fileId: 'logo.png' }, field: 'fileId' },
  ],
  missing: MISSING_FILE,
  refused: { 'an object of another account': foreign(403, ({ fileId }) => ({ fileId })) },
} satisfies OperationCase;
