import { byId, chain, receivePeople, walletPass } from '../../e2e/n8n/workflows';
import type { NodeJson, WorkflowJson } from '../../test/engines/n8nEngine';
import { BATCHING, HTTP_REQUEST_TYPE, issueByHttpRequest } from '../manyItems/approaches';
import { CONCURRENCY } from '../manyItems/comparisonNodes';
import type { Connection } from '../manyItems/service';
import { POOL_TYPE } from './poolNode';

/** Path of the webhook that starts every workflow. */
export const WEBHOOK_PATH = 'members';

/** One approach to issue a pass per row on a server. */
export interface ServerApproach {
  name: string;
  /** Whether it is also measured under the rate limit. */
  limited: boolean;
  workflow(connection: Connection): WorkflowJson;
  /** Node with an output item per row, on its first output. */
  outputNode: string;
}

/** Most hand-built workflows have a single node; all have this name. */
const ISSUE = 'Issue';
const CONTINUE = { onError: 'continueRegularOutput' };
const [WEBHOOK, ROWS] = receivePeople(WEBHOOK_PATH);

/** A workflow whose last node issues the passes. */
function singleNode(
  name: string,
  limited: boolean,
  node: (connection: Connection) => NodeJson,
): ServerApproach {
  return {
    name,
    limited,
    outputNode: ISSUE,
    workflow: (connection) => chain(name, WEBHOOK, ROWS, node(connection)),
  };
}

const to = (node: string, index = 0) => [{ node, type: 'main', index }];

function connector(parameters: object, { templateId }: Connection): NodeJson {
  return walletPass(
    ISSUE,
    {
      resource: 'pass',
      templateId: byId(templateId),
      email: '={{ $json.email }}',
      sendToEmail: 'doNotSend',
      fieldValues: { mappingMode: 'defineBelow', value: { memberName: '={{ $json.name }}' } },
      options: {},
      ...parameters,
    },
    CONTINUE,
  );
}

const EXTERNAL_ID = { externalId: '={{ $json.number }}' };

export const CONNECTOR_ISSUE = singleNode('this connector, Issue', true, (connection) =>
  connector({ operation: 'create', ...EXTERNAL_ID }, connection),
);
const CONNECTOR_UPSERT = singleNode('this connector, Create or Update', true, (connection) =>
  connector({ operation: 'upsert', ...EXTERNAL_ID }, connection),
);
const CONNECTOR_NO_ID = singleNode('this connector, no External ID', false, (connection) =>
  connector({ operation: 'create' }, connection),
);

function httpRequest(
  connection: Connection,
  options: object,
  body = passBody(connection),
): NodeJson {
  return {
    name: ISSUE,
    ...issueByHttpRequest(connection, `={{ ${body} }}`, options),
    credentials: { walletPassApi: { id: null, name: '' } },
    ...CONTINUE,
  };
}

/** An expression. */
function passBody({ templateId }: Connection): string {
  const pass = `{ templateId: ${JSON.stringify(templateId)}, externalId: $json.number, customFields: { memberName: $json.name } }`;
  return `{ passes: [${pass}], email: $json.email, sendToEmail: false }`;
}

const HTTP_REQUEST = singleNode('HTTP Request node', true, (connection) =>
  httpRequest(connection, {}),
);
const HTTP_REQUEST_BATCHED = singleNode('HTTP Request, 10 per 200 ms', true, (connection) =>
  httpRequest(connection, BATCHING),
);

/**
 * Looks up each row, and issues a pass to those that have none: what the connector's Issue does in one node. Not
 * measured under the limit, as its batches stay below it.
 */
const HTTP_REQUEST_LOOKUP: ServerApproach = {
  name: 'HTTP Request, lookup first',
  limited: false,
  outputNode: 'Merge',
  workflow: (connection) => {
    const lookUp = lookUpByHttpRequest(connection);
    const workflow = chain(HTTP_REQUEST_LOOKUP.name, WEBHOOK, ROWS, lookUp);
    const merge = { name: 'Merge', type: 'n8n-nodes-base.merge', typeVersion: 3 };
    return {
      ...workflow,
      nodes: [...workflow.nodes, httpRequest(connection, BATCHING), merge],
      connections: {
        ...workflow.connections,
        // Its second output is that of errors: no pass was found.
        [lookUp.name]: { main: [to('Merge'), to(ISSUE)] },
        [ISSUE]: { main: [to('Merge', 1)] },
      },
    };
  },
};

