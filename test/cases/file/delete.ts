import { accepted } from '../../support/scenarios/account';
import { foreign, MISSING_FILE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'its guidelines discourage deleting' },
  scenarios: async (fixture) => {
    const fileId = await fixture.upload();
    return {
      input: { fileId, confirm: true },
      retry: 'idempotent',
      seen: accepted('DELETE', `/files/${fileId}`),
      isTrue: ([output]) => output?.deleted === true,
    };
  },
  scopes: [['files.delete', 'templates.delete']],
  endpoints: ['DELETE /files/{id}'],
  invalid: [
    { input: { fileId: 'file_1' }, field: 'fileId' },
    { input: { confirm: false }, field: 'confirm' },
  ],
  missing: MISSING_FILE,
  refused: { 'an object of another account': foreign(403, ({ fileId }) => ({ fileId })) },
} satisfies OperationCase;
