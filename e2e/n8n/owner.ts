/** Actions of a user in the editor, through the same REST calls. */
import { readFile } from 'node:fs/promises';

import type { ICredentialDataDecryptedObject, INodeTypeDescription } from 'n8n-workflow';

import type { WorkflowJson } from '../../test/engines/n8nEngine';
import { eventually } from '../support/tools';
import { ENDED, Execution, type StoredExecution } from './execution';

export const OWNER = {
  email: 'owner@example.com',
  firstName: 'Olive',
  lastName: 'Owner',
  password: 'Passes-for-all-1',
};

/** A saved credential, as nodes refer to it. */
export interface CredentialReference {
  id: string;
  name: string;
  type: string;
}

/** Result of a credential test, as the editor shows it after Save or Retry. */
interface CredentialTestResult {
  status: 'OK' | 'Error';
  message: string;
}

interface ImportOptions {
  /** Credentials for every node that needs one of their type; the IDs in the file belong to another server. */
  credentials?: CredentialReference[];
  /** Changes to the nodes before they are saved, by node name: parameters are merged, one level deep. */
  parameters?: Record<string, object>;
}

export interface SavedWorkflow {
  id: string;
  name: string;
  versionId: string;
  nodes: WorkflowJson['nodes'];
}

interface Publication {
  status: string;
  triggers: { errorMessage?: string | null }[];
}

export interface RunOptions {
  /** Trigger to start from; default: the only one. */
  trigger?: string;
  timeoutMs?: number;
}

export class N8nOwner {
  private cookie = '';

  private constructor(private readonly url: string) {}

  /** Sets up the owner of a new server, which also logs in. */
  static async setUp(server: { url: string }): Promise<N8nOwner> {
    const owner = new N8nOwner(server.url);
    await owner.call('POST', '/owner/setup', OWNER);
    return owner;
  }

  /** Logs in on a server that was set up before. */
  static async logIn(server: { url: string }): Promise<N8nOwner> {
    const owner = new N8nOwner(server.url);
    const { email, password } = OWNER;
    await owner.call('POST', '/login', { emailOrLdapLoginId: email, password });
    return owner;
  }

