/**
 * AI builders never see our code: they write nodes from what n8n generates out of the node's description. No
 * model is needed to check that: a script that reads only this definition has to get along with it.
 */
import path from 'node:path';

import type { INodeTypeDescription } from 'n8n-workflow';

import { EXAMPLES } from '../../examples/catalog';
import { readWorkflow } from '../../scripts/docs/exampleScopes';
import { requireTool, runFolder } from '../support/tools';
import { McpClient } from './mcpClient';
import { choices, NodeDefinition, type Parameter, type Values } from './nodeDefinition';
import type { SavedWorkflow } from './owner';
import { NODE_TYPE, PACKAGE, TRIGGER_TYPE, useN8nServer } from './useN8nServer';
import { byId, START, walletPass, walletPassTrigger } from './workflows';

const n8n = useN8nServer({}, { seed: 'demo' });
let mcp: McpClient;
let node: NodeDefinition;
let trigger: NodeDefinition;

/** n8n's generator of definitions and schemas, and its check of a node against them. */
interface WorkflowSdk {
  validateNodeConfig(
    type: string,
    version: number,
    config: { parameters: object },
  ): { valid: boolean; errors: { message: string }[] };
  setSchemaBaseDirs(folders: string[]): void;
}
interface Generator {
  orchestrateGeneration(options: {
    nodes: INodeTypeDescription[];
    outputDir: string;
  }): Promise<{ nodeCount: number }>;
}
let sdk: WorkflowSdk;

beforeAll(async () => {
  mcp = await McpClient.ofInstance(n8n);
  [node, trigger] = [await definitionOf(NODE_TYPE), await definitionOf(TRIGGER_TYPE)];

  // n8n has schemas only of its own nodes. These are ours, from the same generator.
  sdk = requireTool('@n8n/workflow-sdk') as WorkflowSdk;
  const generator = requireTool('@n8n/workflow-sdk/scripts/generate-types') as Generator;
  const outputDir = path.join(runFolder(), 'definitions');
  const nodes = await n8n.owner.nodeTypes(PACKAGE);
  expect(await generator.orchestrateGeneration({ nodes, outputDir })).toEqual({ nodeCount: 3 });
  sdk.setSchemaBaseDirs([outputDir]);
});

async function definitionOf(nodeId: string): Promise<NodeDefinition> {
  const answer = await mcp.call<{ definitions: string }>('get_node_types', {
    nodeIds: [{ nodeId }],
  });
  return new NodeDefinition(answer.definitions);
}

/** IDs found by a method of a node, as the definition tells the builder to find them. */
async function lookUp(type: string, methodName: string, parameters: Values): Promise<unknown> {
  const { results } = await mcp.call<{ results: { value: unknown }[] }>('explore_node_resources', {
    nodeType: type,
    version: 1,
    methodName,
    methodType: methodName.startsWith('get') ? 'loadOptions' : 'listSearch',
    credentialType: n8n.credential.type,
    credentialId: n8n.credential.id,
    currentNodeParameters: parameters,
  });
  return results[0]?.value;
}

/** What the person asked for, whatever the operation. */
const WISHES = {
  identifyBy: 'passId',
  fieldValues: { Route: 'Any' },
};

const fillNode = (wishes: Values) =>
  node.fill(node.typeFor(wishes), wishes, (...args) => lookUp(NODE_TYPE, ...args));

/** What n8n finds wrong with the parameters of a node, and names that the definition does not have. */
function complaints(type: string, parameters: Values): string[] {
  const { errors } = sdk.validateNodeConfig(type, 1, { parameters });
  const definition = type === NODE_TYPE ? node : trigger;
  const unknown = definition.unknownNames(definition.typeFor(parameters), parameters);
  return [...errors.map(({ message }) => message), ...unknown.map((name) => `Unknown: ${name}`)];
}

/** Our nodes in the example workflows. */
const nodesOf = (type: string) =>
  EXAMPLES.flatMap(({ name }) => readWorkflow(name).nodes).filter((one) => one.type === type);

it('both nodes are found by what they are for', async () => {
  const { results } = await mcp.call<{ results: string }>('search_nodes', {
    queries: ['wallet pass'],
  });
  expect(results).toContain(NODE_TYPE);
  expect(results).toContain(TRIGGER_TYPE);
});

