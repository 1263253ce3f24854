import { foreign, MISSING_FILE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: { absent: 'an uploaded image is used by its ID, which the upload returns' },
  scenarios: async (fixture) => {
    const fileId = await fixture.upload();
    return { input: { fileId }, isTrue: ([output]) => output?.id === fileId };
  },
  scopes: [['files.read', 'templates.viewAll']],
  endpoints: ['GET /files/{id}'],
  invalid: [{ input: { fileId: 'file_1' }, field: 'fileId' }],
  missing: MISSING_FILE,
  refused: { 'an object of another account': foreign(403, ({ fileId }) => ({ fileId })) },
} satisfies OperationCase;
