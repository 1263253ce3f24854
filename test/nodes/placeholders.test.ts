import { byId, useN8n } from '../support/n8n';

/** Double braces are what n8n leaves of an expression in a parameter that is set to Fixed. */
const n8n = useN8n();
const template = () => n8n.sandbox.templates.loyalty;
const refused = (label: string, value: string) =>
  `'${label}' contains an unresolved placeholder: ${value} [item 0]`;

type Case = [name: string, operation: string, parameters: () => object, error: string];

it.each<Case>([
  [
    'an external ID that is not an expression',
    'create',
    () => ({ templateId: byId(template()), externalId: 'M-1{{ $json.id }}' }),
    refused('External ID', 'M-1{{ $json.id }}'),
  ],
  [
    'the value of an expression',
    'notify',
    () => ({
      identifyBy: 'externalId',
      templateId: byId(template()),
      externalId: '={{ $json.id }}',
      title: 'T',
      content: 'C',
    }),
    refused('External ID', 'M-{{contact.id}}'),
  ],
  [
    'an ID in a list of resources',
    'get',
    () => ({ identifyBy: 'passId', passId: byId('={{ $json.id }}') }),
    refused('Pass', 'M-{{contact.id}}'),
  ],
  [
    'a contact',
    'search',
    () => ({ templateId: byId(template()), searchQuery: '{{ $json.email }}' }),
    refused('Email or Phone', '{{ $json.email }}'),
  ],
  [
    'a column from which an external ID is generated',
    'create',
    () => ({ templateId: byId(template()), options: { externalIdColumns: 'id' } }),
    `'Generate External ID From': ${refused('id', 'M-{{contact.id}}')}`,
  ],
])('double braces are refused in %s', async (_name, operation, parameters, message) => {
  const items = [{ id: 'M-{{contact.id}}' }];
  const { error, sent } = await n8n.pass(operation, parameters(), { items });
  expect(error?.message).toBe(message);
  expect(sent).toEqual([]);
});
