import {
  type ICredentialDataDecryptedObject,
  type ICredentialTestFunction,
  type ICredentialTestRequest,
  type INode,
  type INodeCredentialTestResult,
  type INodeType,
  type INodeTypes,
  Workflow,
  createRunExecutionData,
} from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { CredentialTestContext, ExecuteContext, RoutingNode } from './core';
import { CredentialStore } from './credentials';
import { NO_OP, type TypeLibrary } from './nodeTypes';

/**
 * Tests a credential as the server does when it is saved: with the request declared by its type, else with
 * the function of the first node that tests this type.
 */
export async function testCredential(
  library: TypeLibrary,
  type: string,
  values: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
  const { test } = library.credentialType(type);
  if (test) return await testByRequest(library, type, values, test);
  const store = await CredentialStore.with(library, { [type]: values });
  const additionalData = createAdditionalData(store);
  const data = await store.getDecrypted(additionalData, { id: type, name: type }, type, 'internal');
  return (
    (await testFunction(library, type)?.call(new CredentialTestContext(additionalData), {
      id: type,
      name: type,
      type,
      data,
    })) ?? { status: 'Error', message: 'No testing function found for this credential.' }
  );
}

function testFunction(library: TypeLibrary, type: string): ICredentialTestFunction | undefined {
  for (const name of library.nodesUsing(type)) {
    const { description, methods } = library.getByNameAndVersion(name);
    const testedBy = description.credentials?.find((one) => one.name === type)?.testedBy;
    if (typeof testedBy !== 'string') continue;
    const test = methods?.credentialTest?.[testedBy];
    if (!test) throw new Error(`${name} has no credential test ${testedBy}`);
    return test;
  }
  return undefined;
}

/** Routes the request through a temporary node; its rules choose the message. */
async function testByRequest(
  library: TypeLibrary,
  type: string,
  values: ICredentialDataDecryptedObject,
  test: ICredentialTestRequest,
): Promise<INodeCredentialTestResult> {
  try {
    const response = await sendTestRequest(library, type, values, test);
    return (
      messageOf(test, (rule) => {
        if (rule.type !== 'responseSuccessBody') return false;
        return valueAt(response, rule.properties.key) === rule.properties.value;
      }) ?? { status: 'OK', message: 'Connection successful!' }
    );
  } catch (error) {
    return explain(test, error as FailedRequest);
  }
}

/** The error that n8n's request helper throws; its cause has the response, if any. */
interface FailedRequest extends Error {
  cause?: { code?: string; response?: { status: number; statusText?: string } };
}

async function sendTestRequest(
  library: TypeLibrary,
  type: string,
  values: ICredentialDataDecryptedObject,
  test: ICredentialTestRequest,
): Promise<unknown> {
  const store = await CredentialStore.with(library, { [type]: values });
  const nodeType: INodeType = {
    description: {
      ...library.getByNameAndVersion(NO_OP).description,
      credentials: [{ name: type, required: true }],
      properties: [
        {
          displayName: 'Temp',
          name: 'temp',
          type: 'string',
          routing: { request: test.request },
          default: '',
        },
      ],
    },
  };
  const nodeTypes: INodeTypes = {
    getByName: () => nodeType,
    getByNameAndVersion: () => nodeType,
    getKnownTypes: () => ({}),
  };
  const node: INode = {
    id: 'temp',
    name: 'Temp-Node',
    type: NO_OP,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    credentials: { [type]: { id: type, name: type } },
  };
  const context = new ExecuteContext(
    new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes }),
    node,
    createAdditionalData(store),
    'internal',
    createRunExecutionData(),
    0,
    [],
    { main: [[{ json: {} }]] },
    { node, data: {}, source: null },
    [],
  );
  const decrypted = { id: type, name: type, type, data: store.withDefaults(type, values) };
  const output = await new RoutingNode(context, nodeType, decrypted).runNode();
  return output?.[0]?.[0]?.json;
}

type Rule = NonNullable<ICredentialTestRequest['rules']>[number];

function messageOf(
  test: ICredentialTestRequest,
  applies: (rule: Rule) => boolean,
): INodeCredentialTestResult | undefined {
  const rule = test.rules?.find(applies);
  return rule && { status: 'Error', message: rule.properties.message };
}

function explain(test: ICredentialTestRequest, error: FailedRequest): INodeCredentialTestResult {
  const { response, code } = error.cause ?? {};
  if (!response) return { status: 'Error', message: code ?? error.message };
  return (
    messageOf(
      test,
      (rule) => rule.type === 'responseCode' && rule.properties.value === response.status,
    ) ?? {
      status: 'Error',
      message: response.statusText || `Received HTTP status code: ${response.status}`,
    }
  );
}

function valueAt(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data);
}
