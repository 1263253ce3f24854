import { expression } from '../support/expression';
import { type PassRun, useN8n } from '../support/n8n';

const n8n = useN8n();
const control = () => n8n.sandbox.control;

const run = (operation: string, parameters: object = {}, options: PassRun = {}) =>
  n8n.pass(operation, parameters, { resource: 'apiKey', ...options });

const NEW = {
  label: 'Front desk',
  scopes: ['passes.create', 'passes.viewAll'],
  confirmApiKeyCreate: true,
};

test('Create returns the value of a new API key once, in a separate field', async () => {
  const { out, run: execution } = await run('create', NEW);
  const value = out[0]?.plaintext as string;
  expect(value).toMatch(/^svc_sk_/);
  expect(JSON.stringify(execution.data.resultData).split(value)).toHaveLength(2);
  const later = await run('getAll', { returnAll: true });
  expect(JSON.stringify(later.run.data)).not.toContain(value);
});

test('The report of a stopped run does not contain the values of created API keys', async () => {
  const { error, run: execution } = await run(
    'create',
    { ...NEW, scopes: expression('$itemIndex ? $json.scopes : ["passes.create"]') },
    { items: [{}, { scopes: ['passes.create'] }] },
  );
  expect(error).toBeUndefined();
  control().setAccount({ apiAccess: false });
  const stopped = await run('create', NEW, { items: [{}, {}] });
  expect(stopped.error?.context?.report).toMatchObject({ done: [] });
  const values = execution.items('Wallet Pass').map(({ json }) => json.plaintext as string);
  expect(values).toHaveLength(2);
  for (const value of values) expect(JSON.stringify(stopped.run.data)).not.toContain(value);
});