describe('the definition', () => {
  it.each([NODE_TYPE, TRIGGER_TYPE])('allows the nodes of all examples: %s', (type) => {
    const parameters = nodesOf(type).map((one) => one.parameters as Values);
    expect(parameters.length).toBeGreaterThan(0);
    expect(parameters.flatMap((one) => complaints(type, one))).toEqual([]);
  });

  const notify = {
    resource: 'pass',
    operation: 'notify',
    identifyBy: 'externalId',
    templateId: byId('tpl'),
    externalId: 'M-1',
    title: 'Hello',
    content: 'Hello',
  };
  it.each([
    ['a wrong name', { ...notify, text: 'Hello' }, 'Unknown: text'],
    ['a wrong name in a collection', { ...notify, options: { wait: 1 } }, 'Unknown: options.wait'],
    [
      'a missing parameter',
      { ...notify, content: undefined },
      '"parameters.content" has wrong type: expected string, got undefined',
    ],
    ['a wrong type', { ...notify, previewOnly: 'yes' }, 'previewOnly'],
    ['a choice that is not there', { ...notify, identifyBy: 'email' }, 'identifyBy'],
    [
      'a parameter of another choice',
      { ...notify, passId: notify.templateId },
      'identifyBy="passId"',
    ],
  ])('refuses %s', (_what, parameters, complaint) => {
    expect(complaints(NODE_TYPE, notify)).toEqual([]);
    expect(complaints(NODE_TYPE, parameters).join()).toContain(complaint);
  });

  it('describes every operation, not one with the same name of another resource', () => {
    const texts = [...node.types.values()].map(([resource]) => resource?.text ?? '');
    expect(texts.filter((text) => text === '')).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

/** What a node says that is filled like this, and nothing else: what a person has to do or know. */
const REFUSALS: Record<string, string> = {
  'apiKey.create': "'Store Key in Execution Data' is not confirmed",
  'apiKey.disable': "'Disable the Key' is not confirmed",
  'apiKey.enable': "'Enable the Key' is not confirmed",
  'apiKey.rotate': "'Invalidate the Old Value' is not confirmed",
  'apiKey.update': 'The Default key cannot be renamed',
  'badgeHolder.delete': "'Revoke Every Badge Pass' is not confirmed",
  'badgeInvite.delete': 'Invite not found',
  'badgePass.revoke': "'Revoke Permanently' is not confirmed",
  'file.createLogo': 'File not found',
  'file.delete': "'Delete Permanently' is not confirmed",
  'file.get': 'File not found',
  'file.upload': 'the item has no such binary field',
  'template.delete': 'The template has 60 passes and was not deleted',
  'template.update': 'There is nothing to change',
};

describe('a builder that knows only the definition', () => {
  it('configures every operation, and previews where it can', async () => {
    const nodes = [];
    for (const [resource, operation] of [...node.types.values()]) {
      const fixed = {
        resource: choices(resource as Parameter)[0],
        operation: choices(operation as Parameter)[0],
      };
      const parameters = await fillNode({ ...fixed, ...WISHES });
      const name = `${String(fixed.resource)}.${String(fixed.operation)}`;
      expect([name, complaints(NODE_TYPE, parameters)]).toEqual([name, []]);
      nodes.push(walletPass(name, parameters, { onError: 'continueErrorOutput' }));
    }
    const connections = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
    const execution = await n8n.owner.importAndRun(
      { name: 'All', nodes: [START, ...nodes], connections: { Start: { main: [connections] } } },
      { credentials: [n8n.credential] },
    );

    expect(execution.error()).toBeUndefined();
    for (const { name, parameters = {} } of nodes) {
      const [output] = execution.items(name);
      const [refusal] = execution.items(name, 1);
      const expected = REFUSALS[name];
      if (expected !== undefined) {
        expect([name, refusal?.json.error]).toEqual([name, expect.stringContaining(expected)]);
      } else {
        expect([name, refusal?.json]).toEqual([name, undefined]);
        if ('previewOnly' in parameters) expect([name, output?.json.preview]).toEqual([name, true]);
      }
    }
  });

  it('configures every event', async () => {
    const [type = '', parameters = []] = [...trigger.types][0] ?? [];
    const events = choices(parameters.find(({ name }) => name === 'event') as Parameter);
    const { stampCard } = n8n.sandbox.templates;
    // Without any date, Pass Date Reached could never have an event, and refuses the field.
    const values = { templateFields: { validUntil: '2099-12-31T23:59:59Z' } };
    n8n.sandbox.control.seedPasses(stampCard, 1, { values });
    const wishes = { templateId: byId(stampCard), value: '10' };
    const fieldOf = (event: string) =>
      byId(event === 'passValueReached' ? 'Collected Stamps' : 'Valid Until');
    const nodes = [];
    for (const event of events.map(String)) {
      const look = (...args: [string, Values]) => lookUp(TRIGGER_TYPE, ...args);
      const filled = await trigger.fill(type, { ...wishes, field: fieldOf(event), event }, look);
      expect([event, complaints(TRIGGER_TYPE, filled)]).toEqual([event, []]);
      nodes.push({ ...walletPassTrigger(filled), name: event });
    }
    const workflow = await n8n.owner.importWorkflow(
      { name: 'Events', nodes, connections: {} },
      { credentials: [n8n.credential] },
    );
    for (const { name } of nodes) {
      const execution = await n8n.owner.run(workflow, { trigger: name });
      expect([name, execution.error()?.message]).toEqual([name, undefined]);
      expect(execution.items(name).length).toBeGreaterThan(0);
    }
  });

  it('writes a workflow that previews a pass with template, external ID and field values', async () => {
    const parameters = await fillNode({
      ...WISHES,
      resource: 'pass',
      operation: 'create',
      externalId: 'M-7',
    });
    const code = `import { workflow, node, trigger } from '@n8n/workflow-sdk';
const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });
const issue = node({
  type: '${NODE_TYPE}',
  version: 1,
  config: { name: 'Issue', parameters: ${JSON.stringify(parameters)} },
});
export default workflow('id', 'Issue a pass').add(start).to(issue);`;
    expect(await mcp.call('validate_workflow', { code })).toEqual({ valid: true, nodeCount: 2 });

    const { workflowId } = await mcp.call<{ workflowId: string }>('create_workflow_from_code', {
      code,
      versionName: 'First',
    });
    const saved = await n8n.owner.call<SavedWorkflow>('GET', `/workflows/${workflowId}`);
    const execution = await n8n.owner.run(saved);
    expect(execution.error()).toBeUndefined();
    expect(execution.items('Issue')).toMatchObject([
      { json: { preview: true, wouldBe: 'created', externalId: 'M-7', route: 'Any' } },
    ]);
  });
});
