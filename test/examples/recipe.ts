/** Runs a part of an example workflow in n8n's engine, as if another app had started it. */
import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  NodeConnectionTypes,
} from 'n8n-workflow';

import { readWorkflow } from '../../scripts/docs/exampleScopes';
import { type N8nEngine, startN8nEngine, type WorkflowJson } from '../engines/n8nEngine';
import { useFastTime } from '../support/fastTime';
import { ROOT } from '../support/repository';
import { type Service, useService } from '../support/service';

export interface Recipe extends Pick<Service, 'sandbox' | 'sent'> {
  /** The workflow in the file, with its pinned data. */
  readonly workflow: RecipeJson;
  /**
   * Runs the nodes that follow one, which must not fail.
   * @param node whose place the items take
   * @param items its output
   * @returns the output of a node
   */
  from(node: string, items: object[]): Promise<(node: string) => IDataObject[]>;
}

interface RecipeJson extends WorkflowJson {
  pinData: Record<string, { json: Record<string, unknown> }[]>;
}

/**
 * Engine and service for the tests of a file; every test finds the service as seeded, without passes, and a workflow
 * that has not run before.
 */
export function useRecipe(name: string): Recipe {
  useFastTime();
  const service = useService();
  const workflow = readWorkflow(name) as unknown as RecipeJson;
  const seen = new Map<string, Set<string>>();
  let engine: N8nEngine;
  beforeAll(async () => {
    engine = await startN8nEngine({
      packageDir: ROOT,
      extraNodeTypes: {
        'n8n-nodes-base.filter': filterNode,
        'n8n-nodes-base.form': pageNode,
        'n8n-nodes-base.httpRequest': requestNode,
        'n8n-nodes-base.if': ifNode,
        'n8n-nodes-base.removeDuplicates': removeDuplicatesNode(seen),
        'n8n-nodes-base.respondToWebhook': respondNode,
      },
    });
  });
  beforeEach(() => seen.clear());
  return {
    get sandbox() {
      return service.sandbox;
    },
    sent: () => service.sent(),
    workflow,
    async from(node, items) {
      const { baseUrl, keys } = service.sandbox;
      const run = await engine.run(startedBy(workflow, node), {
        credentials: { walletPassApi: { baseUrl, apiKey: keys['Full access'] } },
        startItems: items.map((json) => ({ json: json as Record<string, never> })),
      });
      expect(run.error()).toBeUndefined();
      return (name) => run.items(name).map(({ json }) => json);
    },
  };
}

/** A node and those that follow it; a manual trigger takes its place. */
function startedBy({ nodes, connections, ...workflow }: WorkflowJson, start: string): WorkflowJson {
  const following = new Set([start]);
  for (const name of following) {
    const targets = connections[name]?.main?.flat() ?? [];
    for (const target of targets) if (target) following.add(target.node);
  }
  return {
    ...workflow,
    nodes: nodes
      .filter(({ name }) => following.has(name))
      .map((node) =>
        node.name === start ? { name: start, type: 'n8n-nodes-base.manualTrigger' } : node,
      ),
    connections: Object.fromEntries(
      Object.entries(connections).filter(([name]) => following.has(name)),
    ),
  };
}

/** A stand-in for one of n8n's own nodes, which are not part of its engine. */
function nodeType(
  name: string,
  properties: INodeProperties[],
  execute: NonNullable<INodeType['execute']>,
  outputs = 1,
): INodeType {
  const description = {
    ...{ displayName: name, name, description: '', defaults: { name }, properties },
    ...{ group: ['transform' as const], version: [1, 1.1, 2, 2.2, 4.2] },
    inputs: [NodeConnectionTypes.Main],
    outputs: Array.from({ length: outputs }, () => NodeConnectionTypes.Main),
  };
  return { description, execute };
}

const text = (name: string): INodeProperties => ({
  ...{ displayName: name, name, type: 'string', default: '' },
});
const json = (name: string): INodeProperties => ({ ...text(name), type: 'json', default: '{}' });
const CONDITIONS = { ...text('conditions'), type: 'filter', default: {} } as const;

/** The items that meet the conditions, which n8n evaluates, and the others. */
function byConditions(context: IExecuteFunctions): [INodeExecutionData[], INodeExecutionData[]] {
  const met: INodeExecutionData[] = [];
  const unmet: INodeExecutionData[] = [];
  context.getInputData().forEach(({ json }, item) => {
    const isMet = context.getNodeParameter('conditions', item, false, { extractValue: true });
    (isMet === true ? met : unmet).push({ json, pairedItem: { item } });
  });
  return [met, unmet];
}

const filterNode = nodeType('filter', [CONDITIONS], async function () {
  return [byConditions(this)[0]];
});

const ifNode = nodeType(
  'if',
  [CONDITIONS],
  async function () {
    return byConditions(this);
  },
  2,
);

/**
 * Removes the items of earlier runs. As n8n's own node, it also returns those, without an output for them, and takes
 * two items of one run with the same value for new ones.
 * @param seen by name of the node
 */
const removeDuplicatesNode = (seen: Map<string, Set<string>>) =>
  nodeType('removeDuplicates', [text('dedupeValue')], async function () {
    const { name } = this.getNode();
    const before = seen.get(name) ?? new Set();
    const values = this.getInputData().map((_, item) => {
      const value = this.getNodeParameter('dedupeValue', item, '') as string | number | undefined;
      return value?.toString() ?? '';
    });
    seen.set(name, new Set([...before, ...values]));
    const those = (wasSeen: boolean) =>
      this.getInputData().filter((_, item) => before.has(values[item] ?? '') === wasSeen);
    return [those(false), those(true)];
  });

/** Outputs the last page of a form that it would show. */
const pageNode = nodeType(
  'form',
  [text('completionTitle'), text('completionMessage')],
  async function () {
    const pages = this.getInputData().map((_, item) => ({
      json: {
        title: this.getNodeParameter('completionTitle', item) as string,
        message: this.getNodeParameter('completionMessage', item) as string,
      },
      pairedItem: { item },
    }));
    return [pages];
  },
);

/** Outputs the response that it would send. */
const respondNode = nodeType(
  'respondToWebhook',
  [json('responseBody'), json('options')],
  async function () {
    const responses = this.getInputData().map((_, item) => {
      const options = this.getNodeParameter('options', item) as { responseCode?: number };
      const body = this.getNodeParameter('responseBody', item) as IDataObject;
      return { json: { status: options.responseCode ?? 200, body }, pairedItem: { item } };
    });
    return [responses];
  },
);

/** Outputs the request that it would send. */
const requestNode = nodeType(
  'httpRequest',
  ['method', 'url', 'jsonBody'].map(text),
  async function () {
    const requests = this.getInputData().map((_, item) => ({
      json: {
        method: this.getNodeParameter('method', item) as string,
        url: this.getNodeParameter('url', item) as string,
        body: this.getNodeParameter('jsonBody', item) as IDataObject,
      },
    }));
    return [requests];
  },
);
