import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { EXAMPLES } from '../../examples/catalog';
import { OPERATIONS } from '../../shared/operations';
import { type N8nEngine, startN8nEngine } from '../engines/n8nEngine';
import { useService } from '../support/service';

const DIR = path.resolve(__dirname, '../../examples');
const FILES = ['form-responses.json', ...EXAMPLES.map(({ name }) => `n8n/${name}.json`)];

/** Built-in nodes in versions that n8n 2.41 and 1.123 have. */
const CORE_VERSIONS: Record<string, number> = {
  compareDatasets: 2.3,
  extractFromFile: 1.1,
  convertToFile: 1,
  filter: 2.2,
  form: 1,
  formTrigger: 2.2,
  httpRequest: 4.2,
  hubspot: 2.1,
  if: 2.2,
  manualTrigger: 1,
  noOp: 1,
  removeDuplicates: 2,
  respondToWebhook: 1.1,
  scheduleTrigger: 1.2,
  set: 3.4,
  shopifyTrigger: 1,
  splitOut: 1,
  stickyNote: 1,
  summarize: 1.1,
  webhook: 2,
};
const CORE = 'n8n-nodes-base.';
const OURS = 'n8n-nodes-wallet-pass.';

interface Node {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: INodeParameters;
  credentials?: object;
  onError?: string;
  alwaysOutputData?: boolean;
  webhookId?: string;
}
interface Locator {
  mode: string;
  value: string;
  cachedResultName?: string;
}
type Connections = Record<string, { main: { node: string; type: string; index: number }[][] }>;

const service = useService();
let engine: N8nEngine;
beforeAll(async () => {
  engine = await startN8nEngine({ packageDir: path.resolve(DIR, '..') });
});

const text = (file: string) => readFileSync(path.join(DIR, file), 'utf8');
const read = (file: string) =>
  JSON.parse(text(file)) as { name: string; nodes: Node[]; connections: Connections };
const short = ({ type }: Node) => type.split('.').at(-1) ?? '';
const isOurs = ({ type }: Node) => type.startsWith(OURS);

/** Built-in nodes with several inputs or outputs; all others have one of each. */
const INPUTS: Record<string, number> = { compareDatasets: 2 };
const OUTPUTS: Record<string, number> = { compareDatasets: 4, if: 2 };

/** A node with an error output has one more than its own. */
function outputCount(node: Node): number {
  const own = OUTPUTS[short(node)] ?? 1;
  return own + (node.onError === 'continueErrorOutput' ? 1 : 0);
}

/** Paths of `given` that are not in `kept`. */
function lost(given: unknown, kept: unknown, at = ''): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const inside = (kept as Record<string, unknown> | null | undefined)?.[key];
    return inside === undefined ? [`${at}${key}`] : lost(value, inside, `${at}${key}.`);
  });
}

test('has a file for every example, and no other', () => {
  const names = EXAMPLES.map(({ name }) => name).sort();
  expect(readdirSync(path.join(DIR, 'n8n')).sort()).toEqual(names.map((one) => `${one}.json`));
});

