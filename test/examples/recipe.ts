/** Runs a part of an example workflow in n8n's engine, as if another app had started it. */
import path from 'node:path';

import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  NodeConnectionTypes,
} from 'n8n-workflow';

import { readWorkflow } from '../../scripts/docs/exampleScopes';
import {
  type N8nEngine,
  type N8nRun,
  startN8nEngine,
  type WorkflowJson,
} from '../engines/n8nEngine';
import { useFastTime } from '../support/fastTime';
import { type Service, useService } from '../support/service';

export interface Recipe extends Pick<Service, 'sandbox' | 'sent'> {
  /** The workflow in the file, with its pinned data. */
  readonly workflow: RecipeJson;
  /**
   * Runs the nodes that follow one.
   * @param node whose place the items take
   * @param items its output
   */
  from(node: string, items: object[]): Promise<N8nRun>;
}

interface RecipeJson extends WorkflowJson {
  pinData: Record<string, { json: Record<string, unknown> }[]>;
}

/**
 * Engine and service for the tests of a file; every test finds the service as seeded, without passes, and a workflow that
 * has not run before.
 */
export function useRecipe(name: string): Recipe {
  useFastTime();
  const service = useService();
  const workflow = readWorkflow(name) as unknown as RecipeJson;
  const seen = new Map<string, Set<string>>();
  let engine: N8nEngine;
  beforeAll(async () => {
    engine = await startN8nEngine({
      packageDir: path.resolve(__dirname, '../..'),
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
      return await engine.run(startedBy(workflow, node), {
        credentials: { walletPassApi: { baseUrl, apiKey: keys['Full access'] } },
        startItems: items.map((json) => ({ json: json as Record<string, never> })),
      });
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

const description = {
  group: ['transform' as const],
  version: [1.1, 2, 2.2, 4.2],
  description: '',
  inputs: [NodeConnectionTypes.Main],
  outputs: [NodeConnectionTypes.Main],
};

const conditions = {
  displayName: 'Conditions',
  name: 'conditions',
  type: 'filter' as const,
  default: {},
};

/** The items that meet the conditions, which n8n evaluates, and the others. */
function byConditions(context: IExecuteFunctions): [INodeExecutionData[], INodeExecutionData[]] {
  const met: INodeExecutionData[] = [];
  const others: INodeExecutionData[] = [];
  context.getInputData().forEach(({ json }, item) => {
    const isMet = context.getNodeParameter('conditions', item, false, { extractValue: true });
    (isMet === true ? met : others).push({ json, pairedItem: { item } });
  });
  return [met, others];
}

const filterNode: INodeType = {
  description: {
    ...description,
    displayName: 'Filter',
    name: 'filter',
    defaults: { name: 'Filter' },
    properties: [conditions],
  },
  async execute() {
    const [met] = byConditions(this);
    return [met];
  },
};

const ifNode: INodeType = {
  description: {
    ...description,
    displayName: 'If',
    name: 'if',
    defaults: { name: 'If' },
    outputs: [NodeConnectionTypes.Main, NodeConnectionTypes.Main],
    properties: [conditions],
  },
  async execute() {
    return byConditions(this);
  },
};

/**
 * Removes the items of earlier runs. As n8n's own node, it also returns those, without an output for them, and takes
 * two items of one run with the same value for new ones.
 * @param seen by name of the node
 */
function removeDuplicatesNode(seen: Map<string, Set<string>>): INodeType {
  return {
    description: {
      ...description,
      displayName: 'Remove Duplicates',
      name: 'removeDuplicates',
      defaults: { name: 'Remove Duplicates' },
      properties: [
        { displayName: 'Value to Dedupe On', name: 'dedupeValue', type: 'string', default: '' },
      ],
    },
    async execute() {
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
    },
  };
}

/** Outputs the last page of a form that it would show. */
const pageNode: INodeType = {
  description: {
    ...description,
    displayName: 'Form',
    name: 'form',
    version: 1,
    defaults: { name: 'Form' },
    properties: ['completionTitle', 'completionMessage'].map((name) => ({
      displayName: name,
      name,
      type: 'string' as const,
      default: '',
    })),
  },
  async execute() {
    const pages = this.getInputData().map((_, item) => ({
      json: {
        title: this.getNodeParameter('completionTitle', item) as string,
        message: this.getNodeParameter('completionMessage', item) as string,
      },
      pairedItem: { item },
    }));
    return [pages];
  },
};

/** Outputs the response that it would send. */
const respondNode: INodeType = {
  description: {
    ...description,
    displayName: 'Respond to Webhook',
    name: 'respondToWebhook',
    defaults: { name: 'Respond to Webhook' },
    properties: [
      { displayName: 'Body', name: 'responseBody', type: 'json', default: '{}' },
      { displayName: 'Options', name: 'options', type: 'json', default: {} },
    ],
  },
  async execute() {
    const responses = this.getInputData().map((_, item) => {
      const { responseCode = 200 } = this.getNodeParameter('options', item) as {
        responseCode?: number;
      };
      const body = this.getNodeParameter('responseBody', item) as IDataObject;
      return { json: { status: responseCode, body }, pairedItem: { item } };
    });
    return [responses];
  },
};

/** Outputs the request that it would send. */
const requestNode: INodeType = {
  description: {
    ...description,
    displayName: 'HTTP Request',
    name: 'httpRequest',
    defaults: { name: 'HTTP Request' },
    properties: ['method', 'url', 'jsonBody'].map((name) => ({
      displayName: name,
      name,
      type: 'string' as const,
      default: '',
    })),
  },
  async execute() {
    const values = (index: number) => ({
      method: this.getNodeParameter('method', index) as string,
      url: this.getNodeParameter('url', index) as string,
      body: this.getNodeParameter('jsonBody', index) as object,
    });
    return [this.getInputData().map((_, index) => ({ json: { ...values(index) } }))];
  },
};
