import {
  type ExecutionStatus,
  type IConnections,
  type IDataObject,
  type INode,
  type IRun,
  type IRunExecutionData,
  type IWorkflowBase,
  type IWorkflowSettings,
  Workflow,
  createRunExecutionData,
  deepCopy,
} from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import { ExecutionLifecycleHooks, WorkflowExecute } from './core';
import { CredentialStore } from './credentials';
import { STICKY_NOTE, type TypeLibrary, latestVersion } from './nodeTypes';
import type { N8nRun, N8nRunError, NodeJson, RunOptions, WorkflowJson } from './types';

let executions = 0;

/** Runs one workflow from its start node to its end and returns what n8n recorded. */
export async function runWorkflow(
  library: TypeLibrary,
  json: WorkflowJson,
  options: RunOptions & { timezone: string },
): Promise<N8nRun> {
  const { mode = 'manual', startItems = [{ json: {} }], signal, retryOf } = options;
  const executionId = options.executionId ?? String(++executions);
  const store = await CredentialStore.with(library, options.credentials);
  const workflow = createWorkflow(library, json, { store, timezone: options.timezone });
  const startNode = findStartNode(workflow, library);
  if (!startNode) throw new Error('The workflow has no node to start from');

  const hooks = new ExecutionLifecycleHooks(mode, executionId, workflowRecord(workflow));
  // If a node throws on cancellation, the engine returns `error`; a server stores and shows the status that
  // this hook reports first.
  let status: ExecutionStatus | undefined;
  hooks.addHandler('workflowExecuteAfter', (run) => void (status ??= run.status));

  const additionalData = createAdditionalData(store, {
    executionId,
    workflowId: workflow.id,
    hooks,
  });
  const runData = retryOf
    ? retriedData(retryOf, workflow)
    : createRunExecutionData({
        executionData: {
          nodeExecutionStack: [
            { node: startNode, data: { main: [deepCopy(startItems)] }, source: null },
          ],
        },
      });

  const execution = new WorkflowExecute(additionalData, mode, runData).processRunExecutionData(
    workflow,
  );
  const cancel = () => execution.cancel();
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const run = await execution;
    return describeRun({ ...run, status: status ?? run.status }, workflow, executionId);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** What the server stores of a failed execution, without the error, as it hands it to the retry. */
function retriedData({ data }: N8nRun, workflow: Workflow): IRunExecutionData {
  const stored = deepCopy(data);
  const { resultData, executionData } = stored;
  delete resultData.error;
  const failed = resultData.runData[resultData.lastNodeExecuted ?? ''];
  if (failed?.at(-1)?.error) failed.pop();
  for (const entry of executionData?.nodeExecutionStack ?? []) {
    entry.node = workflow.getNode(entry.node.name) ?? entry.node;
  }
  return stored;
}

/**
 * The workflow as n8n keeps it in memory: without sticky notes, and with the credentials of this run,
 * whatever IDs it was exported with.
 */
export function createWorkflow(
  library: TypeLibrary,
  json: WorkflowJson,
  options: { store: CredentialStore; timezone: string; active?: boolean },
): Workflow {
  const settings = { executionOrder: 'v1', ...json.settings } as IWorkflowSettings;
  if (!settings.timezone || settings.timezone === 'DEFAULT') settings.timezone = options.timezone;
  return new Workflow({
    id: json.id ?? 'workflow',
    name: json.name,
    nodes: json.nodes
      .filter(({ type }) => type !== STICKY_NOTE)
      .map((node, index) => completeNode(library, options.store, node, index)),
    connections: json.connections as IConnections,
    active: options.active ?? false,
    nodeTypes: library,
    settings,
    staticData: toJson(json.staticData ?? {}),
  });
}

function completeNode(
  library: TypeLibrary,
  store: CredentialStore,
  json: NodeJson,
  index: number,
): INode {
  const type = library.fullName(json.type);
  const { description } = library.getByNameAndVersion(type, json.typeVersion);
  const credentials = { ...json.credentials } as NonNullable<INode['credentials']>;
  for (const { name } of description.credentials ?? []) {
    const reference = store.reference(name);
    if (reference) credentials[name] = reference;
  }
  return {
    id: `node-${index}`,
    typeVersion: latestVersion(description),
    position: [0, 0],
    ...(deepCopy(json) as Partial<INode>),
    name: json.name,
    parameters: deepCopy(json.parameters ?? {}) as INode['parameters'],
    type,
    credentials,
  };
}

function findStartNode(workflow: Workflow, library: TypeLibrary): INode | undefined {
  const roots = Object.values(workflow.nodes).filter(
    ({ name, disabled }) => !disabled && !workflow.connectionsByDestinationNode[name]?.main,
  );
  const isTrigger = ({ type, typeVersion }: INode) =>
    library.getByNameAndVersion(type, typeVersion).description.inputs.length === 0;
  return roots.find(isTrigger) ?? roots[0];
}

/** The workflow as a database row, as lifecycle hooks receive it. */
function workflowRecord(workflow: Workflow): IWorkflowBase {
  return {
    id: workflow.id,
    name: workflow.name ?? '',
    active: false,
    isArchived: false,
    createdAt: new Date(),
    updatedAt: new Date(),
    nodes: Object.values(workflow.nodes),
    connections: workflow.connectionsBySourceNode,
    activeVersionId: null,
  };
}

function describeRun(run: IRun, workflow: Workflow, executionId: string): N8nRun {
  const { resultData } = run.data;
  const lastRunOf = (nodeName: string) => {
    if (!workflow.getNode(nodeName)) {
      const names = Object.keys(workflow.nodes).join(', ');
      throw new Error(`The workflow has no node "${nodeName}", only: ${names}`);
    }
    return resultData.runData[nodeName]?.at(-1);
  };
  return {
    executionId,
    status: run.status,
    finished: run.status === 'success',
    lastNodeExecuted: resultData.lastNodeExecuted,
    staticData: toJson(workflow.staticData),
    data: run.data,
    items: (nodeName, outputIndex = 0) => lastRunOf(nodeName)?.data?.main?.[outputIndex] ?? [],
    error: (nodeName) =>
      (nodeName ? lastRunOf(nodeName)?.error : resultData.error) as N8nRunError | undefined,
  };
}

/** A copy through JSON, as n8n stores static data: other values are lost. */
export function toJson(data: IDataObject): IDataObject {
  return JSON.parse(JSON.stringify(data)) as IDataObject;
}
