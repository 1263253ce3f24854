import {
  type IExecuteFunctions,
  type ICredentialType,
  type IDataObject,
  type INodeExecutionData,
  type INodeProperties,
  type INodeType,
  type INodeTypeDescription,
  type INodeTypes,
  type IVersionedNodeType,
  NodeConnectionTypes,
  NodeHelpers,
  jsonParse,
} from 'n8n-workflow';

import { PackageDirectoryLoader } from './core';

/** Sticky notes are drawn in the editor and never run. */
export const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/**
 * All node and credential types of this instance: those of the package under test, loaded the way the
 * server loads them, and fakes for the built-in nodes our workflows use.
 */
export class TypeLibrary implements INodeTypes {
  private readonly nodeTypes = new Map<string, INodeType | IVersionedNodeType>();

  private constructor(
    private readonly loader: PackageDirectoryLoader,
    extra: Record<string, INodeType>,
  ) {
    for (const [name, type] of Object.entries({ ...builtInNodeTypes(), ...extra })) {
      this.nodeTypes.set(name, type);
    }
    for (const [name, { type }] of Object.entries(loader.nodeTypes)) {
      this.nodeTypes.set(`${loader.packageName}.${name}`, type);
    }
  }

  /** Loads every node and credential the package's manifest names; a wrong path or class name throws. */
  static async load(packageDir: string, extra: Record<string, INodeType> = {}) {
    const loader = new PackageDirectoryLoader(packageDir);
    await loader.loadAll();
    if (loader.loadedNodes.length === 0) {
      throw new Error(`The package in ${packageDir} registers no node in its "n8n" manifest`);
    }
    return new TypeLibrary(loader, extra);
  }

  /** The full name of a node type of the package, which may be given by its short name. */
  fullName(name: string): string {
    const inPackage = `${this.loader.packageName}.${name}`;
    return this.nodeTypes.has(inPackage) ? inPackage : name;
  }

  credentialType(name: string): ICredentialType {
    return this.loader.getCredential(name).type;
  }

  /** The first node that uses a credential type. */
  nodeUsing(credentialType: string): INodeType {
    const [name = ''] = this.loader.nodesByCredential[credentialType] ?? [];
    return this.getByNameAndVersion(name);
  }

  getByName(name: string): INodeType | IVersionedNodeType {
    const type = this.nodeTypes.get(this.fullName(name));
    if (type) return type;
    const known = [...this.nodeTypes.keys()].join(', ');
    throw new Error(`There is no node type "${name}" here. Known: ${known}`);
  }

  getByNameAndVersion(name: string, version?: number): INodeType {
    return NodeHelpers.getVersionedNodeType(this.getByName(name), version);
  }

  getKnownTypes(): IDataObject {
    return {};
  }
}

/** The newest version of a node type. */
export function latestVersion({ version }: INodeTypeDescription): number {
  return Array.isArray(version) ? (version.at(-1) ?? 1) : version;
}

/** The built-in nodes of the example and the tests. */
function builtInNodeTypes(): Record<string, INodeType> {
  return {
    'n8n-nodes-base.manualTrigger': {
      description: describe('Manual Trigger', 'trigger'),
      async execute() {
        return [this.getInputData()];
      },
    },
    'n8n-nodes-base.set': {
      description: describe('Edit Fields (Set)', 'transform', [
        { displayName: 'Mode', name: 'mode', type: 'string', default: 'manual' },
        { displayName: 'JSON', name: 'jsonOutput', type: 'json', default: '{}' },
        { displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
      ]),
      async execute() {
        return [this.getInputData().map((_, index) => editedItem(this, index))];
      },
    },
  };
}

/** The output of Edit Fields: fields by name, or a whole item as JSON. */
function editedItem(context: IExecuteFunctions, index: number): INodeExecutionData {
  const pairedItem = { item: index };
  if (context.getNodeParameter('mode', index) === 'raw') {
    const value = context.getNodeParameter('jsonOutput', index) as string | IDataObject;
    return { json: typeof value === 'string' ? jsonParse(value) : value, pairedItem };
  }
  const fields = context.getNodeParameter('assignments.assignments', index, []) as {
    name: string;
    value: IDataObject[string];
  }[];
  return { json: Object.fromEntries(fields.map(({ name, value }) => [name, value])), pairedItem };
}

/** @param properties a workflow keeps only declared parameters */
function describe(
  displayName: string,
  group: 'trigger' | 'transform',
  properties: INodeProperties[] = [],
): INodeTypeDescription {
  return {
    displayName,
    name: displayName,
    group: [group],
    version: [1, 3.4],
    description: displayName,
    defaults: { name: displayName },
    inputs: group === 'trigger' ? [] : [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    properties,
  };
}
