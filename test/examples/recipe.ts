/** Runs a part of an example workflow in n8n's engine, as if another app had started it. */
import path from 'node:path';

import { type INodeType, NodeConnectionTypes } from 'n8n-workflow';

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

/** Engine and service for the tests of a file; every test finds the service as seeded, without passes. */
export function useRecipe(name: string): Recipe {
  useFastTime();
  const service = useService();
  const workflow = readWorkflow(name) as unknown as RecipeJson;
  let engine: N8nEngine;
  beforeAll(async () => {
    engine = await startN8nEngine({
      packageDir: path.resolve(__dirname, '../..'),
      extraNodeTypes: {
        'n8n-nodes-base.filter': filterNode,
        'n8n-nodes-base.httpRequest': requestNode,
      },
    });
  });
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
  version: [2.2, 4.2],
  description: '',
  inputs: [NodeConnectionTypes.Main],
  outputs: [NodeConnectionTypes.Main],
};

/** n8n evaluates the conditions; as its own node, it outputs the items that meet them. */
const filterNode: INodeType = {
  description: {
    ...description,
    displayName: 'Filter',
    name: 'filter',
    defaults: { name: 'Filter' },
    properties: [{ displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} }],
  },
  async execute() {
    const met = (item: number) =>
      this.getNodeParameter('conditions', item, false, { extractValue: true }) as boolean;
    const kept = this.getInputData().flatMap(({ json }, item) =>
      met(item) ? [{ json, pairedItem: { item } }] : [],
    );
    return [kept];
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
