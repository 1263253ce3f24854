import { byId, passById, useN8n } from '../support/n8n';

/** A key that was pasted into another input, the most likely mistake with two IDs at hand. */
const KEY = 'svc_sk_pastedByMistake_0123456789';
const n8n = useN8n();
const template = () => n8n.sandbox.templates.loyalty;

type Case = [name: string, operation: string, parameters: () => object, resource?: string];

const CASES: Case[] = [
  ['an ID that does not exist', 'get', () => passById(KEY)],
  ['the ID of a key', 'update', () => ({ keyId: byId(KEY), label: 'Shop' }), 'apiKey'],
  ['the ID of a template', 'get', () => ({ templateId: byId(KEY) }), 'template'],
  ['an ID in another format', 'get', () => ({ fileId: KEY }), 'file'],
  ['an invalid value', 'create', () => ({ templateId: byId(template()), email: KEY })],
  [
    'an external ID that exists',
    'create',
    () => ({ templateId: byId(template()), externalId: KEY, options: { ifExists: 'fail' } }),
  ],
  [
    'a field that does not exist',
    'create',
    () => ({
      templateId: byId(template()),
      options: { moreFieldValues: { field: [{ id: KEY, value: 'x' }] } },
    }),
  ],
];

describe.each(CASES)('a key as %s', (_name, operation, parameters, resource = 'pass') => {
  beforeEach(() => {
    n8n.sandbox.control.seedPasses(template(), 1, { values: { externalId: KEY } });
  });

  it('is not in the error of the node', async () => {
    const { error } = await n8n.pass(operation, parameters(), { resource, items: [{}, {}] });
    expect(error?.message).toBeTruthy();
    const { message, description, context, stack } = error ?? {};
    expect(JSON.stringify({ message, description, context, stack })).not.toContain('pastedBy');
    expect(`${message} ${description}`).toMatch(/svc_sk_\[hidden\]/);
  });

  it('is not in the item of a failed item', async () => {
    const node = { onError: 'continueRegularOutput' } as const;
    const { out } = await n8n.pass(operation, parameters(), { resource, node });
    expect(out[0]?.error).toBeTruthy();
    expect(JSON.stringify(out)).not.toContain('pastedBy');
  });
});

it('a key as the name of a column is not in a hint', async () => {
  const { run } = await n8n.pass(
    'create',
    {
      templateId: byId(template()),
      fieldValues: { mappingMode: 'autoMapInputData', value: null },
      sendToEmail: 'doNotSend',
    },
    { items: [{ [KEY]: 'x' }, { [KEY]: 'y' }] },
  );
  const hints = JSON.stringify(run.data.resultData.runData['Wallet Pass']?.[0]?.hints);
  expect(hints).toContain('svc_sk_[hidden]');
  expect(hints).not.toContain('pastedBy');
});
