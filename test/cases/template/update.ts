import { ownTemplate } from '../../support/scenarios/account';
import { MISSING_TEMPLATE, type OperationCase } from '../../support/scenarios/operationCase';

export default {
  zapier: 'update_template',
  scenarios: async (fixture, n) => {
    const { id } = await ownTemplate(fixture, n);
    const name = `Renamed ${fixture.tag}-${n}`;
    return {
      input: { templateId: id, name },
      retry: 'idempotent',
      seen: ({ templates }) =>
        templates.filter((template) => template.id === id && template.name === name).length,
    };
  },
  scopes: ['templates.edit'],
  endpoints: ['PATCH /templates/{id}'],
  serialBy: 'template',
  invalid: [
    { input: { labelColor: '#12' }, field: 'labelColor' },
    { input: { stampCount: 0 }, field: 'stampCount' },
    { input: { name: undefined }, field: 'name' },
    {
      input: { name: '', useStampCollection: 'keep', barcode: 'keep', barcodeType: 'keep' },
      field: 'name',
    },
  ],
  missing: MISSING_TEMPLATE,
} satisfies OperationCase;
