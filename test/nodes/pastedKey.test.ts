import { byId, passById, useN8n } from '../support/n8n';

/** A key that was pasted into another input, the most likely mistake with two IDs at hand. */
const KEY = 'svc_sk_pastedByMistake_0123456789';
const n8n = useN8n();
const template = () => n8n.sandbox.templates.loyalty;

interface Case {
  name: string;
  resource?: string;
  operation: string;
  parameters: () => object;
  /** What the error says of the value. */
  kind: string;
  field: string;
}

const CASES: Case[] = [
  {
    name: 'an ID that does not exist',
    operation: 'get',
    parameters: () => passById(KEY),
    kind: 'notFound',
    field: 'passId',
  },
  {
    name: 'the ID of a key',
    resource: 'apiKey',
    operation: 'update',
    parameters: () => ({ keyId: byId(KEY), label: 'Shop' }),
    kind: 'notFound',
    field: 'keyId',
  },
  {
    name: 'the ID of a template',
    resource: 'template',
    operation: 'get',
    parameters: () => ({ templateId: byId(KEY) }),
    kind: 'notFound',
    field: 'templateId',
  },
  {
    name: 'an ID in another format',
    resource: 'file',
    operation: 'get',
    parameters: () => ({ fileId: KEY }),
    kind: 'invalidInput',
    field: 'fileId',
  },
  {
    name: 'an invalid value',
    operation: 'create',
    parameters: () => ({ templateId: byId(template()), email: KEY }),
    kind: 'invalidInput',
    field: 'email',
  },
  {
    name: 'an external ID that exists',
    operation: 'create',
    parameters: () => ({
      templateId: byId(template()),
      externalId: KEY,
      options: { ifExists: 'fail' },
    }),
    kind: 'conflict',
    field: 'externalId',
  },
  {
    name: 'a field that does not exist',
    operation: 'create',
    parameters: () => ({
      templateId: byId(template()),
      options: { moreFieldValues: { field: [{ id: KEY, value: 'x' }] } },
    }),
    kind: 'invalidInput',
    field: 'svc_sk_[hidden]',
  },
];

describe.each(CASES)('a key as $name', (testCase) => {
  const { resource = 'pass', operation, parameters, kind, field } = testCase;
  beforeEach(() => {
    n8n.sandbox.control.seedPasses(template(), 1, { values: { externalId: KEY } });
  });

  it('is not in the error of the node', async () => {
    const { error } = await n8n.pass(operation, parameters(), { resource, items: [{}, {}] });
    expect(error?.context).toMatchObject({ kind, field });
    const { message, description, context, stack } = error ?? {};
    expect(JSON.stringify({ message, description, context, stack })).not.toContain('pastedBy');
    expect(`${message} ${description}`).toMatch(/svc_sk_\[hidden\]/);
  });

  it('is not in the item of a failed item', async () => {
    const node = { onError: 'continueRegularOutput' } as const;
    const { out } = await n8n.pass(operation, parameters(), { resource, node });
    expect(out).toMatchObject([
      { error: expect.stringContaining('svc_sk_[hidden]'), details: { kind, field } },
    ]);
    expect(JSON.stringify(out)).not.toContain('pastedBy');
  });
});

it('a key as an external ID is not in a hint', async () => {
  const { run } = await n8n.pass(
    'create',
    { templateId: byId(template()), externalId: KEY },
    { items: [{}, {}] },
  );
  const hints = run.data.resultData.runData['Wallet Pass']?.[0]?.hints ?? [];
  const texts = hints.map(({ message }) => message).join(' ');
  expect(texts).toContain('have the same external ID, svc_sk_[hidden]');
  expect(texts).not.toContain('pastedBy');
});
