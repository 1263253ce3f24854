import { accepted } from '../../support/scenarios/account';
import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'upload_image',
  scenarios: ({ imageUrl }) => ({
    input: { file: imageUrl, purpose: 'template_icon' },
    retry: 'idempotent',
    isTrue: ([output], serverState) =>
      typeof output?.id === 'string' && accepted('POST', '/files')(serverState) > 0,
  }),
  scopes: [['files.write', 'templates.create', 'templates.edit']],
  endpoints: ['POST /files'],
  invalid: [
    { input: { purpose: 'banner' }, field: 'purpose' },
    { input: { file: 'no address' }, field: 'file', on: 'zapier' },
  ],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