function lookUpByHttpRequest({ baseUrl, templateId }: Connection): NodeJson {
  const parameters = [
    { name: 'externalId', value: '={{ $json.number }}' },
    { name: 'templateId', value: templateId },
  ];
  return {
    name: 'Look Up',
    type: HTTP_REQUEST_TYPE,
    typeVersion: 4.2,
    parameters: {
      url: `${baseUrl}/pass`,
      authentication: 'predefinedCredentialType',
      nodeCredentialType: 'walletPassApi',
      sendQuery: true,
      queryParameters: { parameters },
      options: BATCHING,
    },
    credentials: { walletPassApi: { id: null, name: '' } },
    onError: 'continueErrorOutput',
  };
}

/** Keeps membership cards the same as a list, and issues those that are missing. */
export const CONNECTOR_LIST = singleNode(CONNECTOR_UPSERT.name, true, (connection) => {
  const value = {
    memberNumber: '={{ $json.number }}',
    memberName: '={{ $json.name }}',
    membershipLevel: '={{ $json.level }}',
  };
  const fieldValues = { mappingMode: 'defineBelow', value };
  return connector({ operation: 'upsert', ...EXTERNAL_ID, fieldValues }, connection);
});

/** The same for cards that exist, which all are sent. */
export const HTTP_REQUEST_LIST = singleNode(HTTP_REQUEST_BATCHED.name, true, (connection) => {
  const templateId = JSON.stringify(connection.templateId);
  const fields =
    '{ memberNumber: $json.number, memberName: $json.name, membershipLevel: $json.level }';
  const body = `{ externalId: $json.number, templateId: ${templateId}, email: $json.email, customFields: ${fields} }`;
  const node = httpRequest(connection, BATCHING, body);
  return { ...node, parameters: { ...node.parameters, method: 'PATCH' } };
});

/** Sends nothing: the time that n8n itself takes for the expressions of `CONNECTOR_LIST`. */
export const EDIT_FIELDS_LIST = singleNode("n8n's Edit Fields, nothing sent", true, () => {
  const values = {
    externalId: '={{ $json.number }}',
    email: '={{ $json.email }}',
    memberNumber: '={{ $json.number }}',
    memberName: '={{ $json.name }}',
    membershipLevel: '={{ $json.level }}',
  };
  const assignments = Object.entries(values).map(([name, value]) => {
    return { id: name, name, type: 'string', value };
  });
  return {
    name: ISSUE,
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    parameters: { assignments: { assignments }, options: {} },
  };
});

/** A plain pool without retries, for the processor time. */
export const POOL = singleNode(`a plain pool of ${CONCURRENCY}`, false, (connection) => ({
  name: ISSUE,
  type: POOL_TYPE,
  parameters: { url: `${connection.baseUrl}/pass`, body: `={{ ${passBody(connection)} }}` },
  credentials: { walletPassApi: { id: null, name: '' } },
  ...CONTINUE,
}));

/**
 * As templates teach it: one row per round. Not measured under the limit: one request at a time with 50 ms
 * latency is at most 20 requests/s, so a limit of 50/s changes nothing, and the run takes many minutes.
 */
const LOOP: ServerApproach = {
  name: 'Loop Over Items, HTTP Request',
  limited: false,
  outputNode: 'Loop Over Items',
  workflow: (connection) => {
    const loop = 'Loop Over Items';
    const workflow = chain(loop, WEBHOOK, ROWS, {
      name: loop,
      type: 'n8n-nodes-base.splitInBatches',
      typeVersion: 3,
      parameters: { options: {} },
    });
    return {
      ...workflow,
      nodes: [...workflow.nodes, httpRequest(connection, {})],
      // The first output of the loop is "done", the second "loop".
      connections: {
        ...workflow.connections,
        [loop]: { main: [[], to(ISSUE)] },
        [ISSUE]: { main: [to(loop)] },
      },
    };
  },
};

export const APPROACHES: ServerApproach[] = [
  CONNECTOR_ISSUE,
  CONNECTOR_UPSERT,
  CONNECTOR_NO_ID,
  POOL,
  HTTP_REQUEST,
  HTTP_REQUEST_BATCHED,
  HTTP_REQUEST_LOOKUP,
  LOOP,
];
