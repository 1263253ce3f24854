import { everyOperation, expression } from '../support/everyOperation';
import type { OperationCase, Refusal } from '../support/everyOperation';
import { byId, passById, useN8n } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;
const template = () => ({ templateId: byId(n8n.sandbox.templates.loyalty) });

/** A pass of the loyalty template with external ID M-1. */
function somePass() {
  const [id = ''] = control().seedPasses(n8n.sandbox.templates.loyalty, 1, {
    values: { externalId: 'M-1', email: 'ana@example.com', phone: '+4915112345678' },
  });
  return passById(id);
}

const onPass = {
  parameters: () => somePass(),
  bad: () => passById(expression('[1]')),
  words: /^'Pass ID' must be text, not a list/,
};
const noPass = (): Refusal => ({
  parameters: passById('nobody'),
  status: 404,
  message: /^Pass not found: 'nobody'/,
});
const noTemplate = (): Refusal => ({
  parameters: { templateId: byId('gone') },
  status: 404,
  message: /^Template not found: 'gone'/,
});
function planLimit(): Refusal {
  control().setAccount({ passQuota: 0 });
  return { status: 402, message: /plan does not allow more passes/ };
}

const CASES: Record<string, OperationCase> = {
  create: {
    parameters: template,
    scope: 'passes.create',
    bad: () => ({ email: 'nobody' }),
    words: /^'Email' is not an email address: 'nobody'/,
    refused: planLimit,
  },
  createGroup: {
    parameters: () => ({
      passes: { entry: [{ templateId: n8n.sandbox.templates.loyalty, externalId: 'G' }] },
    }),
    scope: 'passes.create',
    bad: () => ({ phone: '12' }),
    words: /^'Phone' is not a phone number/,
    refused: planLimit,
  },
  upsert: {
    parameters: () => ({ ...template(), externalId: 'M-1', email: 'a@example.com' }),
    scope: 'passes.edit',
    bad: () => ({ externalId: expression('null') }),
    words: /^'External ID' is empty/,
    refused: planLimit,
  },
  get: { ...onPass, scope: 'passes.viewAll', refused: noPass },
  getAll: {
    parameters: () => ({ ...template(), limit: 10 }),
    scope: 'passes.viewAll',
    bad: () => ({ limit: expression('"many"') }),
    words: /^'Limit' must be a whole number of at least 1/,
    refused: noTemplate,
  },
  search: {
    parameters: () => ({ ...template(), searchQuery: 'a@example.com' }),
    scope: 'passes.viewAll',
    bad: () => ({ templateId: byId(expression('({})')) }),
    words: /^'Template' must be text, not an object/,
    refused: noTemplate,
  },
  update: {
    parameters: () => ({ ...somePass(), updateFields: { phone: '+49151123456' } }),
    scope: 'passes.edit',
    bad: () => ({ updateFields: { collectedStamps: 1.5 } }),
    words: /^'Collected Stamps' must be a whole number from 0 to 50/,
    refused: noPass,
  },
  void: {
    parameters: () => somePass(),
    scope: 'passes.edit',
    bad: () => ({ options: { invalidatedReason: expression('"lost"') } }),
    words: /^'Reason' must be one of/,
    refused: noPass,
  },
  reactivate: { ...onPass, scope: 'passes.edit', refused: noPass },
  resend: {
    parameters: () => somePass(),
    scope: 'campaigns.send',
    bad: () => ({ options: { locale: 'german' } }),
    words: /^'Language' is not a language code/,
    refused: noPass,
  },
  notify: {
    parameters: () => ({ ...somePass(), title: 'T', content: 'C' }),
    scope: 'campaigns.send',
    bad: () => ({ title: expression('""') }),
    words: /^'Title' is empty/,
    refused: noPass,
  },
  export: {
    parameters: () => ({ ...template(), filters: { status: 'all' } }),
    scope: 'members.export',
    bad: () => ({ filters: { status: expression('"all of them"') } }),
    words: /^'Status' must be one of/,
    refused: noTemplate,
  },
};

everyOperation(n8n, 'pass', CASES);

describe('every operation on passes', () => {
  it.each(Object.entries(CASES))(
    '%s reports that the key is not accepted',
    async (operation, one) => {
      const { error } = await n8n.pass(operation, await one.parameters(), {
        key: 'svc_sk_other_0123456789',
      });
      expect(error).toMatchObject({
        httpCode: '401',
        message: 'The service does not accept this API key [item 0]',
      });
      expect(JSON.stringify(error)).not.toContain('other_0123');
    },
  );

  it.each(Object.entries(CASES))('%s reports an invalid base URL', async (operation, one) => {
    const { error } = await n8n.pass(operation, await one.parameters(), {
      baseUrl: 'http://api.example.com',
    });
    expect(error?.message).toMatch(/^'Base URL' must be a URL that starts with https/);
  });
});
