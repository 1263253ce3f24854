import type { IDataObject } from 'n8n-workflow';

import { byId, useN8n } from '../support/n8n';

/** An input with an expression that has no value for an item must not count as left empty. */
const n8n = useN8n();
const loyalty = () => n8n.sandbox.templates.loyalty;
const EMPTY = [{ value: '' }, { value: ' ' }, { value: null }, {}];
const MAPPED = '={{ $json.value }}';

const run = (operation: string, parameters: object, items: IDataObject[], resource = 'pass') =>
  n8n.pass(operation, parameters, { items, resource, node: { onError: 'continueRegularOutput' } });

const itemOf = (index: number) => `[item ${index} (row ${index + 1})]`;
const refused = (label: string, index: number) => `'${label}' is mapped but empty ${itemOf(index)}`;

test('An empty expression for Preview Only is refused, and no pass is issued', async () => {
  const { out } = await run('create', { templateId: byId(loyalty()), previewOnly: MAPPED }, EMPTY);
  expect(out).toMatchObject(EMPTY.map((_, i) => ({ error: refused('Preview Only', i) })));
  expect(n8n.sandbox.control.passes(loyalty())).toEqual([]);
});

const issue = (items: IDataObject[], parameters: object = {}) =>
  run('create', { templateId: byId(loyalty()), externalId: MAPPED, ...parameters }, items);

test('A row with an empty external ID is refused, and nothing is issued for it', async () => {
  const rows = [...EMPTY, { value: 'M-1' }].map((row) => ({ ...row, email: 'ana@example.com' }));
  const { out } = await issue(rows, { email: '={{ $json.email }}' });
  expect(out).toMatchObject([
    ...EMPTY.map((_, i) => ({
      error: refused('External ID', i),
      fix: 'Fill it, or clear the mapping to issue without one.',
      details: { field: 'externalId' },
    })),
    { externalId: 'M-1', outcome: 'created' },
  ]);
  expect(n8n.sandbox.control.passes(loyalty())).toHaveLength(1);
});

test('An empty external ID is generated if columns are named', async () => {
  const options = { externalIdColumns: 'email' };
  const { out } = await issue(
    [
      { value: '', email: 'a@x.de' },
      { value: 'M-1', email: 'a@x.de' },
    ],
    { options },
  );
  expect(out).toMatchObject([
    { externalId: expect.stringMatching(/^row-/), outcome: 'created' },
    { externalId: 'M-1', outcome: 'created' },
  ]);
});

test('An empty external ID is refused in an entry of several passes', async () => {
  const entry = { templateId: loyalty(), externalId: MAPPED };
  const { out } = await run('createGroup', { passes: { entry: [entry] } }, EMPTY);
  expect(out.map(({ error }) => error)).toEqual(
    EMPTY.map((_, i) => `Pass 1: 'External ID' is empty ${itemOf(i)}`),
  );
});

test.each([
  ['void', { identifyBy: 'passId', passId: byId(MAPPED) }, 'Pass', 'pass'],
  [
    'void',
    { identifyBy: 'externalId', templateId: byId('t'), externalId: MAPPED },
    'External ID',
    'pass',
  ],
  ['search', { templateId: byId(MAPPED), searchQuery: 'a@x.de' }, 'Template', 'pass'],
  [
    'search',
    { templateId: "={{ $fromAI('template') }}", searchQuery: 'a@x.de' },
    'Template',
    'pass',
  ],
  [
    'search',
    { searchQuery: 'a@x.de', options: { includeBadges: MAPPED } },
    'Include Badges',
    'pass',
  ],
  ['getAll', { filters: { type: MAPPED } }, 'Types', 'template'],
])('An empty filter or ID is refused: %s %j', async (operation, parameters, label, resource) => {
  const { out, sent } = await run(operation, parameters, [{ value: '' }], resource);
  expect(out[0]?.error).toBe(`'${label}' is mapped but empty`);
  expect(sent).toEqual([]);
});

test('An empty filter of a trigger is refused', async () => {
  const parameters = {
    event: 'newPass',
    templateId: byId(loyalty()),
    filters: { ignoreExternalIdPrefix: "={{ '' }}" },
  };
  const poll = n8n.engine.poll(
    { type: 'walletPassTrigger', parameters },
    { credentials: n8n.credentials(), staticData: {}, mode: 'trigger' },
  );
  const context = { kind: 'invalidInput', field: 'ignoreExternalIdPrefix' };
  await expect(poll).rejects.toMatchObject({ context });
});
