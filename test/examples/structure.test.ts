import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { EXAMPLES } from '../../examples/catalog';
import { OPERATIONS } from '../../shared/operations';
import { type N8nEngine, startN8nEngine } from '../engines/n8nEngine';
import { read, ROOT } from '../support/repository';
import { useService } from '../support/service';

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
interface Workflow {
  nodes: Node[];
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>;
}

const service = useService();
let engine: N8nEngine;
beforeAll(async () => {
  engine = await startN8nEngine({ packageDir: ROOT });
});

const credentials = () => ({
  walletPassApi: { baseUrl: service.sandbox.baseUrl, apiKey: service.sandbox.keys['Full access'] },
});

const short = ({ type }: Node) => type.split('.').at(-1) ?? '';
const isOurs = ({ type }: Node) => type.startsWith(OURS);

/** Built-in nodes with several inputs or outputs; all others have one of each. */
const INPUTS: Record<string, number> = { compareDatasets: 2 };
const OUTPUTS: Record<string, number> = { compareDatasets: 4, if: 2 };

/** A node with an error output has one more than its own. */
function outputCount(node: Node): number {
  const ofType = OUTPUTS[short(node)] ?? 1;
  return ofType + (node.onError === 'continueErrorOutput' ? 1 : 0);
}

/** Paths of `given` that are not in `kept`. */
function lost(given: unknown, kept: unknown, at = ''): string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const inside = (kept as Record<string, unknown> | null | undefined)?.[key];
    return inside === undefined ? [`${at}${key}`] : lost(value, inside, `${at}${key}.`);
  });
}

test('Every example has a workflow, and no other workflow is there', () => {
  const names = EXAMPLES.map(({ name }) => name).sort();
  const files = readdirSync(path.join(ROOT, 'examples/n8n'));
  expect(files.sort()).toEqual(names.map((name) => `${name}.json`));
});

describe.each(FILES)('examples/%s', (file) => {
  const text = read(`examples/${file}`);
  const { nodes, connections } = JSON.parse(text) as Workflow;
  const ours = nodes.filter(isOurs);

  test('The workflow has nodes of known types with unique names and IDs', () => {
    for (const node of nodes) {
      const known = isOurs(node) ? 1 : CORE_VERSIONS[node.type.replace(CORE, '')];
      expect([node.name, node.typeVersion]).toEqual([node.name, known]);
    }
    expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  });

  test('The workflow sets only parameters that its nodes have, and all that they require', () => {
    for (const node of ours) {
      const type: INodeTypeDescription = engine.nodeType(node.type).description;
      // n8n adds the poll times to every polling trigger itself.
      const { pollTimes: _, ...given } = node.parameters;
      const known = NodeHelpers.getNodeParameters(type.properties, given, true, false, node, type);
      expect([node.name, lost(given, known)]).toEqual([node.name, []]);
      const whole = { ...node, parameters: known ?? {} } as never;
      const issues = NodeHelpers.getNodeParametersIssues(type.properties, whole, type);
      expect([node.name, issues]).toEqual([node.name, null]);
    }
  });

  test('The workflow connects nodes that exist, and every error output', () => {
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

  test('The workflow uses nothing that n8n 3.0 removes', () => {
    // https://docs.n8n.io/changelog/v30-breaking-changes/
    const core = ['function', 'functionItem', 'itemLists', 'aiTransform'];
    const langchain = ['code', 'agent'].map((name) => `@n8n/n8n-nodes-langchain.${name}`);
    const removed = [...core.map((name) => CORE + name), ...langchain];
    expect(nodes.filter(({ type }) => removed.includes(type))).toEqual([]);
    // It means something else for a node with several outputs.
    const always = nodes.filter((node) => node.alwaysOutputData);
    expect(always.filter((node) => outputCount(node) > 1)).toEqual([]);
    const modes = nodes.filter((node) => short(node) === 'executeWorkflow');
    expect(modes.filter(({ parameters }) => parameters.mode === 'each')).toEqual([]);
    expect(text).not.toMatch(/\$getPairedItem|\$evaluateExpression/);
  });

  test('The workflow lets no batch stop at a bad item', () => {
    const acting = ours.filter(({ parameters: { resource, operation } }) =>
      OPERATIONS.some(
        ({ resource: of, key, output }) =>
          of === resource && key === operation && output.returns !== 'many',
      ),
    );
    expect(ours).not.toEqual([]);
    for (const { name, onError } of acting) {
      expect([name, onError]).toEqual([name, 'continueErrorOutput']);
    }
  });

  test('The workflow states whether a message is sent, and which ID identifies the pass', () => {
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

  test('The workflow takes access away on every badge, never on one of several', () => {
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

  test('The workflow names the demo templates and badges as the sandbox has them', async () => {
    const { templates, badges } = service.sandbox;
    const ids: string[] = [...Object.values(templates), ...Object.values(badges)];
    const methods = { templateId: 'searchTemplates', badgeTemplateId: 'searchBadge' };
    for (const { name, type, parameters } of ours) {
      for (const [key, method] of Object.entries(methods)) {
        const locator = parameters[key] as Record<string, string> | undefined;
        if (locator?.mode !== 'list') continue;
        expect(ids).toContain(locator.value);
        const node = { type, parameters };
        const { results } = await engine.listSearch(node, method, { credentials: credentials() });
        const found = results.find(({ value }) => value === locator.value);
        expect([name, locator.cachedResultName]).toEqual([name, found?.name]);
      }
    }
  });

  test('The workflow has its field mappers as the editor would save them', async () => {
    for (const { name, type, parameters } of ours) {
      const mapper = parameters.fieldValues as
        { schema?: unknown[]; value: Record<string, unknown> | null } | undefined;
      if (!mapper?.schema) continue;
      const node = { type, parameters };
      const { fields } = await engine.resourceMapperFields(node, 'getTemplateFields', {
        credentials: credentials(),
      });
      const saved = fields.map((field) => ({ ...field, removed: false }));
      expect([name, mapper.schema]).toEqual([name, saved]);
      const offered = fields.map(({ id }) => id);
      for (const id of Object.keys(mapper.value ?? {})) expect(offered).toContain(id);
    }
  });
});