  /**
   * One call of the internal REST API.
   * @param path below `/rest`
   * @returns `data` of the response
   * @throws Error with the server's message if the request fails
   */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.url}/rest${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: this.cookie },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    const [cookie] = response.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(';')[0] ?? '';
    return (text === '' ? undefined : (JSON.parse(text) as { data: T }).data) as T;
  }

  /** Settings, Community nodes, Install: n8n looks up, packs, unpacks and loads the package. */
  async installPackage(name: string): Promise<{ installedNodes: { type: string }[] }> {
    return await this.call('POST', '/community-packages', { name });
  }

  /** The node types of a package in the editor, including tools for AI agents. */
  async nodeTypes(packageName: string): Promise<INodeTypeDescription[]> {
    const response = await fetch(`${this.url}/types/nodes.json`, {
      headers: { cookie: this.cookie },
    });
    const types = (await response.json()) as INodeTypeDescription[];
    return types.filter(({ name }) => name.startsWith(`${packageName}.`));
  }

  async createCredential(
    type: string,
    name: string,
    data: ICredentialDataDecryptedObject,
  ): Promise<CredentialReference> {
    const { id } = await this.call<{ id: string }>('POST', '/credentials', { type, name, data });
    return { id, name, type };
  }

  /** Tests a saved credential as the editor does after Save; `data` contains the values in its fields. */
  async testCredential(
    credential: CredentialReference,
    data: ICredentialDataDecryptedObject,
  ): Promise<CredentialTestResult> {
    return await this.call('POST', '/credentials/test', { credentials: { ...credential, data } });
  }

  /**
   * Imports a workflow like Import from File and connects its nodes to this server's credentials.
   * @param workflow as the editor exports it, or the path of such a file
   */
  async importWorkflow(
    workflow: WorkflowJson | string,
    options: ImportOptions = {},
  ): Promise<SavedWorkflow> {
    const json =
      typeof workflow === 'string'
        ? (JSON.parse(await readFile(workflow, 'utf8')) as WorkflowJson)
        : workflow;
    const nodes = json.nodes.map((node, index) => ({
      id: `node-${index}`,
      typeVersion: 1,
      position: [200 * index, 0],
      ...node,
      parameters: { ...node.parameters, ...options.parameters?.[node.name] },
      ...(node.credentials && { credentials: connected(node.credentials, options) }),
    }));
    return await this.call('POST', '/workflows', {
      name: json.name ?? 'Workflow',
      nodes,
      connections: json.connections,
      settings: json.settings ?? {},
      ...(json.pinData && { pinData: json.pinData }),
    });
  }

  /**
   * Publishes a workflow and waits until its triggers, webhooks and forms are live.
   * @throws Error with the message that the editor shows for a trigger that could not start
   */
  async publish({ id, versionId }: SavedWorkflow): Promise<void> {
    await this.call('POST', `/workflows/${id}/activate`, { versionId });
    const { status, triggers } = await eventually('the workflow is published', async () => {
      const now = await this.call<Publication>('GET', `/workflows/${id}/publication-status`);
      return ['published', 'partial', 'failed'].includes(now.status) ? now : undefined;
    });
    const failed = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
    if (status !== 'published') throw new Error(`Not published: ${failed.join('; ')}`);
  }

  async unpublish({ id }: SavedWorkflow): Promise<void> {
    await this.call('POST', `/workflows/${id}/deactivate`, {});
  }

  /** Runs Execute Workflow and waits for the end. A failed execution is a result, not an error. */
  async run(workflow: SavedWorkflow, options: RunOptions = {}): Promise<Execution> {
    const trigger = options.trigger ?? onlyTrigger(workflow);
    const { executionId } = await this.call<{ executionId?: string }>(
      'POST',
      `/workflows/${workflow.id}/run`,
      { triggerToStartFrom: { name: trigger } },
    );
    if (executionId === undefined) throw new Error(`"${trigger}" waits for an external call`);
    return await this.ended(executionId, options.timeoutMs);
  }

  /** Executions, Retry: runs a failed execution again from the node that failed, and waits for the end. */
  async retry({ id }: Execution): Promise<Execution> {
    const { id: executionId } = await this.call<{ id: string }>('POST', `/executions/${id}/retry`, {
      loadWorkflow: true,
    });
    return await this.ended(executionId);
  }

  /** Imports a workflow and runs it; see `importWorkflow` and `run`. */
  async importAndRun(
    workflow: WorkflowJson | string,
    options: ImportOptions & RunOptions = {},
  ): Promise<Execution> {
    return await this.run(await this.importWorkflow(workflow, options), options);
  }

  /** Waits until an execution has ended. */
  async ended(executionId: string, timeoutMs?: number): Promise<Execution> {
    const stored = await eventually(
      `execution ${executionId} has ended`,
      async () => {
        const found = await this.call<StoredExecution>('GET', `/executions/${executionId}`);
        return ENDED.includes(found.status) ? found : undefined;
      },
      { timeoutMs, everyMs: 150 },
    );
    return new Execution(stored);
  }

  /** The last `limit` finished executions of a workflow, oldest first. */
  async executions(workflow: SavedWorkflow, limit = 100): Promise<Execution[]> {
    const ended = await this.endedExecutions(workflow, limit);
    return await Promise.all(ended.map(({ id }) => this.ended(id)));
  }

  /** As `executions`, without their data. */
  async endedExecutions(
    workflow: SavedWorkflow,
    limit = 100,
  ): Promise<Pick<StoredExecution, 'id' | 'status'>[]> {
    const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
    const { results } = await this.call<{ results: Pick<StoredExecution, 'id' | 'status'>[] }>(
      'GET',
      `/executions?filter=${filter}&limit=${limit}`,
    );
    return results.filter(({ status }) => ENDED.includes(status)).reverse();
  }
}

/** The credentials of a node, found by their type among those of this server. */
function connected(
  wanted: NonNullable<WorkflowJson['nodes'][number]['credentials']>,
  { credentials = [] }: ImportOptions,
): Record<string, { id: string; name: string }> {
  return Object.fromEntries(
    Object.keys(wanted).map((type) => {
      const found = credentials.find((credential) => credential.type === type);
      if (!found) throw new Error(`The workflow needs a credential of type ${type}`);
      return [type, { id: found.id, name: found.name }];
    }),
  );
}

function onlyTrigger({ name, nodes }: SavedWorkflow): string {
  const triggers = nodes.filter(({ type }) => /trigger|webhook/i.test(type));
  const [only, ...more] = triggers;
  if (!only || more.length > 0) throw new Error(`Name the trigger to start "${name}" from`);
  return only.name;
}
