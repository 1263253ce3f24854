/** Workflows of the suites, as the editor would export them. */
import type { NodeJson, WorkflowJson } from '../../test/engines/n8nEngine';
import { NODE_TYPE, TRIGGER_TYPE } from './useN8nServer';

export const START: NodeJson = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

const CREDENTIALS = { walletPassApi: { id: null, name: 'Wallet Pass API' } };

/**
 * A webhook that accepts `{ people: [...] }`, and a node that outputs one item per person.
 * @param path below `/webhook/`
 */
export const receivePeople = (path: string): [NodeJson, NodeJson] => [
  {
    name: 'Members',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
    ...{ webhookId: 'b6f5d1c2-7a38-4a0e-9a4e-000000000001' },
  },
  {
    name: 'One by One',
    type: 'n8n-nodes-base.splitOut',
    parameters: { fieldToSplitOut: 'body.people' },
  },
];

/** The node under test; its credential is set on import. */
export const walletPass = (name: string, parameters: object, more: object = {}): NodeJson => ({
  ...more,
  name,
  type: NODE_TYPE,
  parameters,
  credentials: CREDENTIALS,
});

/** n8n's Custom API Call: a request of the HTTP Request node with the same credential. */
export const customApiCall = (name: string, method: string, url: string): NodeJson => ({
  name,
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  parameters: {
    method,
    url,
    authentication: 'predefinedCredentialType',
    nodeCredentialType: 'walletPassApi',
  },
  credentials: CREDENTIALS,
});

/**
 * Poll times of a trigger that polls every ten seconds: n8n runs each poll time at most once a minute, but
 * allows several of them.
 */
export const EVERY_TEN_SECONDS = {
  item: [0, 10, 20, 30, 40, 50].map((second) => ({
    mode: 'custom',
    cronExpression: `${second} * * * * *`,
  })),
};

/** The trigger under test, polling every ten seconds. */
export const walletPassTrigger = (parameters: object): NodeJson => ({
  name: 'On New Pass',
  type: TRIGGER_TYPE,
  parameters: {
    ...parameters,
    pollTimes: EVERY_TEN_SECONDS,
  },
  credentials: CREDENTIALS,
});

/** A chain of nodes, first output to first input. */
export function chain(name: string, ...nodes: NodeJson[]): WorkflowJson {
  const connections: WorkflowJson['connections'] = {};
  nodes.slice(1).forEach((node, index) => {
    const before = nodes[index];
    if (before)
      connections[before.name] = { main: [[{ node: node.name, type: 'main', index: 0 }]] };
  });
  return { name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** A template chosen by its ID. */
export const byId = (value: string) => ({ __rl: true, mode: 'id', value });