describe.each(FILES)('examples/%s', (file) => {
  const { nodes, connections } = read(file);
  const ours = nodes.filter(isOurs);

  test('has nodes of known types with unique names and IDs', () => {
    for (const node of nodes) {
      const known = isOurs(node) ? 1 : CORE_VERSIONS[node.type.replace(CORE, '')];
      expect([node.name, node.typeVersion]).toEqual([node.name, known]);
    }
    expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  });

  test('sets only parameters that the node has, and all that it requires', () => {
    for (const node of ours) {
      const description: INodeTypeDescription = engine.nodeType(node.type).description;
      const { properties } = description;
      // n8n adds the poll times to every polling trigger itself.
      const { pollTimes: _, ...given } = node.parameters;
      const known = NodeHelpers.getNodeParameters(
        properties,
        given,
        true,
        false,
        node,
        description,
      );
      expect([node.name, lost(given, known)]).toEqual([node.name, []]);
      const whole = { ...node, parameters: known ?? {} };
      expect([
        node.name,
        NodeHelpers.getNodeParametersIssues(properties, whole as never, description),
      ]).toEqual([node.name, null]);
    }
  });

  test('connects nodes that exist, and every error output', () => {
    const byName = new Map(nodes.map((node) => [node.name, node]));
    for (const [from, { main }] of Object.entries(connections)) {
      const node = byName.get(from);
      expect([from, node && main.length <= outputCount(node)]).toEqual([from, true]);
      for (const { node: to, type, index } of main.flat()) {
        const next = byName.get(to);
        expect([to, type, next && index < (INPUTS[short(next)] ?? 1)]).toEqual([to, 'main', true]);
      }
    }
    for (const node of nodes.filter(({ onError }) => onError === 'continueErrorOutput')) {
      const errors = connections[node.name]?.main[outputCount(node) - 1] ?? [];
      expect([node.name, errors.length]).toEqual([node.name, 1]);
    }
    for (const [, name = ''] of JSON.stringify(nodes).matchAll(/\$\('([^']+)'\)/g)) {
      expect([name, byName.has(name)]).toEqual([name, true]);
    }
  });

  test('uses nothing that n8n 3.0 removes', () => {
    // https://docs.n8n.io/changelog/v30-breaking-changes/
    const removed = ['function', 'functionItem', 'itemLists', 'aiTransform'].map(
      (one) => CORE + one,
    );
    const types = [...removed, '@n8n/n8n-nodes-langchain.code', '@n8n/n8n-nodes-langchain.agent'];
    expect(nodes.filter(({ type }) => types.includes(type))).toEqual([]);
    // It means something else for a node with several outputs.
    const always = nodes.filter((node) => node.alwaysOutputData);
    expect(always.filter((node) => outputCount(node) > 1)).toEqual([]);
    const modes = nodes.filter((node) => short(node) === 'executeWorkflow');
    expect(modes.filter(({ parameters }) => parameters.mode === 'each')).toEqual([]);
    expect(text(file)).not.toMatch(/\$getPairedItem|\$evaluateExpression/);
  });

  test('lets no batch stop at a bad item', () => {
    const acting = ours.filter(({ parameters: { resource, operation } }) =>
      OPERATIONS.some(
        (one) =>
          one.resource === resource && one.key === operation && one.output.returns !== 'many',
      ),
    );
    expect(ours).not.toEqual([]);
    for (const { name, onError } of acting) {
      expect([name, onError]).toEqual([name, 'continueErrorOutput']);
    }
  });

  test('states whether a message is sent, and which ID identifies the pass', () => {
    for (const { name, parameters } of ours) {
      const { sendToEmail, sendToPhone, operation, resource, externalId } = parameters;
      const key = `${resource as string}.${operation as string}`;
      if (!['pass.create', 'pass.upsert', 'badgeInvite.create'].includes(key)) continue;
      expect([name, sendToEmail]).toEqual([name, expect.stringMatching(/^(send|doNotSend)$/)]);
      expect([name, sendToPhone]).toEqual([name, expect.stringMatching(/^(send|doNotSend)$/)]);
      if (resource === 'pass')
        expect([name, externalId]).toEqual([name, expect.stringMatching(/./)]);
    }
  });

  test('takes access away on every badge, never on one of several', () => {
    const taking = ours.filter(
      ({ parameters: { resource, operation } }) =>
        (resource === 'badgeHolder' && operation === 'delete') ||
        (resource === 'badgeInvite' && operation === 'delete') ||
        (resource === 'badgePass' && operation !== 'resume'),
    );
    // By contact, it takes away every badge and every invite.
    for (const { name, parameters } of taking) {
      expect([name, parameters]).toEqual([
        name,
        expect.objectContaining({ resource: 'badgeHolder', identifyBy: 'contact' }),
      ]);
    }
  });

  test('names the demo templates and badges as the sandbox has them', async () => {
    const { baseUrl, keys, templates, badges } = service.sandbox;
    const credentials = { walletPassApi: { baseUrl, apiKey: keys['Full access'] } };
    const ids: string[] = [...Object.values(templates), ...Object.values(badges)];
    for (const { name, type, parameters } of ours) {
      for (const [key, method] of [
        ['templateId', 'searchTemplates'],
        ['badgeTemplateId', 'searchBadge'],
      ] as const) {
        const locator = parameters[key] as unknown as Locator | undefined;
        if (locator?.mode !== 'list') continue;
        expect(ids).toContain(locator.value);
        const { results } = await engine.listSearch({ type, parameters }, method, { credentials });
        const found = results.find(({ value }) => value === locator.value);
        expect([name, locator.cachedResultName]).toEqual([name, found?.name]);
      }
    }
  });

  test('has a field mapper as the editor would save it', async () => {
    const { baseUrl, keys } = service.sandbox;
    const credentials = { walletPassApi: { baseUrl, apiKey: keys['Full access'] } };
    for (const { name, type, parameters } of ours) {
      const mapper = parameters.fieldValues as
        { schema?: unknown[]; value: Record<string, unknown> | null } | undefined;
      if (!mapper?.schema) continue;
      const { fields } = await engine.resourceMapperFields(
        { type, parameters },
        'getTemplateFields',
        { credentials },
      );
      expect([name, mapper.schema]).toEqual([
        name,
        fields.map((field) => ({ ...field, removed: false })),
      ]);
      const offered = fields.map(({ id }) => id);
      for (const id of Object.keys(mapper.value ?? {})) expect(offered).toContain(id);
    }
  });
});
