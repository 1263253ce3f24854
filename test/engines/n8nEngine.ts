/**
 * Runs a built n8n package in the real n8n engine (`n8n-core`), without a server: workflows, polling
 * triggers, the editor's lookups and the credential test. Tests with it assert n8n's actual behavior.
 *
 * ```ts
 * const engine = await startN8nEngine({ packageDir: root });
 * const run = await engine.run(workflow, { credentials: { walletPassApi: { baseUrl, apiKey } } });
 * run.items('Issue Pass');
 * ```
 */
import {
  type IBinaryData,
  type ICredentialDataDecryptedObject,
  type ICredentialType,
  type INode,
  type INodeCredentialTestResult,
  type INodeExecutionData,
  type INodeListSearchResult,
  type INodePropertyOptions,
  type INodeType,
  type ResourceMapperFields,
  type Workflow,
} from 'n8n-workflow';

import { createAdditionalData } from './n8n/additionalData';
import { LoadOptionsContext, PollContext, binaryData, keepFilesIn, runPoll } from './n8n/core';
import { testCredential } from './n8n/credentialTest';
import { CredentialStore } from './n8n/credentials';
import { TypeLibrary } from './n8n/nodeTypes';
import { createWorkflow, runWorkflow, toJson } from './n8n/run';
import type {
  CredentialValues,
  ListSearchOptions,
  LookupOptions,
  N8nRun,
  NodeReference,
  PollOptions,
  RunOptions,
  WorkflowJson,
} from './n8n/types';

export type * from './n8n/types';

interface N8nEngineOptions {
  /** Folder with the package.json that holds the n8n manifest, and with dist/. */
  packageDir: string;
  /** Timezone of workflows without their own; default `Etc/UTC`. */
  timezone?: string;
  /** Additional node types by full name, for built-in nodes that a workflow uses. */
  extraNodeTypes?: Record<string, INodeType>;
}

/** Loads the package and returns an engine that runs it. Takes about a second in a fresh process. */
export async function startN8nEngine(options: N8nEngineOptions): Promise<N8nEngine> {
  const library = await TypeLibrary.load(options.packageDir, options.extraNodeTypes);
  return new N8nEngine(library, options.timezone ?? 'Etc/UTC');
}

export class N8nEngine {
  constructor(
    private readonly library: TypeLibrary,
    private readonly timezone: string,
  ) {}

  /** A loaded node type, by its short name (`walletPass`) or its full one. */
  nodeType(name: string, version?: number): INodeType {
    return this.library.getByNameAndVersion(name, version);
  }

  /** A loaded credential type. */
  credentialType(name: string): ICredentialType {
    return this.library.credentialType(name);
  }

  /**
   * Runs a workflow exactly as the editor exports it. A failing node does not throw: it is in the
   * result (`error()`, `status`), as on the server. If the workflow cannot start, e.g. because of an
   * unknown node type or an empty required parameter, it throws.
   */
  async run(workflow: WorkflowJson, options: RunOptions = {}): Promise<N8nRun> {
    return await runWorkflow(this.library, workflow, { timezone: this.timezone, ...options });
  }

  /**
   * Sets where the files of items are stored from here on: in a folder, as on a server that uses the file
   * system, or without one in the items, as at the start. Applies to the whole process.
   */
  async keepFilesIn(folder: string | undefined): Promise<void> {
    await keepFilesIn(folder);
  }

  /** Content of a file that an item carries, wherever n8n keeps it. */
  async binary(file: IBinaryData): Promise<Buffer> {
    return await binaryData.getAsBuffer(file);
  }

  /** The path of a file's content; only if n8n keeps files in a folder. */
  binaryPath({ id }: IBinaryData): string {
    return binaryData.getPath(required(id, 'stored file'));
  }

  /**
   * Polls a trigger once and returns its items, or null if there is nothing new. The node's static data is
   * written back to `staticData`, as JSON, even if the poll throws or was manual. n8n discards a manual
   * poll's writes; here they stay visible, so that a test can detect them.
   */
  async poll(
    reference: NodeReference,
    options: PollOptions,
  ): Promise<INodeExecutionData[][] | null> {
    const { mode, staticData } = options;
    const { workflow, node, store } = await this.workflowAround(reference, {
      ...options,
      active: mode === 'trigger',
    });
    const context = new PollContext(
      workflow,
      node,
      createAdditionalData(store, { workflowId: workflow.id }),
      mode,
      mode === 'trigger' ? 'activate' : 'manual',
    );
    try {
      return await runPoll(workflow, node, context);
    } finally {
      for (const key of Object.keys(staticData)) Reflect.deleteProperty(staticData, key);
      Object.assign(staticData, toJson(workflow.staticData));
    }
  }

  /** The entries of a resource locator's From List; `filter` is the search text. */
  async listSearch(
    reference: NodeReference,
    method: string,
    options: ListSearchOptions = {},
  ): Promise<INodeListSearchResult> {
    const { context, type } = await this.lookup(reference, options);
    const search = required(type.methods?.listSearch?.[method], `list search "${method}"`);
    return await search.call(context, options.filter, options.paginationToken);
  }

  /** The columns a resource mapper offers. */
  async resourceMapperFields(
    reference: NodeReference,
    method: string,
    options: LookupOptions = {},
  ): Promise<ResourceMapperFields> {
    const { context, type } = await this.lookup(reference, options);
    const fields = required(type.methods?.resourceMapping?.[method], `mapping "${method}"`);
    return await fields.call(context);
  }

  /** The entries of a dynamic options parameter. */
  async loadOptions(
    reference: NodeReference,
    method: string,
    options: LookupOptions = {},
  ): Promise<INodePropertyOptions[]> {
    const { context, type } = await this.lookup(reference, options);
    const load = required(type.methods?.loadOptions?.[method], `options method "${method}"`);
    return await load.call(context);
  }

  /** Tests a credential as Save does in the editor. Never throws on a refusal. */
  async testCredential(
    type: string,
    values: ICredentialDataDecryptedObject,
  ): Promise<INodeCredentialTestResult> {
    return await testCredential(this.library, type, values);
  }

  private async lookup(reference: NodeReference, options: LookupOptions) {
    const { workflow, node, store } = await this.workflowAround(reference, options);
    // The editor sends the parameters with their defaults filled in; the workflow has done that.
    const additionalData = createAdditionalData(store, { currentNodeParameters: node.parameters });
    const path = options.path ?? 'parameters';
    return {
      context: new LoadOptionsContext(workflow, node, additionalData, path),
      type: this.library.getByNameAndVersion(node.type, node.typeVersion),
    };
  }

  /** A workflow with only this node, as the server creates for a poll or a lookup. */
  private async workflowAround(
    reference: NodeReference,
    options: {
      credentials?: CredentialValues;
      timezone?: string;
      active?: boolean;
      staticData?: PollOptions['staticData'];
    },
  ): Promise<{ workflow: Workflow; node: INode; store: CredentialStore }> {
    const store = await CredentialStore.with(this.library, options.credentials);
    const { description } = this.nodeType(reference.type, reference.typeVersion);
    const name = reference.name ?? description.displayName;
    const workflow = createWorkflow(
      this.library,
      { nodes: [{ ...reference, name }], connections: {}, staticData: options.staticData },
      { store, timezone: options.timezone ?? this.timezone, active: options.active },
    );
    return { workflow, node: required(workflow.getNode(name), 'node'), store };
  }
}

function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined)
    throw new Error(`There is no ${what} on this node type`);
  return value;
}
