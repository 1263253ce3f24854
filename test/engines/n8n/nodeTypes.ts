import {
  type IExecuteFunctions,
  type ICredentialType,
  type IDataObject,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type INodeTypes,
  type IVersionedNodeType,
  NodeConnectionTypes,
  NodeHelpers,
  deepCopy,
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

/**
 * A node type that passes its items on unchanged, to replace a built-in node that a test does not need.
 * With `trigger`, it has no input, so that a run starts from it with the start items.
 */
export function passThroughNodeType(
  displayName: string,
  options: { trigger?: boolean } = {},
): INodeType {
  return {
    description: describe(displayName, options),
    async execute(this: IExecuteFunctions) {
      return [this.getInputData()];
    },
  };
}

function builtInNodeTypes(): Record<string, INodeType> {
  return {
    'n8n-nodes-base.manualTrigger': passThroughNodeType('Manual Trigger', { trigger: true }),
    'n8n-nodes-base.scheduleTrigger': passThroughNodeType('Schedule Trigger', { trigger: true }),
    'n8n-nodes-base.set': editFieldsNodeType(),
    'n8n-nodes-base.noOp': passThroughNodeType('No Operation, do nothing'),
    [STICKY_NOTE]: passThroughNodeType('Sticky Note'),
  };
}

/** Edit Fields (Set), as far as examples need it: fields by name, or a whole item as JSON. */
function editFieldsNodeType(): INodeType {
  const description = describe('Edit Fields (Set)');
  // A workflow keeps only declared parameters, so this fake declares those it reads.
  description.properties = [
    { displayName: 'Mode', name: 'mode', type: 'string', default: 'manual' },
    { displayName: 'JSON', name: 'jsonOutput', type: 'json', default: '{}' },
    { displayName: 'Fields', name: 'assignments', type: 'assignmentCollection', default: {} },
    { displayName: 'Include Others', name: 'includeOtherFields', type: 'boolean', default: false },
  ];
  return {
    description,
    async execute(this: IExecuteFunctions) {
      return [this.getInputData().map((item, index) => editItem(this, item, index))];
    },
  };
}

function editItem(context: IExecuteFunctions, item: INodeExecutionData, index: number) {
  const keepsOthers = context.getNodeParameter('includeOtherFields', index, false);
  const json: IDataObject = keepsOthers ? deepCopy(item.json) : {};
  if (context.getNodeParameter('mode', index) === 'raw') {
    const value = context.getNodeParameter('jsonOutput', index) as string | IDataObject;
    Object.assign(json, typeof value === 'string' ? JSON.parse(value) : value);
  } else {
    const fields = context.getNodeParameter('assignments.assignments', index, []) as Array<{
      name: string;
      value: IDataObject[string];
    }>;
    for (const { name, value } of fields) setPath(json, name.split('.'), value);
  }
  return { json, pairedItem: { item: index } };
}

function setPath(target: IDataObject, [head = '', ...rest]: string[], value: IDataObject[string]) {
  if (rest.length === 0) target[head] = value;
  else setPath((target[head] ??= {}) as IDataObject, rest, value);
}

function describe(displayName: string, { trigger = false } = {}): INodeTypeDescription {
  return {
    displayName,
    name: displayName,
    group: [trigger ? 'trigger' : 'transform'],
    version: [1, 1.1, 1.2, 1.3, 2, 3, 3.1, 3.2, 3.3, 3.4],
    description: displayName,
    defaults: { name: displayName },
    inputs: trigger ? [] : [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    properties: [],
  };
}
